/** Every example parses, says where it comes from, and leaves open what its source leaves open. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planContext } from '#core/placement/context/plan-context.ts';
import { findPlace } from '#core/places.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import { formatBytes } from '#core/units.ts';
import type { Estimate } from '#core/units.ts';
import { wholeArchive } from '#tests/sources.ts';

const FOLDER = new URL('../../../examples/', import.meta.url);
const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

function textOf(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

function scenarioOf(name: string) {
  return ScenarioFile.parse(parse(textOf(name)));
}

describe('the examples', () => {
  it('are the eight of the source articles, two real traces and a move of our own', () => {
    expect(EXAMPLES).toEqual([
      'backup-restore.yaml',
      'geo-readers.yaml',
      'headline-10pb.yaml',
      'leave-s3.yaml',
      'macaron-ibm-045.yaml',
      'macaron-uber-1.yaml',
      'prisma-accelerated-fs.yaml',
      'streamingco-deliveries.yaml',
      'streamingco.yaml',
      'thumbnails.yaml',
      'vultr-ai-ingest.yaml',
    ]);
  });

  it.each(EXAMPLES)('%s is a scenario at a pinned date with stores to choose from', (name) => {
    const scenario = scenarioOf(name);
    expect(scenario.asOf).toBe('2026-11-20');
    expect(scenario.stores).not.toBe('all');
    expect(scenario.stores.length).toBeGreaterThanOrEqual(3);
  });

  it.each(EXAMPLES)('%s opens with its source, what is given and what is our choice', (name) => {
    const head = textOf(name)
      .split('\n')
      .slice(0, 12)
      .filter((line) => line.startsWith('#'));
    expect(head.length).toBeGreaterThanOrEqual(3);
    expect(head.length).toBeLessThanOrEqual(9);
    expect(head.join('\n')).toMatch(/Source: /);
    expect(head.join('\n')).toMatch(/Given: /);
    expect(head.join('\n')).toMatch(/Ours: /);
  });

  it.each(EXAMPLES)('%s names places that are known', (name) => {
    const { readers, writer } = scenarioOf(name).workload;
    for (const place of [writer, ...readers.map((reader) => reader.at)])
      expect(findPlace(place), place).toBeDefined();
  });

  it.each(EXAMPLES)('%s names stores that have prices at its date', (name) => {
    const context = planContext(scenarioOf(name), wholeArchive());
    expect(context.excluded).toEqual([]);
    expect(context.stores).toHaveLength(scenarioOf(name).stores.length);
  });

  it('reads 12 million a day of 4 MB as 48 TB a day in both readings of StreamingCo', () => {
    const ingest = scenarioOf('streamingco.yaml').workload;
    const deliveries = scenarioOf('streamingco-deliveries.yaml').workload;
    const size = ingest.objects.size[0]?.size.value ?? 0;
    expect(formatBytes((ingest.objects.arrivals?.value ?? 0) * size)).toBe('48 TB');
    expect(formatBytes(deliveries.reads.rate.value * size)).toBe('48 TB');
  });

  it.each([
    ['streamingco.yaml', ['retention']],
    ['streamingco-deliveries.yaml', ['arrivals', 'retention']],
    ['prisma-accelerated-fs.yaml', ['arrivals', 'rate']],
    ['headline-10pb.yaml', ['size']],
    ['vultr-ai-ingest.yaml', ['arrivals', 'size']],
    ['backup-restore.yaml', ['retention']],
    ['thumbnails.yaml', ['arrivals', 'rate', 'size']],
    ['geo-readers.yaml', ['rate', 'size']],
  ])('%s leaves open %j', (name, open) => {
    const { objects, reads } = scenarioOf(name).workload;
    const estimates: Record<string, Estimate | undefined> = {
      size: objects.size[0]?.size,
      arrivals: objects.arrivals,
      retention: objects.retention === 'forever' ? undefined : objects.retention,
      rate: reads.rate,
    };
    for (const key of open) expect(estimates[key]?.interval, key).toBeDefined();
  });
});
