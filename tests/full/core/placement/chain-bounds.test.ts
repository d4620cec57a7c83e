/** What chains are sought by: bounds, sums of late reads and unknown prices, each held against the chain itself. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import {
  BESIDE_BOTH,
  BESIDE_FIRST,
  APART,
  SHAPES,
  chainOfCode,
  divisions,
} from '#core/placement/chains/class.ts';
import type { ChainCode } from '#core/placement/chains/class.ts';
import { tailSums } from '#core/placement/chains/judge.ts';
import { chainPrices } from '#core/placement/chains/prices.ts';
import { chainTables } from '#core/placement/chains/tables.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { verdicts } from '#core/placement/verdicts/verdicts.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';
import { isDeep } from '#tests/helpers/deep.ts';

const SCENARIOS = Number(process.env.STOWAGE_CHAIN_BOUNDS ?? (isDeep ? 200 : 40));
/** Two regions of one account: allowances of North America alone, and what one region stores frees of the other's egress. */
const FOUND = [128, 301];
const CHAINS = 60;
const HALF_A_CENT = 0.005;

let archive: Archive;
let evidence: EvidenceBase;
beforeAll(() => {
  archive = wholeArchive();
  evidence = evidenceBase(allDatasets());
});

function withReaders(seed: number): ScenarioText {
  const text = randomScenario(seed);
  const chance = new Chance(seed + 4242);
  return {
    ...text,
    stores: 'all',
    requirements: { readP99: chance.pick(['40 ms', '200 ms', '1 s']) },
    workload: {
      ...text.workload,
      reads: { ...text.workload.reads, rate: '4M/day', fanOut: chance.happens(0.3) ? 3 : 1 },
      readers: [
        { at: 'aws/us-east-1', share: 0.5 },
        { at: 'internet/europe', share: 0.3 },
        { at: 'aws/ap-northeast-1', share: 0.2 },
      ],
    },
  };
}

function given(text: ScenarioText) {
  const context = planContext(ScenarioFile.parse(text), archive, evidence);
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  const tables = chainTables(context, tariffs, exact);
  if (!tables) return null;
  const sums = tailSums(context, verdicts(context, latencyGrid(context, evidence)), tables.young);
  return { context, tables, exact, sums, isLeast: chainPrices(context, tariffs, exact) };
}

function randomCode(chance: Chance, stores: number, end: number, readers: number): ChainCode {
  const [A = 0, B = 1, C = 2] = chance.some(
    Array.from({ length: stores }, (_, s) => s),
    3,
  );
  const shape = chance.pick([...SHAPES.keys()]);
  const ages = Array.from({ length: end - 1 }, (_, a) => a + 1);
  const [first = 1, second = 2] = chance.some(ages, 2).sort((a, b) => a - b);
  const serves = () => chance.pick(divisions(readers));
  return {
    stores: [A, B, C],
    shape,
    first,
    second,
    olderServes: [shape === APART ? 0 : serves(), shape === BESIDE_BOTH ? serves() : 0],
  };
}

describe(`chains by chance over every store of ${SCENARIOS} scenarios`, () => {
  const seen = { chains: 0, unknown: 0, close: 0, past: 0 };
  it(
    'cost no less than their bound, and that no less than the bound of their ages and stores',
    () => {
      for (const seed of [...Array(SCENARIOS).keys(), ...FOUND]) {
        const found = given(withReaders(seed));
        if (!found) continue;
        const { context, tables, exact, sums, isLeast } = found;
        const { rows, bill, end, dearer } = tables;
        const chance = new Chance(seed);
        for (let i = 0; i < CHAINS; i += 1) {
          const code = randomCode(chance, context.stores.length, end, context.workload.readers.length);
          const { stores, shape, first, second, olderServes } = code;
          const [A, B, C] = stores;
          const [before, until] = olderServes;
          const chain = chainOfCode(context.workload, code);
          const { total, atLeast } = exact.of(chain);
          expect(isLeast(code, chain)).toBe(atLeast);
          expect(Math.abs(bill.of(code) - total)).toBeLessThan(HALF_A_CENT);

          const least = rows.least(A, B, C, shape, Infinity);
          rows.set(A, B, C, shape);
          const atAges = rows.bound(first, second);
          const older = shape === BESIDE_FIRST ? B : C;
          const bound =
            atAges +
            (shape === APART ? 0 : dearer(A, older, before, 0, first)) +
            (shape === BESIDE_BOTH ? dearer(B, C, until, first, second) : 0);
          const hair = 1e-9 * Math.max(1, Math.abs(total));
          const beyond = tables.beyondRows(code);
          expect(beyond).toBeGreaterThanOrEqual(-hair);
          expect(bound + beyond).toBeLessThanOrEqual(total + hair);
          expect(atAges).toBeLessThanOrEqual(bound + hair);
          expect(rows.leastFrom(first)).toBeLessThanOrEqual(atAges + hair);
          expect(least).toBeLessThanOrEqual(rows.leastFrom(first) + hair);
          // Told that less is enough, it may stop sooner.
          expect(rows.least(A, B, C, shape, least - 1)).toBeLessThanOrEqual(total + hair);

          for (const sum of sums)
            for (const one of [sum.low, sum.high]) {
              const own = one.of(stores, shape, { first, second, before, until });
              const ofAges = one.leastAt(stores, shape, first, second);
              expect(ofAges).toBeLessThanOrEqual(own + 1e-12);
              expect(one.least(stores)).toBeLessThanOrEqual(ofAges + 1e-12);
            }
          seen.chains += 1;
          if (atLeast) seen.unknown += 1;
          if (beyond > 0.01 * total) seen.past += 1;
          if (total > 0 && bound > 0.9 * total) seen.close += 1;
        }
      }
    },
    100 * SCENARIOS * CHAINS,
  );

  it('are of all kinds', () => {
    expect(seen.chains).toBeGreaterThan(SCENARIOS * CHAINS * 0.5);
    expect(seen.unknown).toBeGreaterThan(10);
    expect(seen.unknown).toBeLessThan(seen.chains * 0.75);
    expect(seen.close).toBeGreaterThan(seen.chains / 4);
    expect(seen.past).toBeGreaterThan(SCENARIOS / 2);
  });
});

it('counts the first tiers of what the writer sends, whatever else may fill them', () => {
  const text = parse(readFileSync(path.join(ROOT, 'examples/streamingco.yaml'), 'utf8')) as ScenarioText;
  const found = given({
    ...text,
    workload: { ...text.workload, objects: { ...text.workload.objects, retention: '90 days' } },
  });
  if (!found) throw new Error('no chains');
  const { context, tables, exact } = found;
  const of = (id: string) => context.stores.findIndex(({ store }) => store === id);
  const [A, B, C] = [of('aws/s3-standard'), of('tigris/standard'), of('cloudflare/r2-standard')];
  tables.rows.set(A, B, C, BESIDE_FIRST);
  const code = { stores: [A, B, C] as const, shape: BESIDE_FIRST, first: 2, second: 5 };
  for (const before of tables.divided) {
    const { total } = exact.of(chainOfCode(context.workload, { ...code, olderServes: [before, 0] }));
    expect(tables.rows.bound(2, 5) + tables.dearer(A, B, before, 0, 2)).toBeGreaterThan(0.995 * total);
  }
});

it('counts the first tiers of all that a chain sends from the writer’s provider: reads, copies and writes', () => {
  const text = parse(readFileSync(path.join(ROOT, 'examples/thumbnails.yaml'), 'utf8')) as ScenarioText;
  const found = given({ ...text, workload: { ...text.workload, reads: { rate: '100M/day' } } });
  if (!found) throw new Error('no chains');
  const { context, tables, exact } = found;
  const of = (id: string) => context.stores.findIndex(({ store }) => store === id);
  const [A, B, C] = [of('aws/s3-standard'), of('tigris/standard'), of('aws/s3-express-one-zone')];
  tables.rows.set(A, B, C, BESIDE_BOTH);
  for (const before of tables.divided)
    for (const until of tables.divided) {
      const code: ChainCode = {
        stores: [A, B, C],
        shape: BESIDE_BOTH,
        first: 3,
        second: 12,
        olderServes: [before, until],
      };
      const bound =
        tables.rows.bound(3, 12) +
        tables.dearer(A, C, before, 0, 3) +
        tables.dearer(B, C, until, 3, 12) +
        tables.beyondRows(code);
      const { total } = exact.of(chainOfCode(context.workload, code));
      expect(bound).toBeLessThanOrEqual(total);
      expect(bound).toBeGreaterThan(0.99 * total);
    }
});
