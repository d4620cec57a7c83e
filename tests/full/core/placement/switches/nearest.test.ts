/** The nearest changes on each side of today, found without the rest of the range. */
import { expect, test } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import type { SwitchOptions } from '#core/placement/switches/switch-points.ts';
import { ask } from '#core/question.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };

test('they are those of the whole range, asked of fewer values', () => {
  let [found, fewer] = [0, 0];
  for (const rate of ['1M/day', '50M/day', '3B/day']) {
    const text = aScenario({
      asOf: '2026-11-20',
      workload: {
        objects: { size: '64 KiB', standing: '10 TiB' },
        reads: { rate },
        readers: [{ at: 'aws/us-east-1', share: 1 }],
        writer: 'aws/us-east-1',
      },
      stores: [
        'aws/s3-standard@us-east-1',
        'aws/s3-standard-ia@us-east-1',
        'aws/s3-express-one-zone@us-east-1',
      ],
      horizon: '1 month',
    });
    const scan = (options: SwitchOptions) => {
      const [one] = [
        ...planSwitchPoints(ask(text, sources), { inputs: ['reads'], ages: false, ...options }),
      ].filter((step) => step !== undefined);
      if (!one) throw new Error('reads are no input');
      return one;
    };
    const [whole, near] = [scan({}), scan({ nearest: true })];
    const around = ({ switchPoints, now }: typeof whole) =>
      [
        switchPoints.findLast(({ value }) => value < (now ?? 0)),
        switchPoints.find(({ value }) => value >= (now ?? 0)),
      ].map((point) => point && [point.value, point.below.id, point.above.id]);
    expect(around(near)).toEqual(around(whole));
    expect(near.tried).toBeLessThanOrEqual(whole.tried);
    found += around(whole).filter((one) => one !== undefined).length;
    if (near.tried < whole.tried) fewer += 1;
  }
  expect(found).toBeGreaterThan(2);
  expect(fewer).toBeGreaterThan(0);
});
