/** The simulator against laws that need no simulator. */
import { describe, expect, it } from 'vitest';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { simulate } from '#tests/simulator/simulate.ts';
import type { SimulatedPolicy, SimulatedStore } from '#tests/simulator/simulate.ts';

const EXPRESS: SimulatedStore = {
  store: 'aws/s3-express-one-zone',
  region: 'us-east-1',
  transitionsTo: [],
  transitionAfterDays: 0,
};
const STANDARD: SimulatedStore = {
  store: 'aws/s3-standard',
  region: 'us-east-1',
  transitionsTo: ['aws/s3-standard-ia'],
  transitionAfterDays: 30,
};
const RARE: SimulatedStore = {
  store: 'aws/s3-standard-ia',
  region: 'us-east-1',
  transitionsTo: [],
  transitionAfterDays: 0,
};
const R2: SimulatedStore = {
  store: 'cloudflare/r2-standard',
  region: 'enam',
  transitionsTo: [],
  transitionAfterDays: 0,
};

const tier = (hot: SimulatedStore, cold: SimulatedStore, thresholdDays: number): SimulatedPolicy => ({
  hot,
  cold,
  thresholdDays,
  entry: 'tier',
});

function usagesOf(text: ScenarioText, policy: SimulatedPolicy): Usage[] {
  return simulate(ScenarioFile.parse(text), policy).flatMap((month) => month.usages);
}

const at = (usages: readonly Usage[], store: string) => usages.filter((usage) => usage.store === store);
const requests = (usages: readonly Usage[], operation: string) =>
  usages
    .flatMap((usage) => usage.requests)
    .filter((one) => one.operation === operation)
    .reduce((sum, one) => sum + one.count, 0);
const egress = (usages: readonly Usage[], to: unknown) =>
  usages
    .flatMap((usage) => usage.egress)
    .filter((one) => JSON.stringify(one.to) === JSON.stringify(to))
    .reduce((sum, one) => sum + one.bytes, 0);
const byteHours = (usages: readonly Usage[]) => usages.reduce((sum, usage) => sum + usage.byteHours, 0);

const ARRIVALS = 12e6;
const READS = 36e6;
const SIZE = 4e6;
const DAYS = 30;

describe('the simulator', () => {
  it('keeps as much in stock as arrives in a retention (Little)', () => {
    const usages = usagesOf(aScenario(), { hot: STANDARD });
    expect(byteHours(usages) / (DAYS * 24)).toBeCloseTo(ARRIVALS * 90 * SIZE, -12);
  });

  it('divides the stock at the threshold', () => {
    const usages = usagesOf(aScenario(), tier(EXPRESS, R2, 7));
    expect(byteHours(at(usages, EXPRESS.store)) / byteHours(usages)).toBeCloseTo(7 / 90, 5);
  });

  it('serves every read exactly once, on the side of the threshold the curve says', () => {
    const usages = usagesOf(aScenario(), tier(EXPRESS, R2, 7));
    const copied = ARRIVALS * DAYS;
    expect(requests(usages, 'GetObject') - copied).toBeCloseTo(READS * DAYS, -3);
    expect(requests(at(usages, R2.store), 'GetObject') / (READS * DAYS)).toBeCloseTo(0.2, 4);
  });

  it('takes out by copying what it puts in, and drops what it copied', () => {
    const usages = usagesOf(aScenario(), tier(EXPRESS, R2, 7));
    expect(egress(at(usages, EXPRESS.store), 'internet')).toBeCloseTo(ARRIVALS * DAYS * SIZE, -6);
    expect(requests(at(usages, R2.store), 'PutObject')).toBeCloseTo(ARRIVALS * DAYS, -3);
    expect(requests(at(usages, EXPRESS.store), 'DeleteObject')).toBeCloseTo(ARRIVALS * DAYS, -3);
    expect(at(usages, 'aws/transfer')).toEqual([]);
  });

  it('bills the second writing to the provider of the writer when objects are written twice', () => {
    const usages = usagesOf(aScenario(), { ...tier(EXPRESS, R2, 7), entry: 'dual', coldServes: [false] });
    expect(egress(at(usages, 'aws/transfer'), 'internet')).toBeCloseTo(ARRIVALS * DAYS * SIZE, -6);
    expect(egress(at(usages, EXPRESS.store), 'internet')).toBe(0);
    expect(byteHours(at(usages, R2.store)) / (DAYS * 24)).toBeCloseTo(ARRIVALS * 90 * SIZE, -12);
  });

  it('asks nothing of a writer on the internet', () => {
    const usages = usagesOf(aScenario({ workload: aWorkload({ writer: 'internet/europe' }) }), { hot: R2 });
    expect(usages.map((usage) => usage.store)).toEqual([R2.store]);
  });

  it('moves by lifecycle, without a GET, a PUT or a DELETE, where the edition names the target', () => {
    const usages = usagesOf(aScenario(), tier(STANDARD, RARE, 30));
    expect(at(usages, RARE.store)[0]?.transitionsIn).toBeCloseTo(ARRIVALS * DAYS, -3);
    expect(requests(at(usages, RARE.store), 'PutObject')).toBe(0);
    expect(requests(at(usages, STANDARD.store), 'DeleteObject')).toBe(0);
  });

  it('sends each reader place the copy it is nearer to', () => {
    const readers = [
      { at: 'aws/us-east-1/use1-az4', share: 0.3 },
      { at: 'internet/europe', share: 0.7 },
    ];
    const usages = usagesOf(aScenario({ workload: aWorkload({ readers }) }), {
      ...tier(EXPRESS, R2, 7),
      entry: 'dual',
      coldServes: [false, true],
    });
    expect(egress(at(usages, EXPRESS.store), 'internet')).toBe(0);
    expect(egress(at(usages, EXPRESS.store), 'same-region')).toBeCloseTo(
      READS * DAYS * SIZE * 0.3 * 0.8,
      -10,
    );
  });

  it('uploads in parts: create, each part, complete', () => {
    const usages = usagesOf(
      aScenario({
        workload: aWorkload({
          objects: { size: '20 MiB', arrivals: '1k/day', retention: '9 days' },
          reads: { rate: 0 },
          writes: { partSize: '8 MiB' },
        }),
      }),
      { hot: STANDARD },
    );
    const uploads = 1000 * DAYS;
    expect(requests(usages, 'UploadPart')).toBeCloseTo(3 * uploads, 3);
    expect(
      requests(usages, 'CreateMultipartUpload') + requests(usages, 'CompleteMultipartUpload'),
    ).toBeCloseTo(2 * uploads, 3);
    expect(
      usages
        .flatMap((usage) => usage.requests)
        .reduce(
          (sum, one) => sum + (one.operation === 'UploadPart' ? one.count * (one.bytesEach ?? 0) : 0),
          0,
        ),
    ).toBeCloseTo(uploads * 20 * 2 ** 20, 0);
  });

  it('lets a stock that is never deleted grow in a straight line', () => {
    const objects = { size: '1 MB', arrivals: '1M/day', retention: 'forever' as const };
    const months = simulate(
      ScenarioFile.parse(
        aScenario({
          month: '730 h',
          horizon: '4 months',
          workload: aWorkload({ objects, reads: { rate: 0 } }),
        }),
      ),
      { hot: STANDARD },
    );
    const stock = months.map(({ usages }) => byteHours(usages) / 730);
    expect(stock.map((bytes) => bytes / (stock[0] ?? 1))).toEqual([
      1,
      expect.closeTo(3, 9),
      expect.closeTo(5, 9),
      expect.closeTo(7, 9),
    ]);
    expect(months.flatMap(({ usages }) => usages).flatMap((usage) => usage.deletedEarly)).toEqual([]);
  });

  it('neither loses nor makes a byte, in a hundred random scenarios', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const text = randomScenario(seed);
      const readers = text.workload.readers.map(({ at: place, share }) => ({ at: place, share }));
      const scenario = ScenarioFile.parse({ ...text, copies: [], workload: { ...text.workload, readers } });
      const { objects, reads } = scenario.workload;
      const days = simulate(scenario, { hot: STANDARD }).map(({ month, usages }) => ({
        days: month.to - month.from,
        usages,
      }));
      const mean = objects.size.reduce((sum, one) => sum + one.share * one.size.value, 0);
      let held = 0;
      for (const [m, { days: length, usages }] of days.entries()) {
        const growth = (1 + objects.growth.value) ** m;
        expect(requests(usages, 'GetObject') / (reads.rate.value * growth * length)).toBeCloseTo(1, 3);
        held += byteHours(at(usages, STANDARD.store));
      }
      const lengths = days.map((one) => one.days);
      expect(
        held /
          heldBy(
            objects.arrivals?.value ?? 0,
            objects.growth.value,
            objects.retention === 'forever' ? Infinity : objects.retention.value,
            lengths,
            mean,
            objects.standing?.value ?? 0,
          ),
      ).toBeCloseTo(1, 3);
    }
  });
});

/** Byte-hours by Little's law, or by the area under a stock that only grows. */
function heldBy(
  perDay: number,
  growth: number,
  retention: number,
  months: readonly number[],
  size: number,
  standing: number,
): number {
  let [stock, total] = [0, 0];
  for (const [m, days] of months.entries()) {
    const arriving = perDay * (1 + growth) ** m * size;
    const area = Number.isFinite(retention)
      ? arriving * retention * days
      : stock * days + (arriving * days ** 2) / 2;
    stock += arriving * days;
    total += (area + standing * days) * 24;
  }
  return total;
}
