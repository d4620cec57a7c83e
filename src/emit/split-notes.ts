/** What a split by size or popularity asks of those who run it, and what the plan does not count. */
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import { failureCost } from '#core/pricing/bills/failures.ts';
import { headlineRates } from '#core/pricing/editions/headline-rates.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import type { CandidateSplit } from '#core/report/plan-types.ts';
import { exactMoney } from '#core/text/money.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import { workloadOf } from '#core/workload/workload.ts';
import type { CourseSources, SplitRule } from './course-types.ts';

/** If every read asked one store first: those of the other's objects find nothing there. */
interface VainAsks {
  /** The store that is asked first. */
  asked: string;
  other: string;
  perMonth: number;
  currency: string;
  /** A month at list price, before any allowance; null: the price of a read is not known. */
  amount: number | null;
  /** Whether the provider bills an answer that finds nothing. */
  billed: 'billed' | 'free' | 'unlisted';
}

/** The cheapest first, then that of the fewest asks. */
export function vainAsks({ parts }: CandidateSplit, { scenario, archive }: CourseSources): VainAsks[] {
  const reads = readsPerMonth(scenario);
  return parts
    .flatMap(({ store: asked }): VainAsks[] =>
      parts
        .filter(({ store }) => store !== asked)
        .map(({ store: other, reads: share }) => {
          const perMonth = reads * share;
          return { asked, other, perMonth, ...costOf(asked, perMonth, { scenario, archive }) };
        }),
    )
    .toSorted((a, b) => (a.amount ?? Infinity) - (b.amount ?? Infinity) || a.perMonth - b.perMonth);
}

/** Those that a CDN answers ask nobody. */
function readsPerMonth(scenario: Scenario): number {
  const { timeline, readers } = workloadOf(scenario);
  const missed = readers.reduce((sum, { share, hitRatio }) => sum + share * (1 - hitRatio), 0);
  return (timeline[0]?.population.reads ?? 0) * missed;
}

function costOf(
  ref: string,
  requests: number,
  { scenario, archive }: Pick<CourseSources, 'scenario' | 'archive'>,
): Pick<VainAsks, 'amount' | 'billed' | 'currency'> {
  const found = oneStore(ref, scenario, archive);
  const { asOf, knownOn } = scenario;
  const resolved =
    'reason' in found
      ? null
      : resolvePrices(archive, { store: found.store, region: found.region, asOf, knownOn });
  if (!resolved || !('edition' in resolved)) return { amount: null, billed: 'unlisted', currency: 'USD' };
  const billed = failureCost(resolved.edition.operations.failed, 404);
  const { amount } = headlineRates(resolved, asOf).get;
  return {
    billed,
    amount: billed === 'free' ? 0 : amount === null ? null : (amount * requests) / 1e6,
    currency: resolved.edition.currency,
  };
}

export function splitNotes(
  rule: SplitRule,
  split: CandidateSplit,
  asks: readonly VainAsks[],
  scenario: Scenario,
): string[] {
  const [first = '', second = ''] = split.parts.map(({ store }) => store);
  const own =
    rule.by === 'size' ? sizeNotes(rule, first, second, scenario) : popularityNotes(rule, first, second);
  return [
    ...own,
    ...vainNote(asks[0], rule),
    `What is written past the routers to one store leaves an older object of the same key in the other: delete it there, or write through the routers, which they allow whoever names the secret WRITE_TOKEN. While a key is in both, the one that is asked first answers.`,
    ...(scenario.workload.objects.arrivals && scenario.workload.objects.retention !== 'forever'
      ? [
          'An object that is moved is as old as its copy to rules that count days: it is deleted so much later.',
        ]
      : []),
  ];
}

/** https://developers.cloudflare.com/workers/platform/limits/ (Free and Pro) */
const MOST_BY_WORKER = 100e6;

function sizeNotes({ upToBytes }: SplitRule, first: string, second: string, scenario: Scenario): string[] {
  const bytes = upToBytes ?? 0;
  const sizes = scenario.workload.objects.size.map(({ size }) => size.value).toSorted((a, b) => a - b);
  const larger = sizes.find((value) => value > bytes);
  const largest = sizes.at(-1) ?? 0;
  return [
    `Objects up to ${formatBytes(bytes)} (${bytes} bytes) belong in ${first}, larger ones in ${second}. Whoever writes knows the size and chooses so; a router does it by Content-Length, and answers 411 to a write without one.`,
    ...(larger === undefined
      ? []
      : [
          `The plan knows sizes as classes and none between ${formatBytes(bytes)} and ${formatBytes(larger)}: where many objects are, give the scenario their sizes and ask for the plan again.`,
        ]),
    ...(larger !== undefined && largest > MOST_BY_WORKER
      ? [
          `A Worker takes no request larger than its Cloudflare plan does, which is ${formatBytes(MOST_BY_WORKER)} for most: write larger objects to ${second} directly.`,
        ]
      : []),
    'The schedule moves what lies in the wrong store by its size. Each object so moved is a read, a write and perhaps retrieval or egress, and each run lists both stores: the plan counts none of it.',
  ];
}

function popularityNotes({ objects }: SplitRule, first: string, second: string): string[] {
  return [
    `Which objects will be popular nobody knows ahead: schedule/top-keys.sh counts the reads of the last 30 days and writes the ${formatCount(objects ?? 0, 6)} keys read most to keys.txt; the schedule moves those to ${first} and all others back to ${second}. Until it has run for the first time, ${first} is empty and reads cost and take what ${second} does.`,
    `The plan takes what is popular to stay so. Each key that comes or goes is read in one store, written to the other and deleted, perhaps with retrieval, egress or a charge for leaving early: the plan counts none of it, so look at the count that each run prints, and set STOWAGE_DAYS higher where it is large.`,
    `New objects, and those that are written again, go to ${second} until they are counted among the popular.`,
  ];
}

function vainNote(asks: VainAsks | undefined, { by }: SplitRule): string[] {
  if (!asks) return [];
  const { asked, other, perMonth, amount, billed, currency } = asks;
  const price =
    billed === 'free'
      ? 'which its provider does not bill'
      : amount === null
        ? 'whose price is not known'
        : `${billed === 'billed' ? '' : 'up to '}${exactMoney(amount, currency)} at list price${billed === 'billed' ? '' : ', if its provider bills answers that find nothing'}`;
  const tell =
    by === 'size'
      ? 'Readers who know the size say it in the header X-Stowage-Size, and where keys tell it, --keys gives the forms'
      : 'The routers ask the right store where they have the list (-popular keys.txt in Go, the KV namespace POPULAR in a Worker), and where keys tell it, --keys gives the forms';
  return [
    `No read says which store has its object, so the routers ask ${asked} first, which costs least. About ${formatCount(perMonth)} reads a month are of objects in ${other}: each is one request in vain, ${price}, and one more round trip, and the plan counts neither the request in its cost nor the time in its latency. ${tell}.`,
  ];
}
