/** A month of the emitted files, simulated and billed, against the bill of the plan that they were written from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { heldStores } from '#core/placement/bill/parts.ts';
import { deskOf } from '#core/placement/desk.ts';
import { billTotal } from '#core/pricing/bills/bill.ts';
import { archiveEnds } from '#core/pricing/ends.ts';
import { ask } from '#core/question.ts';
import type { Candidate, CandidatePart } from '#core/report/plan-types.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import type { Emission } from '#emit/emit.ts';
import type { Jobs } from '#emit/mover.ts';
import type { Route } from '#emit/route.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { jsonOf, textOf } from '#tests/helpers/emit/plans.ts';
import { simulateCache } from '#tests/simulator/cache.ts';
import type { CopyTimes, Points } from '#tests/simulator/cache.ts';
import { usages } from '#tests/simulator/cache-usages.ts';
import { calendar } from '#tests/simulator/calendar.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { emittedParts } from '#tests/simulator/emitted.ts';
import { Ledger } from '#tests/simulator/ledger.ts';
import { simulatedStores } from '#tests/simulator/placements.ts';
import { simulateParts } from '#tests/simulator/simulate.ts';
import { ROOT, allDatasets, wholeArchive } from '#tests/sources.ts';

const ALLOWED = 0.005;

const WORKLOADS = [
  'thumbnails',
  'thumbnails-nocdn',
  'ml-shards',
  'log-archive',
  'container-registry',
  'backup',
  'medical',
  'llm-checkpoints',
  'cdn-origin',
  'loki',
  'iceberg',
  'warpstream',
  'genomics',
  'email-attachments',
];

/** Placements beside those that the plan shows. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  // New objects lie in the bucket that is looked through for what is no longer popular.
  'thumbnails-nocdn': ['mix:new,old.5%=tigris/standard@global;old.100%=cloudflare/r2-standard@enam'],
  // A read says neither the size of its object nor how popular it is: routers ask one of the two stores first.
  'container-registry': [
    'size:cloudflare/r2-standard@enam>aws/s3-standard@us-east-1@5kB',
    'popular:cloudflare/r2-standard@enam>google/standard@us-east4@5%',
  ],
};

const AS_THEY_ARE = WORKLOADS.map((workload): [string, string, string[] | null] => [
  workload,
  workload,
  null,
]);

it.each([
  ...AS_THEY_ARE,
  [
    'thumbnails through the CDN that the plan chooses',
    'thumbnails',
    ['aws/cloudfront', 'bunny/cdn'],
  ] as const,
])('%s: what the files do costs what the plan says', (_, workload, via) => {
  const archive = wholeArchive();
  const file = path.join(ROOT, 'tests/advice/workloads', `${workload}.yaml`);
  // Prices of today, which know what a Worker asks.
  const { knownOn: _known, ...text } = parse(readFileSync(file, 'utf8')) as ScenarioText;
  if (via) for (const reader of text.workload.readers) reader.via = [...via];
  const desk = deskOf(ask(text, { archive, evidence: evidenceBase(allDatasets()) }));
  const ids = via ? [] : (ALSO[workload] ?? []);
  const also = ids.flatMap((id) => namedPlacement(desk, id) ?? []);
  const { plan, placements } = answered(desk, { show: also });
  const { context } = desk;
  const { low } = archiveEnds(archive);
  const followed = plan.candidates.filter(({ kind }) => kind !== 'cache');
  expect(followed.length).toBeGreaterThan(1);
  expect(followed.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
  if (via) expect(new Set(followed.flatMap(({ cdn }) => cdn)).size).toBeGreaterThan(0);
  expect(followed).toContain(plan.candidates.find(({ card }) => card === 'recommended'));
  const differences = followed.map((candidate) => {
    const { id, monthly } = candidate;
    const { timelines } = placements[plan.candidates.findIndex((one) => one.id === id)] ?? {
      timelines: [],
    };
    const scenario = withCdnOf(context.scenario, candidate);
    const emission = emit(desk.question, { plan, id, kinds: EMIT_KIND_NAMES, keyDate: null });
    const parts = emittedParts(
      scenario,
      emission,
      simulatedStores(context),
      isToldByAge(candidate),
      ({ stream, sizeBytes, slice }, asker, ageDays) => {
        const p = context.populations.findIndex(
          (one) =>
            one.stream === stream &&
            one.workload.meanSizeBytes === sizeBytes &&
            (one.slice === null || one.slice === slice),
        );
        const stage = timelines[p]?.findLast(({ fromDays }) => fromDays <= ageDays);
        return heldStores(context)[stage?.servers[asker] ?? -1]?.ref ?? '';
      },
    );
    const months = simulateParts(scenario, parts).map(({ usages }) =>
      billTotal(usages, low, context.billing),
    );
    const total = months.reduce((sum, one) => sum + one.total, 0) / months.length;
    const isBilled = monthly.lines.some(({ store }) => store === 'cloudflare/workers');
    const isWritten = emission.files.some(({ path }) => path === 'router/worker.ts');
    expect([id, 'Worker', isBilled]).toEqual([id, 'Worker', isWritten]);
    return { id, difference: total / monthly.total - 1 };
  });
  expect(differences.filter(({ difference }) => !(Math.abs(difference) < ALLOWED))).toEqual([]);
});

/** Of readers who leave their CDN open, that of the placement. */
function withCdnOf(scenario: Scenario, { cdn: [via] }: Candidate): Scenario {
  const readers = scenario.workload.readers.map((one) => ({
    ...one,
    ...(one.viaAny && via !== undefined ? { via } : {}),
  }));
  return { ...scenario, workload: { ...scenario.workload, readers } };
}

const STANDARD = 'aws/s3-standard@us-east-1';
const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const TIGRIS = 'tigris/standard@global';
const GAPS = [
  { hours: 2, share: 0.3 },
  { hours: 24, share: 0.6 },
  { hours: 96, share: 0.75 },
];
const AFTER = [
  { hours: 2, share: 0.2 },
  { hours: 96, share: 0.8 },
];

it.each([
  ['R2 before S3 for two hours, deleted by a rule', R2, STANDARD, '2h', false, 1],
  ['S3 before R2 for a day, deleted by a rule in whole days', STANDARD, R2, '1d', false, 1],
  ['Express before S3 for two hours, deleted every hour', EXPRESS, STANDARD, '2h', true, 1],
  ['Tigris before R2 for four days, filled by writes', TIGRIS, R2, '4d', true, 1],
  ['S3 before R2, of which ranges are read', STANDARD, R2, '1d', false, 0.1],
])('a cache, %s: what the files do costs what the plan says', (_, hot, cold, ttl, through, part) => {
  const bytes = 200_000;
  const authored = (points: Points) =>
    Object.fromEntries(points.map(({ hours, share }) => [`${hours} hours`, share]));
  const text = aScenario({
    workload: {
      objects: { size: `${bytes} B`, arrivals: '100000/day', retention: '400 days' },
      reads: {
        rate: '1M/day',
        ...(part < 1 ? { bytes: `${bytes * part} B` } : {}),
        rereads: { gaps: authored(GAPS), afterWrite: authored(AFTER) },
      },
      readers: [
        { at: 'aws/us-east-1', share: 0.3 },
        { at: 'internet/europe', share: 0.7 },
      ],
      writer: 'internet/europe',
    },
    stores: [hot, cold],
  });
  const desk = deskOf(ask(text, { archive: wholeArchive(), evidence: evidenceBase([]) }));
  const id = `cache:${hot}>${cold}@${ttl}${through ? ':through' : ''}`;
  const placement = namedPlacement(desk, id);
  if (!placement) throw new Error(`no placement ${id}`);
  const { plan } = answered(desk, { show: [placement] });
  const planned = plan.candidates.find((one) => one.id === id);
  const emission = emit(desk.question, { plan, id, kinds: EMIT_KIND_NAMES, keyDate: null, prefix: '' });
  const times = copyTimes(emission);
  const seen = simulateCache(
    { gaps: GAPS, afterWrite: AFTER, writesPerRead: 0.1 },
    times,
    through,
    new Chance(7),
    2_000_000,
  );
  const { scenario } = desk.question;
  const stores = usages(scenario, { hot, cold, ttlHours: 0, through }, times, (reads, writes) => {
    const of = (count: number) => (count * reads) / seen.reads;
    return {
      reads,
      writes,
      hits: of(seen.hits),
      fills: of(seen.fills),
      writeFills: through ? writes : 0,
      renewals: of(seen.renewals),
      heldHours: of(seen.heldHours),
    };
  });
  const [month] = calendar(scenario.asOf, scenario.month, 1);
  if (!month || !planned) throw new Error('a month, and a plan of it');
  const worker = new Ledger('cloudflare/workers', 'everywhere');
  // 70 % of the reads, and all writes, come from outside clouds.
  const asked = (1e6 * 0.7 + 1e5) * (month.to - month.from);
  worker.request('Invocation', asked, 0);
  worker.request('CpuMillisecond', asked * 2.2, 0);
  expect(emission.files.map(({ path: name }) => name)).toContain('router/cache.ts');
  const { total } = billTotal(
    [...stores, worker.usage(scenario.asOf, month.period)],
    archiveEnds(wholeArchive()).low,
    desk.context.billing,
  );
  expect(Math.abs(total / planned.monthly.total - 1)).toBeLessThan(ALLOWED);
});

/** When copies are written again and deleted, by the text of the files. */
function copyTimes(emission: Emission): CopyTimes & { runsPerDay: number } {
  const { cache } = jsonOf(emission, 'router/route.json') as Route;
  if (!cache) throw new Error('no cache is written');
  const isFile = (name: string) => emission.files.some((file) => file.path === name);
  const jobs = isFile('mover/jobs.json') ? (jsonOf(emission, 'mover/jobs.json') as Jobs).jobs : [];
  const job = jobs.find(({ from, does }) => from === cache.hot && does === 'delete');
  const deletes = `lifecycle/${cache.hot}.json`;
  expect(job !== undefined || isFile(deletes)).toBe(true);
  const days = job ? null : /"(?:Days|maxAge)": (\d+)/.exec(textOf(emission, deletes))?.[1];
  const deletedHours = job
    ? job.minAge / 3600
    : Number(days) * (textOf(emission, deletes).includes('maxAge') ? 1 / 3600 : 24);
  expect(deletedHours).toBeCloseTo(cache.keepSeconds / 3600, 6);
  const runsPerDay = job ? (job.hourly ? 24 : 1) : 0;
  return {
    renewHours: cache.renewSeconds / 3600,
    keepHours: cache.keepSeconds / 3600,
    lateHours: job ? [0, 24 / runsPerDay] : [0, 0],
    runsPerDay,
  };
}

/**
 * Whether an object's age says which store answers a place. Where two sizes lie in the same stores and are read from different ones,
 * routers ask one of the two, and the plan's bill is that of readers who know the size.
 */
function isToldByAge({ parts }: Candidate): boolean {
  const isOneStream = (a: CandidatePart, b: CandidatePart) =>
    ['new', 'old'].some((stream) => a.name.includes(stream) && b.name.includes(stream));
  const clash = (a: CandidatePart, b: CandidatePart) =>
    isOneStream(a, b) &&
    a.segments.some((one) =>
      b.segments.some(
        (other) =>
          one.fromDays < other.toDays &&
          other.fromDays < one.toDays &&
          Object.entries(one.servers).some(
            ([place, server]) =>
              other.servers[place] !== server &&
              one.holders.includes(other.servers[place] ?? '') &&
              other.holders.includes(server),
          ),
      ),
    );
  return parts.every((a, i) => parts.slice(i + 1).every((b) => !clash(a, b)));
}
