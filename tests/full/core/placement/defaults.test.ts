/** What a plan takes to be set otherwise than providers set it by default, it says. */
import { describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: [], named: [] } };
const STANDARD = 'aws/s3-standard@us-east-1';
const RARE = 'aws/s3-standard-ia@us-east-1';

function scenario(size: string, retention: string, stores: string[]): ScenarioText {
  return {
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size, arrivals: '1M/day', retention },
      reads: { rate: '50M/day', byAge: { '20 days': 0.9999 } },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    stores,
  };
}

const said = (text: ScenarioText, code: string, kind?: RegExp) =>
  plan(ask(text, sources)).candidates.flatMap((one) =>
    kind === undefined || kind.test(one.id) ? one.findings.filter((found) => found.code === code) : [],
  );

describe('soft delete', () => {
  it('is taken to be off, with the bytes that a month deletes', () => {
    const [found] = said(scenario('1 MB', '60 days', ['google/standard@us-east4']), 'soft-delete-off');
    expect(found).toMatchObject({ store: 'google/standard@us-east4', hours: 168 });
    expect(found && 'bytes' in found && found.bytes).toBeCloseTo(30e12, -9);
    expect(found && describeFinding(found)).toMatch(
      /keeps deleted objects for 7 days and bills them, unless/,
    );
  });

  it('is not mentioned where nothing is deleted, or the store has none', () => {
    expect(said(scenario('1 MB', 'forever', ['google/standard@us-east4']), 'soft-delete-off')).toEqual([]);
    expect(said(scenario('1 MB', '60 days', [STANDARD]), 'soft-delete-off')).toEqual([]);
  });
});

describe('a lifecycle rule', () => {
  it('leaves objects below 128 KiB behind unless it names sizes, which the plan takes it to', () => {
    const [found] = said(scenario('120 kB', '1000 days', [STANDARD, RARE]), 'small-objects-stay');
    expect(found).toEqual({ code: 'small-objects-stay', from: STANDARD, to: RARE, bytes: 131_072 });
    expect(found && describeFinding(found)).toMatch(
      /leaves objects below 128 KiB behind unless it names sizes/,
    );
  });

  it('moves larger ones without a word', () => {
    const large = scenario('1 MB', '1000 days', [STANDARD, RARE]);
    expect(plan(ask(large, sources)).candidates[0]?.id).toMatch(/^age:.*:tier/);
    expect(said(large, 'small-objects-stay')).toEqual([]);
  });
});
