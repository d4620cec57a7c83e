/** What a cache of one's own shows: bypass by size, the mixture of hits and misses, requirements, words, and the files that put it in place. */
import { beforeAll, describe, expect, it } from 'vitest';
import { headline } from '#cli/render/brief.ts';
import { namesWith } from '#core/answer/words/placement.ts';
import { describeFinding } from '#core/findings/index.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { overTime, planUncertainty } from '#tests/helpers/core/asked.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { deskOf } from '#core/placement/desk.ts';
import { plan } from '#core/placement/plan.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ask } from '#core/question.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { askedBy } from '#tests/helpers/aPlan.ts';
import { wholeArchive } from '#tests/sources.ts';

const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const STANDARD = 'aws/s3-standard@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const ARCHIVE = 'aws/s3-glacier-instant-retrieval@us-east-1';

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});
const planOf = (text: ScenarioText) => plan(ask(text, { archive, evidence: evidenceBase([]) }));
const cachesOf = ({ candidates }: { candidates: readonly Candidate[] }) =>
  candidates.filter(({ kind }) => kind === 'cache');

type Reads = NonNullable<ScenarioText['workload']['reads']>;
const reused = (changes: Partial<ScenarioText> = {}, reads: Partial<Reads> = {}, size: unknown = '2 MB') =>
  aScenario({
    workload: {
      objects: { size: size as string, standing: '1 PB' },
      reads: { rate: '3M/day', rereads: { gaps: { '6 hours': 0.5, '3 days': 0.9 } }, ...reads },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    horizon: '1 month',
    stores: [STANDARD, ARCHIVE, R2],
    ...changes,
  });

describe('a cache wins where what is cold is cheap to keep and dear to read', () => {
  it('and says why', () => {
    const answer = planOf(reused());
    expect(answer.recommendation?.id).toBe(`cache:${STANDARD}>${ARCHIVE}@3d`);
    expect(answer.recommendation?.reasons.map(({ code }) => code)).toContain('cache');
    const [best] = cachesOf(answer);
    expect(
      best &&
        headline(
          best,
          answer,
          namesWith(
            (ref) => ref,
            () => undefined,
          ),
        ),
    ).toMatch(
      /^aws\/s3-glacier-instant-retrieval@us-east-1 with copies in aws\/s3-standard@us-east-1 for 3 days after each read/,
    );
  });

  it('and bills what a router asks the hot store for in vain', () => {
    const [best] = cachesOf(planOf(reused()));
    const asked = (meter: string) =>
      best?.monthly.lines.find((one) => one.store === 'aws/s3-standard' && one.meter === meter)?.quantity ??
      0;
    // Every read, whether it finds a copy or not, and one more for each copy that is written again: a tenth of the reads fill.
    const reads = 3e6 * 30;
    expect((asked('requests.get') - reads) / (asked('requests.put') - 0.1 * reads)).toBeCloseTo(1, 4);
  });

  it('month by month as well', () => {
    const text = reused({ horizon: '3 months' });
    const months = overTime(ask(text, { archive, evidence: evidenceBase([]) }));
    const best = planOf(text).recommendation?.id;
    expect(best).toMatch(/^cache:/);
    expect([months?.first, months?.whole]).toEqual([best, best]);
  });

  it('and is found by its id, sizes and all', () => {
    const sizes = [
      { share: 0.5, size: '64 KiB' },
      { share: 0.5, size: '4 MiB' },
    ];
    const desk = deskOf(ask(reused({ effort: 'none' }, {}, sizes), { archive, evidence: evidenceBase([]) }));
    for (const how of ['', ':upto-64KiB', ':from-4MiB']) {
      const id = `cache:${STANDARD}>${ARCHIVE}@6h${how}`;
      const named = namedPlacement(desk, id);
      expect(named && desk.id(named)).toBe(id);
    }
    expect(namedPlacement(desk, `cache:${STANDARD}>${ARCHIVE}@6h:upto-1MiB`)).toBeNull();
  });

  it('and competes in every draw of a range', () => {
    const text = reused({}, { rate: '2M/day to 4M/day' });
    const uncertainty = planUncertainty(ask(text, { archive, evidence: evidenceBase([]) }), { draws: 8 });
    const best = planOf(text).recommendation?.id;
    const own = uncertainty?.candidates.find(({ id }) => id === best);
    expect(best).toMatch(/^cache:/);
    expect(own?.recommended).toBe(1);
    expect(uncertainty?.tornado?.id).toBe(best);
  });

  it('a scenario that says nothing of re-reads has none', () => {
    const { rereads: _none, ...reads } = reused().workload.reads ?? { rate: 0 };
    expect(cachesOf(planOf(reused({ workload: { ...reused().workload, reads } })))).toEqual([]);
  });

  it('behind a CDN they are left out, and that is said', () => {
    const text = reused({
      workload: {
        ...reused().workload,
        readers: [{ at: 'internet/europe', share: 1, via: 'aws/cloudfront', hitRatio: 0.5 }],
      },
    });
    const answer = planOf(text);
    expect(cachesOf(answer)).toEqual([]);
    expect(answer.findings.map((one) => describeFinding(one)).join()).toMatch(
      /rereads does not change this plan: a CDN/,
    );
  });
});

describe('objects of some sizes pass the cache by', () => {
  // Express saves requests of small objects; of large ones its retrieval costs more than R2's reads.
  const sizes = [
    { share: 0.5, size: '8 kB' },
    { share: 0.5, size: '40 MB' },
  ];
  it('where their copies save nothing', () => {
    const answer = planOf(
      reused({
        stores: [EXPRESS, R2],
        workload: {
          ...reused({}, { rate: '200M/day' }, sizes).workload,
          objects: { size: sizes, standing: '40 PB' },
        },
      }),
    );
    const best = cachesOf(answer).find(({ stores }) => stores[0] === EXPRESS);
    expect(best?.cache).toMatchObject({ upToBytes: 8000, fromBytes: null });
    expect(best?.cache?.hitShare).toBeCloseTo(0.9 / 2, 6);
    // Cached, the small ones alone cost less than with all: by hand, the large ones only add to the hot store's bill.
    const hot = best?.monthly.lines.filter(({ store }) => store === 'aws/s3-express-one-zone') ?? [];
    const gib = hot.filter(({ meter }) => meter === 'storage').reduce((sum, one) => sum + one.quantity, 0);
    // A copy lies three to four days after its last read, by when that found it.
    const small = (last: number) => 100e6 * (0.5 * 3 + 0.4 * 39 + 0.1 * last);
    const held = (hours: number) => (hours * 30 * 8000) / (720 * 2 ** 30);
    expect(gib).toBeGreaterThan(held(small(72)));
    expect(gib).toBeLessThan(held(small(96)));
  });
});

describe('requirements', () => {
  const assume = {
    [STANDARD]: { GET: { p50: '20 ms', p99: '80 ms' }, PUT: { p50: '30 ms', p99: '90 ms' } },
    [ARCHIVE]: { GET: { p50: '60 ms', p99: '400 ms' }, PUT: { p50: '60 ms', p99: '300 ms' } },
    [R2]: { GET: { p50: '60 ms', p99: '500 ms' }, PUT: { p50: '60 ms', p99: '300 ms' } },
  };
  it('hits and misses are one mixture', () => {
    const [best] = cachesOf(planOf(reused({ assume })));
    const { p50Ms, p99Ms } = best?.read ?? {};
    expect(best?.read.byPlace[0]?.servedBy).toEqual([
      { store: STANDARD, share: expect.closeTo(0.9, 9) as number },
      { store: ARCHIVE, share: expect.closeTo(0.1, 9) as number },
    ]);
    expect(p50Ms).toBeGreaterThan(20);
    expect(p50Ms).toBeLessThan(30);
    expect(p99Ms).toBeGreaterThan(80);
    expect(p99Ms).toBeLessThan(400);
  });

  it('a p99 that the misses break is no cache', () => {
    const answer = planOf(reused({ assume, requirements: { readP99: '90 ms' } }));
    expect(cachesOf(answer).filter(({ feasible }) => feasible === 'yes')).toEqual([]);
    expect(answer.recommendation?.id).toBe(`single:${STANDARD}`);
  });

  it('the keeper has the zones, and both are where they must be', () => {
    const two = planOf(reused({ requirements: { zones: 2 }, stores: [EXPRESS, STANDARD, ARCHIVE] }));
    for (const { stores, feasible } of cachesOf(two))
      if (feasible === 'yes') expect(stores[1]).not.toBe(EXPRESS);
    const german = planOf(reused({ requirements: { jurisdiction: 'DE' } }));
    expect(cachesOf(german)).toEqual([]);
  });
});

describe('emit', () => {
  it('a cache is written as rules and routers that count from the last read', () => {
    const names = { buckets: {}, endpoints: {} };
    const plan = planOf(reused());
    const written = emit(askedBy(plan, archive), {
      plan,
      id: null,
      kinds: ['route'],
      keyDate: null,
      ...names,
    });
    expect(written.plan).toMatch(/^cache:/);
    expect(written.notes.join(' ')).toMatch(/keeps a copy for 3 days after its last read/);
  });

  it('a split by size is written as a rule by size', () => {
    const sizes = [
      { share: 0.5, size: '64 KiB' },
      { share: 0.5, size: '4 MiB' },
    ];
    const workload = { ...reused().workload, objects: { size: sizes, standing: '20 TiB' } };
    const text = reused({
      workload: { ...workload, reads: { rate: '50M/day' } },
      stores: [STANDARD, EXPRESS],
      effort: 'none',
      requirements: { zones: 1 },
    });
    const plan = planOf(text);
    const { files } = emit(askedBy(plan, archive), { plan, id: null, kinds: ['route'], keyDate: null });
    expect(files.find(({ path }) => path === 'router/route.json')?.text).toContain('"by": "size"');
  });
});
