/** Scenarios of every kind this project prices, from a seed. */
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from './chance.ts';

type Workload = ScenarioText['workload'];

export const RANDOM_STORES: readonly string[] = [
  'aws/s3-standard@us-east-1',
  'aws/s3-standard-ia@us-east-1',
  'aws/s3-express-one-zone@us-east-1',
  'aws/s3-standard@eu-west-1',
  'aws/s3-express-one-zone@eu-west-1',
  'cloudflare/r2-standard@enam',
  'cloudflare/r2-infrequent-access@enam',
  'tigris/standard@global',
  'backblaze/b2@us-east',
  'wasabi/pay-as-you-go@us-east-1',
];
const READERS = [
  'aws/us-east-1',
  'aws/us-east-1/use1-az4',
  'aws/eu-west-1',
  'aws/ap-southeast-1',
  'internet/europe',
  'internet/DE',
  'cloudflare/weur',
];
const WRITERS = ['aws/us-east-1', 'aws/eu-west-1', 'internet/north-america', 'internet/europe'];

/** Sizes from 1 kB to 200 MB around the 128 KiB and 512 KiB rules, lives from hours to years or for ever, one to four reader places. */
export function randomScenario(seed: number, stores: readonly string[] = RANDOM_STORES): ScenarioText {
  const chance = new Chance(seed);
  const forever = chance.happens(0.3);
  const retentionDays = chance.around(0.1, 900);
  const horizonMonths = chance.whole(1, 6);
  const lifeDays = forever ? horizonMonths * 27 : retentionDays;
  return {
    stowage: 1,
    name: `Random ${seed}`,
    asOf: '2026-11-20',
    month: chance.happens(0.25) ? '730 h' : 'calendar',
    ...(forever ? { horizon: `${horizonMonths} months` } : {}),
    workload: {
      objects: objects(chance, forever, retentionDays),
      ...(chance.happens(0.4) ? { writes: { partSize: `${chance.pick([5, 8, 16])} MiB` } } : {}),
      reads: reads(chance, lifeDays),
      ...(chance.happens(0.4)
        ? {
            operations: {
              ListObjectsV2: `${chance.whole(1, 90)}k/day`,
              HeadObject: `${chance.whole(0, 9)}M/month`,
            },
          }
        : {}),
      readers: readers(chance),
      writer: chance.pick(WRITERS),
    },
    stores: chance.some(stores, chance.whole(2, 5)),
    // Only emitted files tell whether a Worker is asked: tests/full/emit/month.test.ts.
    router: 'own',
    ...(chance.happens(0.1) ? { copies: chance.some(stores, 1) } : {}),
  };
}

function objects(chance: Chance, forever: boolean, retentionDays: number): Workload['objects'] {
  const kinds = chance.whole(1, 4);
  const sizes = chance
    .shares(kinds)
    .map((share) => ({ share, size: `${Math.round(chance.around(1e3, 2e8))} B` }));
  const arrivals = `${Math.round(chance.around(100, 3e6))}/day`;
  const kindOfStock = chance.pick([
    'arriving',
    'arriving',
    'arriving',
    'both',
    ...(forever ? ['standing'] : []),
  ]);
  return {
    size: sizes.length === 1 && sizes[0] ? sizes[0].size : sizes,
    ...(kindOfStock === 'standing' ? {} : { arrivals }),
    ...(kindOfStock === 'arriving' ? {} : { standing: `${Math.round(chance.around(1, 5e4))} GB` }),
    retention: forever ? 'forever' : `${retentionDays.toFixed(3)} days`,
    growth: chance.happens(0.4) ? `${chance.whole(-5, 12)} %/month` : 0,
  };
}

function reads(chance: Chance, lifeDays: number): Workload['reads'] {
  const points = chance.whole(0, 4);
  const ages = Array.from({ length: points }, () => chance.around(lifeDays / 300, lifeDays * 0.95)).sort(
    (a, b) => a - b,
  );
  const shares = Array.from({ length: points }, () => chance.between(0.02, 1)).sort((a, b) => a - b);
  return {
    rate: `${Math.round(chance.around(100, 1e7))}/day`,
    bytes: chance.happens(0.3) ? `${Math.round(chance.around(4e3, 4e6))} B` : 'whole',
    ...(points > 0
      ? { byAge: Object.fromEntries(ages.map((age, i) => [`${age.toFixed(4)} days`, shares[i] ?? 1])) }
      : {}),
  };
}

function readers(chance: Chance): Workload['readers'] {
  const places = chance.some(READERS, chance.whole(1, 4));
  const shares = chance.shares(places.length);
  return places.map((at, i) => ({
    at,
    share: shares[i] ?? 0,
    ...(at.startsWith('internet/') && chance.happens(0.2)
      ? { via: i % 2 === 0 ? 'aws/cloudfront' : 'bunny/cdn', hitRatio: chance.whole(50, 95) / 100 }
      : {}),
  }));
}
