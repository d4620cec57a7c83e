/** On small scenarios, the plan against every placement of its kind, each worked out by hand and billed by nothing but `bill`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { plan } from '#core/placement/plan.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { ask } from '#core/question.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { usagesByHand } from '#tests/simulator/by-hand.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import type { SimulatedPolicy, SimulatedStore } from '#tests/simulator/simulate.ts';
import { wholeArchive } from '#tests/sources.ts';

const SCENARIOS = 81;
/** From this seed on, of stores with fees of the account, quotas by the hour, shared minimums, whole units, euros. */
const BUNDLES_FROM = 54;
const BUNDLES = [
  'digitalocean/spaces@nyc3',
  'digitalocean/spaces@ams3',
  'hetzner/object-storage@fsn1',
  'hetzner/object-storage-usd@hel1',
  'linode/object-storage@us-east',
  'linode/object-storage@id-cgk',
  'idrive/e2',
  'scaleway/one-zone@fr-par',
  'oracle/standard@us-ashburn-1',
  'cloudflare/r2-infrequent-access@enam',
  'aws/s3-standard@us-east-1',
];
const IN_EUROS = /^(hetzner\/object-storage|scaleway\/one-zone)@/;
const FX = { EUR: 1.16, date: '2026-11-20' };
const HALF_A_CENT = 0.005;

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

/** Two or three stores, one or two reader places, objects that expire. */
function smallScenario(seed: number): ScenarioText {
  const text = seed < BUNDLES_FROM ? randomScenario(seed) : randomScenario(seed, BUNDLES);
  const { objects, readers, reads } = text.workload;
  const expires = objects.retention !== undefined && objects.retention !== 'forever';
  const near = readers.slice(0, 2);
  const whole = near.reduce((sum, reader) => sum + Number(reader.share), 0);
  return {
    stowage: 1,
    name: `Small ${seed}`,
    asOf: text.asOf,
    fx: FX,
    ...(text.month ? { month: text.month } : {}),
    workload: {
      ...text.workload,
      objects: {
        size: objects.size,
        arrivals: objects.arrivals ?? '5000/day',
        retention: expires ? objects.retention : '40 days',
      },
      reads: expires ? reads : { rate: reads?.rate ?? 0, byAge: { '2 days': 0.6, '9 days': 0.9 } },
      readers: near.map(({ at, share }) => ({ at, share: Number(share) / whole })),
    },
    ...(text.stores && text.stores !== 'all' ? { stores: text.stores.slice(0, 3) } : {}),
  };
}

interface Placed {
  policy: SimulatedPolicy;
  total: number;
  /** Prices known and no policy of a provider broken. */
  sound: boolean;
}

function billed(scenario: Scenario, policy: SimulatedPolicy): Placed {
  const refs = scenario.stores === 'all' ? [] : scenario.stores;
  const inDollars = !refs.every((ref) => IN_EUROS.test(ref));
  const set = bill(usagesByHand(scenario, policy), archive, { fx: FX, inDollars });
  const broken = set.bills.some((one) => one.findings.some((finding) => finding.code === 'fair-use'));
  return { policy, total: set.total, sound: !set.atLeast && !broken };
}

/** Every store alone, and every hot, cold, edge, entry and server of each reader place. */
function everyPlacement(
  scenario: Scenario,
  stores: readonly SimulatedStore[],
  edges: readonly number[],
): Placed[] {
  const readers = scenario.workload.readers.length;
  const placements: SimulatedPolicy[] = stores.map((hot) => ({ hot }));
  for (const hot of stores) {
    for (const cold of stores.filter((other) => other !== hot)) {
      for (const thresholdDays of edges) {
        placements.push({ hot, cold, thresholdDays, entry: 'tier' });
        for (let mask = 0; mask < 2 ** readers; mask += 1) {
          placements.push({
            hot,
            cold,
            thresholdDays,
            entry: 'dual',
            coldServes: Array.from({ length: readers }, (_, q) => (mask & (1 << q)) > 0),
          });
        }
      }
    }
  }
  return placements.map((policy) => billed(scenario, policy));
}

function policyOf(
  candidate: Candidate,
  scenario: Scenario,
  stores: readonly SimulatedStore[],
): SimulatedPolicy {
  const named = (ref: string | undefined) => {
    const store = stores.find((one) => `${one.store}@${one.region}` === ref);
    if (!store) throw new RangeError(`${ref} is not a store of the scenario`);
    return store;
  };
  const hot = named(candidate.stores[0]);
  if (!candidate.policy) return { hot };
  const servers = candidate.segments[0]?.servers ?? {};
  return {
    hot,
    cold: named(candidate.stores[1]),
    ...candidate.policy,
    coldServes: scenario.workload.readers.map((reader) => servers[reader.at] === candidate.stores[1]),
  };
}

const stringOf = ({ hot, cold, thresholdDays, entry, coldServes }: SimulatedPolicy) =>
  `${hot.store}${cold ? ` > ${cold.store} @ ${thresholdDays} d ${entry} ${coldServes?.join() ?? ''}` : ''}`;

describe('the optimum of a small scenario', () => {
  it.each(Array.from({ length: SCENARIOS }, (_, seed) => [seed]))(
    'is the cheapest of all placements, to the cent (seed %s)',
    (seed) => {
      const text = smallScenario(seed);
      const scenario = ScenarioFile.parse(text);
      const context = planContext(scenario, archive);
      const stores = context.stores.map(({ store, region, edition }) => ({
        store,
        region,
        transitionsTo: edition.transitionsTo,
        transitionAfterDays: edition.transitionAfterDays,
      }));
      const all = everyPlacement(scenario, stores, context.workload.edges);
      const [best] = all.filter((one) => one.sound).toSorted((a, b) => a.total - b.total);
      const answer = plan(ask(text, { archive, evidence: evidenceBase([]) }));
      // Splits by size have a test of their own.
      const whole = answer.candidates.filter((one) => !one.split);
      const chosen =
        whole.find((one) => one.feasible === 'yes' && !one.monthly.atLeast) ??
        whole.find((one) => one.feasible === 'yes');
      if (!best) {
        expect(chosen === undefined || chosen.monthly.atLeast).toBe(true);
        return;
      }
      expect(chosen?.monthly.total, `${chosen?.id} and by hand ${stringOf(best.policy)}`).toBeGreaterThan(
        best.total - HALF_A_CENT,
      );
      expect(chosen?.monthly.total, `${chosen?.id} and by hand ${stringOf(best.policy)}`).toBeLessThan(
        best.total + HALF_A_CENT,
      );
    },
  );

  it('and every candidate that is shown costs what the same placement costs by hand', () => {
    let compared = 0;
    const winners: string[] = [];
    for (let seed = 0; seed < SCENARIOS; seed += 1) {
      const text = smallScenario(seed);
      const scenario = ScenarioFile.parse(text);
      const stores = planContext(scenario, archive).stores.map(({ store, region, edition }) => ({
        store,
        region,
        transitionsTo: edition.transitionsTo,
        transitionAfterDays: edition.transitionAfterDays,
      }));
      const answer = plan(ask(text, { archive, evidence: evidenceBase([]) }));
      winners.push(answer.candidates.find((one) => !one.split && one.feasible === 'yes')?.id ?? '');
      for (const candidate of answer.candidates.filter((one) => !one.split)) {
        const { total } = billed(scenario, policyOf(candidate, scenario, stores));
        expect(
          Math.abs(candidate.monthly.total - total),
          `seed ${seed}, ${candidate.id}: ${candidate.monthly.total} and by hand ${total}`,
        ).toBeLessThan(HALF_A_CENT);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(144);
    for (const kind of [/^single:/, /:tier$/, /:dual$/])
      expect(winners.filter((id) => kind.test(id)).length, `winners like ${kind}`).toBeGreaterThan(0);
  });
});
