/** What providers do by default, and a plan says. */
import { describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: [], named: [] } };
const STANDARD = 'aws/s3-standard@us-east-1';
const RARE = 'aws/s3-standard-ia@us-east-1';

function scenario(
  size: ScenarioText['workload']['objects']['size'],
  retention: string,
  stores: string[],
): ScenarioText {
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

describe('a lifecycle rule', () => {
  const sizes: ScenarioText['workload']['objects']['size'] = [
    { share: 0.5, size: '120 kB' },
    { share: 0.5, size: '10 MB' },
  ];

  it('leaves objects below 128 KiB where they are, and the plan says so', () => {
    const [found] = said(scenario(sizes, '1000 days', [STANDARD, RARE]), 'small-objects-stay');
    expect(found).toEqual({ code: 'small-objects-stay', from: STANDARD, to: RARE, bytes: 131_072 });
    expect(found && describeFinding(found)).toMatch(/leaves objects below 128 KiB behind/);
  });

  it('moves larger ones without a word', () => {
    const large = scenario('1 MB', '1000 days', [STANDARD, RARE]);
    expect(plan(ask(large, sources)).candidates[0]?.id).toMatch(/^age:.*:tier/);
    expect(said(large, 'small-objects-stay')).toEqual([]);
  });
});
