/** Prices on which two sources differ, among the draws: named by the tornado, with what knowing them is worth. */
import { AS_WRITTEN } from '#core/answer/words/names.ts';
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ask } from '#core/question.ts';
import { worthSentences } from '#core/answer/words/uncertainty.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { planUncertainty } from '#tests/helpers/core/asked.ts';
import { formatRangeEnd } from '#core/answer/words/input-name.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';

const edition = (region: Record<string, unknown>) =>
  anEditionFile({
    month: '720 h',
    gigabyte: 1e9,
    sources: ['page', 'blog'].map((id) => ({
      id,
      url: `https://example.com/${id}`,
      retrieved: '2026-02-01',
    })),
    regions: { north: aRegion({ egress: { internet: '0 per GB' }, ...region }) },
  });
const archive = anArchive({
  'acme/doubted/2026-01-01': edition({
    confidence: 'conflicting',
    storage: '0.01 per GB-month',
    conflict: { source: 'blog', storage: '0.03 per GB-month' },
  }),
  'acme/sure/2026-01-01': edition({ confidence: 'official', storage: '0.02 per GB-month' }),
});
const DOUBTED = 'acme/doubted@north';

function kept(standing: string): ScenarioText {
  return {
    stowage: 1,
    name: 'In doubt',
    asOf: '2026-03-01',
    month: '720 h',
    horizon: '1 month',
    workload: {
      objects: { size: '1 GB', standing },
      reads: { rate: '0/day' },
      readers: [{ at: 'internet/US', share: 1 }],
      writer: 'internet/US',
    },
    stores: [DOUBTED, 'acme/sure@north'],
  };
}
const found = planUncertainty(ask(kept('1 to 1.1 PB'), { archive, evidence: evidenceBase([]) }));

describe('a price that two sources give', () => {
  it('is an input beside the ranges, and nothing is an input where nothing is a range', () => {
    expect(found?.inputs.map(({ path, kind }) => [path, kind])).toEqual([
      ['workload.objects.standing', 'range'],
      [`price.${DOUBTED}`, 'price'],
    ]);
    expect(planUncertainty(ask(kept('1 PB'), { archive, evidence: evidenceBase([]) }))).toBeNull();
  });

  it('is the widest bar of the tornado: a third of the cost, or all of it', () => {
    const [bar] = found?.tornado?.bars ?? [];
    expect(bar?.path).toBe(`price.${DOUBTED}`);
    expect((bar?.high.cost ?? 0) / (bar?.low.cost ?? 1)).toBeCloseTo(3, 6);
    expect(bar?.variance?.first).toBeGreaterThan(0.95);
    expect(formatRangeEnd(bar?.path ?? '', 0)).toBe('as taken');
    expect(formatRangeEnd(bar?.path ?? '', 1)).toBe('the other source');
  });

  it('turns the winner in half of the draws, and knowing it is worth what choosing wrongly costs', () => {
    const doubted = found?.candidates.find(({ id }) => id === `single:${DOUBTED}`);
    expect(doubted?.wins).toBeCloseTo(0.5, 2);
    // In half of the draws it is dearer by 0.01 a GB on 1.05 PB.
    expect(doubted?.regret).toBeCloseTo(0.5 * 0.01 * 1.049e6, -2);
    const worth = found?.information?.inputs.find(({ path }) => path.startsWith('price.'));
    expect(worth).toMatchObject({ clear: true, measure: null });
    expect(
      found &&
        worthSentences(found, AS_WRITTEN)
          .map(({ words }) => words)
          .join(),
    ).toContain(`Knowing the disputed prices of ${DOUBTED} exactly would save`);
  });
});
