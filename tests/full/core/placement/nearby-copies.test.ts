/** Copies that serve readers nearby: their bill by hand, and what they do to each place. */
import { deskOf } from '#core/placement/desk.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { nearbyCopies } from '#core/placement/variations/copies.ts';
import { plan } from '#core/placement/plan.ts';
import type { Sources } from '#core/sources.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { ask } from '#core/question.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { usagesByHand } from '#tests/simulator/by-hand.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const HERE = 'aws/s3-standard@us-east-1';
const THERE = 'aws/s3-standard@eu-west-1';

let sources: Sources;
beforeAll(() => {
  sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
});

type Offer = Extract<Finding, { code: 'nearby-copies' }>;
const offersOf = (text: ScenarioText) =>
  nearbyCopies(deskOf(ask(text, sources)), plan(ask(text, sources))).flatMap((one): Offer[] =>
    one.code === 'nearby-copies' ? [one] : [],
  );

const readers = [
  { at: 'aws/us-east-1', share: 0.4 },
  { at: 'aws/eu-west-1', share: 0.6 },
];
const far = (changes: Partial<ScenarioText> = {}) =>
  aScenario({
    workload: aWorkload({
      objects: { size: '64 KiB', arrivals: '500k/day', retention: '60 days' },
      reads: { rate: '2M/day' },
      readers,
      writer: 'aws/us-east-1',
    }),
    stores: [HERE],
    ...changes,
  });
/** Read so often that a copy costs less than what it saves of the way. */
const busy = (changes: Partial<ScenarioText> = {}) =>
  far({ workload: { ...far().workload, reads: { rate: '40M/day' } }, ...changes });

/** One store with its own readers, as a scenario of its own. */
function of(scenario: Scenario, q: number): Scenario {
  const { workload } = scenario;
  const reader = workload.readers[q];
  if (!reader) throw new RangeError('no such reader');
  return {
    ...scenario,
    workload: {
      ...workload,
      reads: { ...workload.reads, rate: { value: workload.reads.rate.value * reader.share } },
      readers: [{ ...reader, share: 1 }],
    },
  };
}

describe('a copy near readers elsewhere', () => {
  it('costs what two stores with their own readers do, by hand and to the cent', () => {
    const [offer] = offersOf(busy());
    expect(offer?.copies).toEqual([THERE]);
    const scenario = ScenarioFile.parse(busy());
    const placed = (region: string) => ({
      store: 'aws/s3-standard',
      region,
      transitionsTo: [],
      transitionAfterDays: 0,
    });
    const both = bill(
      [
        ...usagesByHand(of(scenario, 0), { hot: placed('us-east-1') }),
        ...usagesByHand(of(scenario, 1), { hot: placed('eu-west-1') }),
      ],
      sources.archive,
    );
    expect(offer?.total).toBeCloseTo(both.total, 2);
    const alone = bill(usagesByHand(scenario, { hot: placed('us-east-1') }), sources.archive);
    expect(offer?.alone).toBeCloseTo(alone.total, 2);
  });

  it('makes their p99 shorter, and says so with its price', () => {
    const [offer] = offersOf(busy());
    const [place, ...others] = offer?.places ?? [];
    expect(others).toEqual([]);
    expect(place).toMatchObject({ place: 'aws/eu-west-1', store: THERE });
    expect(place?.p99Ms).toBeLessThan(place?.aloneMs ?? 0);
    expect(offer && describeFinding(offer)).toMatch(
      /^A copy of everything in aws\/s3-standard@eu-west-1, beside aws\/s3-standard@us-east-1, would serve readers nearby\. aws\/eu-west-1 reads .*p99 .* instead of .* It costs .*\/month, /,
    );
  });

  it('of a store that alone is too slow somewhere meets what is required, where nothing else does', () => {
    const limited = far({
      requirements: { latency: [{ of: 'read', at: 'aws/eu-west-1', p99: '80 ms' }] },
      assume: Object.fromEntries([HERE, THERE].map((ref) => [ref, { GET: { p50: '10 ms', p99: '40 ms' } }])),
    });
    const answer = plan(ask(limited, sources));
    expect(answer.recommendation).toBeNull();
    const [offer] = offersOf(limited);
    expect(offer).toMatchObject({ isLeft: true, copies: [THERE], feasible: 'yes', instead: null });
    expect(offer && describeFinding(offer)).toMatch(
      /^Everything in aws\/s3-standard@eu-west-1 instead of aws\/s3-standard@us-east-1 would serve .*It would meet the requirements, which nothing else is sure enough to meet\.$/,
    );
  });

  it('is compared with the plan that is recommended', () => {
    const alone = plan(ask(busy(), sources));
    const [offer] = offersOf(busy());
    expect(offer?.instead).toEqual({ id: `single:${HERE}`, total: alone.candidates[0]?.monthly.total });
    expect(offer?.total).toBeLessThan(offer?.alone ?? 0);
    expect(offer && describeFinding(offer)).toMatch(
      /It meets the requirements, for \$[\d.]+k? less than single:aws\/s3-standard@us-east-1\.$/,
    );
  });

  it('is not offered where it is not worth its price, or is the plan already', () => {
    expect(offersOf(far())).toEqual([]);
    const both = busy({ stores: [HERE, THERE] });
    const answer = plan(ask(both, sources));
    expect(answer.candidates.find(({ id }) => id === answer.recommendation?.id)?.segments).toHaveLength(1);
    expect(answer.recommendation?.id).toBe(`copies:${HERE}+${THERE}`);
    expect(offersOf(both)).toEqual([]);
  });

  it('is not offered where all readers are in one place', () => {
    expect(
      offersOf(far({ workload: { ...far().workload, readers: [{ at: 'aws/us-east-1', share: 1 }] } })),
    ).toEqual([]);
  });

  it('is judged by what is required: a copy outside the jurisdiction fails', () => {
    const offers = offersOf(far({ requirements: { jurisdiction: 'US' } }));
    for (const { copies, feasible } of offers) if (copies.includes(THERE)) expect(feasible).toBe('no');
  });

  it('of three places, several copies are offered together, and the store itself left where it is not worth its effort', () => {
    const { workload } = busy();
    const readers = [
      { at: 'aws/us-east-1', share: 0.2 },
      { at: 'aws/eu-west-1', share: 0.5 },
      { at: 'aws/ap-southeast-1', share: 0.3 },
    ];
    const ASIA = 'aws/s3-standard@ap-southeast-1';
    const offered = (changes: Partial<ScenarioText>) =>
      offersOf(busy({ workload: { ...workload, readers }, ...changes })).map((offer) => ({
        ...offer,
        copies: offer.copies.toSorted(),
        places: offer.places.map(({ place }) => place),
      }));
    const copies = [ASIA, THERE];
    const there = ['aws/eu-west-1', 'aws/ap-southeast-1'];
    expect(offered({ effort: 'none' })).toMatchObject([{ isLeft: false, copies, places: there }]);
    expect(offered({})).toMatchObject([{ isLeft: true, copies, places: ['aws/us-east-1', ...there] }]);
  });
});
