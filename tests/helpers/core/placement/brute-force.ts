/** Every placement of the searched class, worked out by hand and billed by nothing but `bill`. */
import type { PlacedStore } from '#core/placement/context/types.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { usagesByHand } from '#tests/simulator/by-hand.ts';
import type { SimulatedChain, SimulatedStay } from '#tests/simulator/chain.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { RANDOM_STORES, randomScenario } from '#tests/simulator/random-scenario.ts';
import type { SimulatedStore } from '#tests/simulator/simulate.ts';

/** Stores with fees of the account, quotas by the hour, shared minimums, whole units, minimum durations, allowances that follow what is stored. */
const WITH_FEES = [
  ...RANDOM_STORES,
  'aws/s3-glacier-instant-retrieval@us-east-1',
  'digitalocean/spaces@nyc3',
  'digitalocean/spaces@ams3',
  'hetzner/object-storage-usd@hel1',
  'linode/object-storage@us-east',
  'idrive/e2',
  'oracle/standard@us-ashburn-1',
];

/** Each colder than the one before it. */
const IN_ORDER = [
  ['aws/s3-standard@us-east-1', 'aws/s3-standard-ia@us-east-1', 'aws/s3-glacier-instant-retrieval@us-east-1'],
  [
    'aws/s3-express-one-zone@us-east-1',
    'aws/s3-standard@us-east-1',
    'aws/s3-glacier-instant-retrieval@us-east-1',
  ],
  [
    'aws/s3-express-one-zone@us-east-1',
    'cloudflare/r2-standard@enam',
    'cloudflare/r2-infrequent-access@enam',
  ],
  ['cloudflare/r2-standard@enam', 'cloudflare/r2-infrequent-access@enam', 'backblaze/b2@us-east'],
  ['aws/s3-standard@us-east-1', 'aws/s3-standard-ia@us-east-1', 'wasabi/pay-as-you-go@us-east-1'],
  ['cloudflare/r2-standard@enam', 'backblaze/b2@us-east', 'aws/s3-glacier-instant-retrieval@us-east-1'],
];

/** Three stores, one or two reader places, objects that expire; and the ages at which they may be moved. */
export function smallScenario(seed: number): {
  text: ScenarioText;
  edges: (all: readonly number[]) => number[];
} {
  const text = randomScenario(seed, WITH_FEES);
  const chance = new Chance(seed + 77_777);
  const cooling = chance.happens(0.6);
  const near = text.workload.readers.slice(0, chance.happens(0.3) ? 2 : 1);
  const whole = near.reduce((sum, reader) => sum + Number(reader.share), 0);
  const { objects, reads } = text.workload;
  const expires = objects.retention !== undefined && objects.retention !== 'forever';
  return {
    text: {
      stowage: 1,
      name: `Small ${seed}`,
      asOf: text.asOf,
      ...(text.month ? { month: text.month } : {}),
      workload: {
        ...text.workload,
        objects: {
          size: objects.size,
          arrivals: objects.arrivals ?? '5000/day',
          retention: expires ? objects.retention : '200 days',
        },
        reads: expires ? reads : { rate: reads?.rate ?? 0, byAge: { '2 days': 0.6, '50 days': 0.9 } },
        readers: near.map(({ at, share }) => ({ at, share: Number(share) / whole })),
        ...(cooling ? coolingWorkload(chance) : {}),
      },
      stores: cooling ? chance.pick(IN_ORDER) : chance.some(WITH_FEES, 3),
    },
    edges: (all) => {
      // The first few hours decide little where objects are kept for months.
      const picked = new Set(chance.some(cooling ? all.slice(Math.floor(all.length / 3)) : all, 3));
      return all.filter((age) => picked.has(age));
    },
  };
}

/** Objects that are read for a while and then kept for long: where a third store may pay. */
function coolingWorkload(
  chance: Chance,
): Pick<ScenarioText['workload'], 'objects' | 'reads' | 'readers' | 'writer'> {
  const perDay = chance.around(1e3, 1e6);
  const days = chance.around(150, 900);
  return {
    readers: chance.happens(0.7)
      ? [{ at: 'aws/us-east-1', share: 1 }]
      : [
          { at: 'aws/us-east-1', share: 0.5 },
          { at: 'internet/europe', share: 0.5 },
        ],
    writer: 'aws/us-east-1',
    objects: {
      size: `${Math.round(chance.around(1e6, 1e8))} B`,
      arrivals: `${Math.round(perDay)}/day`,
      retention: `${days.toFixed(2)} days`,
    },
    reads: {
      rate: `${Math.round(perDay * chance.around(1, 60))}/day`,
      byAge: {
        [`${(days * chance.between(0.005, 0.05)).toFixed(4)} days`]: chance.between(0.5, 0.95),
        [`${(days * chance.between(0.1, 0.4)).toFixed(4)} days`]: 1 - chance.around(1e-5, 3e-2),
      },
    },
  };
}

export interface Placed {
  name: string;
  chain: SimulatedChain;
  total: number;
  /** Every price known, and no policy of a provider broken. */
  sound: boolean;
}

export function simulatedStore({ store, region, edition }: PlacedStore): SimulatedStore {
  return {
    store,
    region,
    transitionsTo: edition.transitionsTo,
    transitionAfterDays: edition.transitionAfterDays,
  };
}

/** One store; two left at one age, entered by a move or at arrival; three left at two ages, two of them at once at the most. */
export function everyChain(
  stores: readonly SimulatedStore[],
  edges: readonly number[],
  readers: number,
): SimulatedChain[] {
  const found: SimulatedChain[] = [];
  // The older of two copies never answers everyone: the younger would be there for nothing.
  const divisions = Array.from({ length: 2 ** readers - 1 }, (_, bits) => bits);
  const isOn = (bits: number, reader: number) => (bits & (1 << reader)) > 0;
  const stay = (store: SimulatedStore, fromDays: number, toDays: number): SimulatedStay => ({
    store,
    fromDays,
    toDays,
  });
  for (const a of stores) {
    found.push({ stays: [stay(a, 0, Infinity)], answers: () => 0 });
    for (const b of stores.filter((other) => other !== a)) {
      for (const first of edges) {
        found.push({ stays: [stay(a, 0, first), stay(b, first, Infinity)], answers: () => 0 });
        for (const bits of divisions)
          found.push({
            stays: [stay(a, 0, first), stay(b, 0, Infinity)],
            answers: (reader) => (isOn(bits, reader) ? 1 : 0),
          });
        for (const c of stores.filter((other) => other !== a && other !== b)) {
          for (const second of edges.filter((age) => age > first)) {
            const moved = [stay(a, 0, first), stay(b, first, second), stay(c, second, Infinity)];
            found.push({ stays: moved, answers: () => 0 });
            for (const bits of divisions) {
              found.push({
                stays: [stay(a, 0, first), stay(b, 0, second), stay(c, second, Infinity)],
                answers: (reader) => (isOn(bits, reader) ? 1 : 0),
              });
              for (const later of divisions)
                found.push({
                  stays: [stay(a, 0, first), stay(b, first, second), stay(c, 0, Infinity)],
                  answers: (reader, age) =>
                    age < first ? (isOn(bits, reader) ? 2 : 0) : isOn(later, reader) ? 2 : 1,
                });
            }
          }
        }
      }
    }
  }
  return found;
}

export function billed(scenario: Scenario, archive: Archive, chain: SimulatedChain): Placed {
  const set = bill(usagesByHand(scenario, chain), archive, {});
  const broken = set.bills.some((one) => one.findings.some((finding) => finding.code === 'fair-use'));
  const name = chain.stays
    .map(({ store, fromDays, toDays }) => `${store.store}@${store.region} ${fromDays}–${toDays} d`)
    .join(', ');
  return { name, chain, total: set.total, sound: !set.atLeast && !broken };
}
