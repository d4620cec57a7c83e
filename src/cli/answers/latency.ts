import { figureOf } from '#core/answer/figures/figure.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { likenesses } from '#core/latency/estimates/vendor-equivalent.ts';
import { predict } from '#core/latency/predict.ts';
import { gradeWords, type Prediction } from '#core/latency/types.ts';
import { usualLatency } from '#core/latency/usual.ts';
import { nearestRegion, placeOfStore } from '#core/places.ts';
import { mustBeAboveZero } from '#core/remedies.ts';
import { quantileDisorder } from '#core/scenario/check-sense.ts';
import { checkStoreRef } from '#core/scenario/check-stores.ts';
import { splitRef } from '#core/store-ref.ts';
import { formatNumber } from '#core/text/numbers.ts';
import { capital } from '#core/text/words.ts';
import { formatMs, parseBytes, parseMs, formatBytes } from '#core/units.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable, within } from '../failures.ts';
import { give } from '../formats.ts';
import { datasetsGiven, evidenceNamed } from '../input/datasets.ts';
import { placeNamed } from '../input/named.ts';
import { findingWords } from '../render/notes.ts';
import { heading, listOf, type Block } from '../render/table.ts';

const OPERATIONS = ['GET', 'PUT', 'HEAD', 'LIST', 'DELETE'] as const;
const DEFAULT_BYTES = 10 * 1024;
const METRICS = ['total', 'first_byte'] as const;

/** Exit 1 where no measurement supports an answer. */
export const latency: Run = async (args, deps) => {
  const operation = args.choice('op', OPERATIONS) ?? 'GET';
  const metric = args.choice('metric', METRICS) ?? 'total';
  const from = placeNamed(
    'from',
    args.needed('from', 'say where the client is: --from aws/us-east-1 or --from internet/europe'),
  );
  const sizeBytes = args.read('size', sizeGiven) ?? DEFAULT_BYTES;
  const { store, region: asked } = splitRef(args.operands[0] ?? '');
  const { region, at } = siteOf(store, asked, from, args.day('as-of'), deps);
  const { evidence } = await evidenceNamed(datasetsGiven(args, deps), deps);
  const assume = await within('--assume', () => assumedQuantiles(args.list('assume')));
  const inFlight = args.read('concurrency', inFlightGiven);
  const like = likenesses(deps.catalog.archive, store, operation);
  const query = {
    store,
    at,
    operation,
    metric,
    sizeBytes,
    from,
    ...(assume ? { assume } : {}),
    ...(like.length > 0 ? { like } : {}),
    ...(inFlight === undefined ? {} : { load: { inFlight } }),
  };
  const prediction = predict(query, evidence);
  if (!prediction)
    throw new Unanswerable(
      nothingMeasured(
        store,
        operation,
        usualLatency(query, evidence),
        evidence.datasets
          .filter((one) => one.status === 'claimed' && one.measurements.some((row) => row.store === store))
          .map((one) => one.id),
      ),
    );
  const answer = latencyAnswer({ store, region, operation, metric, sizeBytes, from }, prediction);
  give(args, deps, {
    json: answer,
    blocks: () => latencyBlocks(answer, namesInRegions(deps.catalog.archive)),
  });
};

function sizeGiven(text: string): number {
  const bytes = parseBytes(text);
  if (!(bytes >= 0)) throw new Misunderstood(`"${text}" is negative`);
  return bytes;
}

/** Requests in flight at once, for datasets that measured more than one number of them. */
function inFlightGiven(text: string): number {
  const inFlight = Number(text);
  if (!(inFlight >= 1) || inFlight > 1e6)
    throw new Misunderstood(`"${text}" is no number of requests from 1 to 1,000,000; try 16`);
  return inFlight;
}

/** A store priced by region needs one; others are placed by their provider's own rule. */
function siteOf(
  store: string,
  asked: string | undefined,
  from: string,
  asOf: string | undefined,
  { catalog }: Deps,
): { region: string; at: string | null } {
  const { archive } = catalog;
  checkStoreRef({ store, ...(asked === undefined ? {} : { region: asked }) }, archive, true);
  const editions = archive.editions(store).filter((one) => asOf === undefined || one.date <= asOf);
  const edition = editions.at(-1);
  if (!edition)
    throw new Unanswerable(`${store} has no price edition on or before ${asOf}, so nothing says where it is`);
  const region = asked ?? nearestRegion(editions, from) ?? Object.keys(edition.regions)[0] ?? '';
  return { region, at: placeOfStore(edition, region) };
}

/** `p99=43ms` → `{ p99: 43 }`. */
function assumedQuantiles(given: readonly string[]): Record<string, number> | null {
  const pairs = given
    .flatMap((text) => text.split(','))
    .map((pair): [string, number] => {
      const [, name, time] = /^(p\d{1,4})=(.+)$/.exec(pair.trim()) ?? [];
      if (name === undefined || time === undefined)
        throw new Misunderstood(`"${pair}" is not understood; write it like p99=43ms`);
      const ms = parseMs(time);
      if (!(ms > 0)) throw new Misunderstood(mustBeAboveZero(`"${pair}"`, `${name}=43ms`));
      return [name, ms];
    });
  const quantiles = Object.fromEntries(pairs);
  const disorder = quantileDisorder(quantiles);
  if (disorder !== null) throw new Misunderstood(disorder);
  return pairs.length > 0 ? quantiles : null;
}

/** `usual`: what it takes at the stores that were measured, to say how little is known of this one. */
function nothingMeasured(
  store: string,
  operation: string,
  usual: ReturnType<typeof usualLatency>,
  claimed: readonly string[],
): string {
  const between = (p: number) =>
    usual ? `${formatMs(usual.low.quantile(p))} to ${formatMs(usual.high.quantile(p))}` : '';
  const others = usual
    ? `; not measured, it may be anything that stores take: p50 ${between(0.5)}, p99 ${between(0.99)}`
    : '';
  const claims =
    claimed.length > 0
      ? `; ${claimed.join(' and ')} only claims some: add --dataset ${claimed[0]} to use that`
      : '; state your own with --assume p50=7ms --assume p99=43ms';
  return `no measurement of ${operation} on ${store} supports an answer${others}${claims}`;
}

const QUANTILES = [
  ['p50', 0.5],
  ['p75', 0.75],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
  ['p999', 0.999],
] as const;

type Question = Record<'store' | 'region' | 'operation' | 'metric' | 'from', string> & { sizeBytes: number };
type Quantiles = Record<`${(typeof QUANTILES)[number][0]}Ms`, number>;

function latencyAnswer(question: Question, { best, low, high, ...rest }: Prediction) {
  const { grade, evidence, adjustments, findings } = rest;
  const at = QUANTILES.map(([name, p]) => [`${name}Ms`, best.quantile(p)] as const);
  const bands = QUANTILES.map(([name, p]) => [name, [low.quantile(p), high.quantile(p)]] as const);
  return {
    ...question,
    meanMs: best.meanMs,
    ...(Object.fromEntries(at) as Quantiles),
    floorMs: best.floorMs,
    /** By quantile, the ends of the band: nine in ten further measurements lie between. */
    bandMs: Object.fromEntries(bands),
    ...{ grade, evidence, adjustments, findings },
  };
}

export type LatencyAnswer = ReturnType<typeof latencyAnswer>;

type Quantile = readonly [name: string, ms: number];

const quantilesFigure = ({ bandMs, meanMs, ...of }: LatencyAnswer) => {
  const rows = QUANTILES.map(([name]): Quantile => [name, of[`${name}Ms`]]);
  return figureOf<Quantile>(
    [...rows, ['mean', meanMs]],
    [
      { title: 'quantile', of: ([name]) => name },
      { title: 'best', kind: 'ms', of: ([, ms]) => ms },
      { title: 'low', kind: 'ms', of: ([name]) => bandMs[name]?.[0] },
      { title: 'high', kind: 'ms', of: ([name]) => bandMs[name]?.[1] },
    ],
  );
};

function latencyBlocks(answer: LatencyAnswer, names: Names): Block[] {
  const { store, region, operation, sizeBytes, from, metric, grade, evidence, adjustments } = answer;
  const what = metric === 'first_byte' ? 'time to first byte' : 'total time';
  const items = {
    Evidence: evidence.map(
      ({ dataset, status, samples, cell }) =>
        `${dataset} (${status}${samples === null ? '' : `, ${formatNumber(samples, 0)} samples`}): ${cell}`,
    ),
    Adjustments: adjustments.map(({ kind, words }) => `${capital(kind.replace('-', ' '))}: ${words}`),
    Notes: findingWords(answer.findings, names),
  };
  return [
    heading(
      `${names.store(`${store}@${region}`)}, ${operation} ${formatBytes(sizeBytes)} from ${names.place(from)}: ${what}, ${gradeWords(grade)}`,
    ),
    { kind: 'table', table: quantilesFigure(answer) },
    ...Object.entries(items).flatMap(([title, own]) => listOf(title, [...new Set(own)])),
  ];
}
