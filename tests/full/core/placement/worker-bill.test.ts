/** The Worker that readers outside clouds ask is in the bill of the placements that need it, and in the choice. */
import { describe, expect, test } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { candidateFor } from '#core/placement/answer/certified.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { deskOf } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import { allSteps } from '#core/steps.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const STANDARD = 'aws/s3-standard@us-east-1';
const IA = 'aws/s3-standard-ia@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const MOVED = `age:${STANDARD}>${R2}@7d:tier`;

/** 36 million reads a day, half of them from the internet. */
function scenario(changes: Partial<ScenarioText> = {}, readers?: ScenarioText['workload']['readers']) {
  return aScenario({
    workload: aWorkload({
      readers: readers ?? [
        { at: 'aws/us-east-1', share: 0.5 },
        { at: 'internet/europe', share: 0.5 },
      ],
    }),
    month: '720 h',
    stores: [STANDARD, IA, R2],
    ...changes,
  });
}

function linesOf(text: ScenarioText, id: string): (number | null)[] {
  const desk = deskOf(ask(text, { archive: wholeArchive(), evidence: evidenceBase([]) }));
  const placement = namedPlacement(desk, id);
  if (!placement) throw new Error(`no placement ${id}`);
  return candidateFor(desk, placement)
    .monthly.lines.filter(({ store }) => store === 'cloudflare/workers')
    .flatMap(({ amount, unitPrice }) => (unitPrice === 0 ? [] : [Number(amount?.toFixed(6))]));
}

describe('a placement in two buckets, read from the internet', () => {
  test('costs a request and 2.2 ms of CPU for each of 540 million reads a month, less what the fee includes', () => {
    expect(linesOf(scenario(), MOVED)).toEqual([
      530 * 0.3,
      Number(((540e6 * 2.2 - 30e6) * 0.02e-6).toFixed(6)),
      5,
    ]);
  });

  test('costs no Worker where own code knows the bucket, where all readers are in AWS, or where CloudFront asks', () => {
    expect(linesOf(scenario({ router: 'own' }), MOVED)).toEqual([]);
    expect(linesOf(scenario({}, [{ at: 'aws/us-east-1', share: 1 }]), MOVED)).toEqual([]);
    const viewers = { at: 'internet/europe', share: 1, via: 'aws/cloudfront', hitRatio: 0.9 };
    expect(linesOf(scenario({}, [viewers]), MOVED)).toEqual([]);
  });

  test('costs none by a price list that knows no Workers, and says so', () => {
    const text = scenario({ knownOn: '2026-11-22' });
    expect(linesOf(text, MOVED)).toEqual([]);
    const desk = deskOf(ask(text, { archive: wholeArchive(), evidence: evidenceBase([]) }));
    const placement = namedPlacement(desk, MOVED);
    expect(placement && candidateFor(desk, placement).findings).toContainEqual({
      code: 'worker-not-billed',
      asOf: '2026-11-20',
      currency: 'USD',
    });
  });
});

test('one bucket costs no Worker, also where a rule changes the class of its objects', () => {
  expect(linesOf(scenario(), `single:${R2}`)).toEqual([]);
  expect(linesOf(scenario(), `age:${STANDARD}>${IA}@30d:lifecycle`)).toEqual([]);
});

describe('where a read does not say which of two stores has its object', () => {
  const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
  const inAws = (changes: Partial<ScenarioText> = {}) =>
    aScenario({
      workload: aWorkload({
        objects: {
          size: [
            { share: 0.9, size: '16 KiB' },
            { share: 0.1, size: '64 MiB' },
          ],
          arrivals: '1000/day',
          retention: '40 days',
        },
        reads: { rate: '1M/day' },
        readers: [{ at: 'aws/us-east-1', share: 1 }],
      }),
      month: '720 h',
      stores: [STANDARD, EXPRESS, R2],
      ...changes,
    });
  /** Requests at a price and their amount, by store. */
  const readsOf = (text: ScenarioText, id: string) => {
    const desk = deskOf(ask(text, { archive: wholeArchive(), evidence: evidenceBase([]) }));
    const placement = namedPlacement(desk, id);
    if (!placement) throw new Error(`no placement ${id}`);
    return candidateFor(desk, placement).monthly.lines.filter(({ meter }) => meter === 'requests.get');
  };

  test('the first that is asked bills what it has not: 404 is a GET of S3, and costs what one costs', () => {
    // Express is asked first, $0.03 a million instead of $0.40: all 30 million reads, of which 3 million are of S3's objects.
    const lines = readsOf(inAws(), `size:${EXPRESS}>${STANDARD}@16KiB`);
    expect(lines.map(({ store, quantity }) => [store, Math.round(quantity)])).toEqual([
      ['aws/s3-express-one-zone', 30e6],
      ['aws/s3-standard', 3e6],
    ]);
    expect(lines[0]?.amount).toBeCloseTo(30 * 0.03, 6);
    expect(lines[1]?.amount).toBeCloseTo(3 * 0.4, 6);
  });

  test('and no store does where the code of the user knows', () => {
    const lines = readsOf(inAws({ router: 'own' }), `size:${EXPRESS}>${STANDARD}@16KiB`);
    expect(lines.map(({ quantity }) => Math.round(quantity))).toEqual([27e6, 3e6]);
  });
});

test('the search weighs the Worker: what it found costs what its bill says', () => {
  const desk = deskOf(
    ask(scenario({ effort: 'none' }), { archive: wholeArchive(), evidence: evidenceBase([]) }),
  );
  const { kept } = allSteps(desk.at(1, Infinity, { stores: 2, shown: true }));
  const [room] = desk.rooms;
  const routed = kept.filter(({ plan }) => linesOf(scenario(), desk.id(plan)).length > 0);
  expect(routed.length).toBeGreaterThan(0);
  for (const { plan, cost } of routed) expect(cost / (room?.bill(plan).low ?? NaN)).toBeCloseTo(1, 6);
});
