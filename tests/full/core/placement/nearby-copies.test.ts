/** Copies that serve readers nearby: their bill by hand, and what they do to each place. */
import { deskOf } from '#core/placement/desk.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { nearbyCopies } from '#core/placement/beside/copies.ts';
import { plan as planExactly } from '#core/placement/plan.ts';
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
    const [offer] = offersOf(far());
    expect(offer?.copies).toEqual([THERE]);
    const scenario = ScenarioFile.parse(far());
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
    const [offer] = offersOf(far());
    const [place, ...others] = offer?.places ?? [];
    expect(others).toEqual([]);
    expect(place).toMatchObject({ place: 'aws/eu-west-1', store: THERE });
    expect(place?.p99Ms).toBeLessThan(place?.aloneMs ?? 0);
    expect(offer && describeFinding(offer)).toMatch(
      /^Everything in aws\/s3-standard@us-east-1 and a copy in aws\/s3-standard@eu-west-1, written at once, serves readers nearby: aws\/eu-west-1 reads .*p99 .* instead of .* a month, /,
    );
  });

  it('of a store that alone is too slow somewhere meets what is required, where nothing else does', () => {
    const limited = far({
      requirements: { latency: [{ of: 'read', at: 'aws/eu-west-1', p99: '100 ms' }] },
      assume: Object.fromEntries([HERE, THERE].map((ref) => [ref, { GET: { p50: '10 ms', p99: '40 ms' } }])),
    });
    const answer = plan(ask(limited, sources));
    expect(answer.recommendation).toBeNull();
    const [offer] = offersOf(limited);
    expect(offer).toMatchObject({ copies: [THERE], feasible: 'yes', instead: null });
    expect(offer && describeFinding(offer)).toMatch(
      /It would meet what is required, where nothing else is proven to\.$/,
    );
  });

  it('is compared with the plan that is recommended, and is not offered where it is that plan', () => {
    const limited = (stores: string[]) =>
      far({
        requirements: { latency: [{ of: 'read', at: 'aws/eu-west-1', p99: '100 ms' }] },
        stores,
        assume: Object.fromEntries(
          [HERE, THERE].map((ref) => [ref, { GET: { p50: '10 ms', p99: '40 ms' } }]),
        ),
      });
    const text = limited([THERE]);
    const alone = plan(ask(text, sources));
    const [offer] = offersOf(text);
    expect(offer?.instead).toEqual({ id: `single:${THERE}`, total: alone.candidates[0]?.monthly.total });
    expect(offer && describeFinding(offer)).toMatch(
      /It meets what is required, for \$[\d.]+k? (less|more) than single:aws\/s3-standard@eu-west-1\.$/,
    );
    const both = { ...limited([HERE, THERE]) };
    both.requirements = {
      latency: [HERE, THERE].map((ref) => ({ of: 'read', at: `aws/${ref.split('@')[1]}`, p99: '60 ms' })),
    };
    const exact = planExactly(ask(both, sources));
    expect(exact.candidates.find(({ id }) => id === exact.recommendation?.id)?.segments).toHaveLength(1);
    for (const one of nearbyCopies(deskOf(ask(both, sources)), exact))
      if (one.code === 'nearby-copies') expect(one.copies.length).toBeGreaterThan(1);
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

  it('of three places, several copies are offered together', () => {
    const text = far({
      workload: {
        ...far().workload,
        readers: [
          { at: 'aws/us-east-1', share: 0.2 },
          { at: 'aws/eu-west-1', share: 0.5 },
          { at: 'aws/ap-southeast-1', share: 0.3 },
        ],
      },
    });
    const all = offersOf(text).find(({ copies }) => copies.length > 1);
    expect(all?.copies.toSorted()).toEqual(['aws/s3-standard@ap-southeast-1', THERE]);
    expect(all?.places.map(({ place }) => place)).toEqual(['aws/eu-west-1', 'aws/ap-southeast-1']);
  });
});
