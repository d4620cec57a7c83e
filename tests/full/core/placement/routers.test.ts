/** Who tells readers the bucket of an object, and what that costs where keys tell no date; every figure by hand. */
import { describe, expect, it } from 'vitest';
import { itemAt } from '#core/at.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { deskOf } from '#core/placement/desk.ts';
import { namedPlacement } from '#core/placement/named.ts';
import type { Entry, Placement, Stage } from '#core/placement/placement.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { emit } from '#emit/emit.ts';
import { jsonOf } from '#tests/helpers/emit/plans.ts';
import { wholeArchive } from '#tests/sources.ts';

const STANDARD = 'aws/s3-standard@us-east-1';
const GLACIER = 'aws/s3-glacier-instant-retrieval@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const BY_AGE = `age:${STANDARD}>${R2}@7d:tier`;
const MONTH_DAYS = 365 / 12;

type Objects = Partial<ScenarioText['workload']['objects']>;

/** A million reads a day, 60 % of objects of the first week. */
function question(more: Partial<ScenarioText> = {}, objects: Objects = {}, at = 'internet/europe') {
  return ask(
    aScenario({
      asOf: '2026-11-20',
      month: '730 h',
      workload: {
        objects: { size: '1 MB', arrivals: '100k/day', retention: '100 days', ...objects },
        reads: { rate: '1M/day', byAge: { '7 days': 0.6 } },
        readers: [{ at, share: 1 }],
        writer: 'aws/us-east-1',
      },
      stores: [STANDARD, GLACIER, R2],
      effort: 'none',
      ...more,
    }),
    { archive: wholeArchive(), evidence: evidenceBase([]) },
  );
}

function planned(asked: ReturnType<typeof question>, id = BY_AGE) {
  const desk = deskOf(asked);
  const { plan } = answered(desk, { show: [namedPlacement(desk, id) ?? []].flat() });
  const found = plan.candidates.find((one) => one.id === id);
  if (!found) throw new Error(`no ${id} among ${plan.candidates.map((one) => one.id).join(' ')}`);
  return { plan, found };
}

describe('reads of objects that have moved', () => {
  /** 40 % of a million reads a day ask S3 first, at $0.0004 for a thousand. */
  const inVain = 0.4e6 * MONTH_DAYS;
  const cost = (inVain * 0.0004) / 1000;

  it('ask the store of most reads in vain', () => {
    const { found } = planned(question());
    expect(found.asksInVain).toEqual([
      { store: STANDARD, perMonth: expect.closeTo(inVain, 3), share: expect.closeTo(0.4, 9) },
    ]);
    expect(found.runs.map(({ code }) => code)).toEqual(['copy-job', 'router']);
  });

  it.each([
    ['keys tell the date', {}, { keyDate: '{yyyy}/{mm}/{dd}/' }],
    ["the readers' own code knows it", { router: 'own' as const }, {}],
  ])('cost nothing where %s', (_, more, objects) => {
    const worker = (one: ReturnType<typeof planned>) =>
      one.found.monthly.lines.reduce(
        (sum, { store, amount }) => sum + (store === 'cloudflare/workers' ? (amount ?? 0) : 0),
        0,
      );
    const [blind, told] = [planned(question()), planned(question(more, objects))];
    const rest = (one: ReturnType<typeof planned>) => one.found.monthly.total - worker(one);
    expect(rest(blind) - rest(told)).toBeCloseTo(cost, 6);
  });

  it('are asked the same by a router beside the buckets, in the cloud', () => {
    const { found } = planned(question({}, {}, 'google/us-east4'));
    expect(found.asksInVain).toEqual([
      { store: STANDARD, perMonth: expect.closeTo(inVain, 3), share: expect.closeTo(0.4, 9) },
    ]);
  });

  it("are none where a provider's rule moves objects in their bucket", () => {
    const { found } = planned(question(), `age:${STANDARD}>${GLACIER}@7d:tier`);
    expect(found.asksInVain).toEqual([]);
    expect(found.runs.map(({ code }) => code)).toEqual(['lifecycle-rule']);
  });

  it('wait for both stores, unless keys tell the date', () => {
    const assume = Object.fromEntries(
      [STANDARD, R2].map((ref, i) => [ref, { GET: { p50: `${20 + 30 * i} ms`, p99: `${90 + 60 * i} ms` } }]),
    );
    const blind = question({ assume });
    const { context, grid } = itemAt(deskOf(blind).rooms, 0);
    const of = (ref: string, metric: 'total' | 'first_byte' = 'total') => {
      const store = context.stores.findIndex((one) => one.ref === ref);
      const one = grid.read(store, 0, 0, metric)?.best;
      if (!one) throw new Error('no latency');
      return one;
    };
    const [s3, r2] = [of(STANDARD), of(R2)];
    // The first byte of S3 at 20,000 of its quantiles, each with the read of R2 after it.
    const asked = of(STANDARD, 'first_byte');
    const waits = Array.from({ length: 20_000 }, (_, i) => asked.quantile((i + 0.5) / 20_000));
    const both = (ms: number) => waits.reduce((sum, wait) => sum + r2.cdf(ms - wait), 0) / waits.length;
    const { found } = planned(blind);
    const p99 = found.read.p99Ms ?? NaN;
    expect(0.6 * s3.cdf(p99) + 0.4 * both(p99)).toBeCloseTo(0.99, 4);
    expect(found.read.grade).toBe('assumed');
    const told = planned(question({ assume }, { keyDate: '{yyyy}/{mm}/{dd}/' })).found.read.p99Ms ?? NaN;
    expect(0.6 * s3.cdf(told) + 0.4 * r2.cdf(told)).toBeCloseTo(0.99, 6);
  });

  it('keep out a plan whose router would take objects from another store than the one that is to answer', () => {
    const desk = deskOf(question());
    const [s3 = -1, r2 = -1] = [STANDARD, R2].map((ref) =>
      desk.context.stores.findIndex((one) => one.ref === ref),
    );
    const holders = [s3, r2].sort((a, b) => a - b);
    const stage = (fromDays: number, server: number, entered: Entry[]): Stage => ({
      ...{ fromDays, holders, entered },
      servers: [server, -1],
    });
    const written = holders.map((store): Entry => ({ store, how: 'write', from: null }));
    /** Both copies for life: the first week from S3, then from a store. */
    const then = (server: number): Placement => ({
      timelines: [[stage(0, s3, written), ...(server === s3 ? [] : [stage(7, server, [])])]],
    });
    expect(desk.judge(then(s3)).violations).toEqual([]);
    expect(desk.judge(then(r2)).violations).toEqual([
      {
        requirement: 'router',
        required: 'a router that knows which copy is to answer',
        found: 'it takes an object from the first store that has it',
      },
    ]);
  });

  it('are counted and priced in the notes of the files, which take the date of the scenario', () => {
    const [blind, dated] = [question(), question({}, { keyDate: '{yyyy}/{mm}/{dd}/' })];
    const written = (asked: typeof blind, keyDate: string | null = null) =>
      emit(asked, { plan: planned(asked).plan, id: BY_AGE, kinds: ['route'], keyDate });
    expect(written(blind).notes.join()).toContain(
      'the routers ask aws/s3-standard@us-east-1 before other stores. About 12.2M reads a month are of objects that it does not have (40% of all). Each of them asks two stores: the first requests cost $4.87 a month at list price, and take one more round trip. The plan counts both. If keys tell the date, say it in workload.objects.keyDate.',
    );
    expect(written(blind, '{yyyy}/{mm}').notes.join()).toContain('to leave them out');
    expect(jsonOf(written(dated), 'router/route.json')).toMatchObject({ keyDate: '{yyyy}/{mm}/{dd}/' });
    expect(written(dated).notes.join()).not.toContain('asks two stores');
  });
});

describe('router: none', () => {
  it('keeps out what a reader would have to choose between, and says why', () => {
    const { found, plan } = planned(question({ router: 'none' }));
    expect(found.violations).toEqual([
      {
        requirement: 'router',
        required: 'one bucket for each reader',
        found: 'several',
      },
    ]);
    const recommended = plan.candidates.find(({ card }) => card === 'recommended');
    expect(recommended?.runs.map(({ code }) => code)).not.toContain('router');
    expect(recommended?.stores.every((one) => one.startsWith('aws/')) || recommended?.kind === 'single').toBe(
      true,
    );
  });

  it('leaves classes inside a bucket', () => {
    expect(
      planned(question({ router: 'none' }), `age:${STANDARD}>${GLACIER}@7d:tier`).found.violations,
    ).toEqual([]);
  });

  it('leaves each reader a bucket of its own', () => {
    const readers = [
      { at: 'aws/us-east-1', share: 0.5 },
      { at: 'google/us-east4', share: 0.5 },
    ];
    const { workload } = question().text;
    const both = question({ router: 'none', workload: { ...workload, readers } });
    const { found } = planned(both, `copies:${STANDARD}+${R2}`);
    expect(found.violations).toEqual([]);
  });
});
