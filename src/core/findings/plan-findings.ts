import { formatBytes, formatMs, formatRangeEnd } from '../units.ts';
import { percent } from '../text/numbers.ts';
import { listing } from '../text/words.ts';
import { moneyIn } from './in-currency.ts';
import type { InCurrency } from './in-currency.ts';

export type PlanFinding =
  | { code: 'input-is-range'; path: string; low: number; high: number; used: number }
  | { code: 'input-unused'; path: string; why: string }
  | ({ code: 'tiering-egress'; from: string; to: string; amount: number; bytes: number } & InCurrency)
  | ({ code: 'dual-write-same-egress'; writer: string; from: string; amount: number } & InCurrency)
  | ({ code: 'dual-write-spares-egress'; writer: string; from: string; amount: number } & InCurrency)
  | ({
      code: 'readers-differ';
      fastest: string;
      place: string;
      p50Ms: number;
      amount: number;
      away: { place: string; amount: number; cheapest: { store: string; amount: number } }[];
    } & InCurrency)
  | { code: 'writer-egress-unknown'; writer: string }
  | { code: 'last-mile-left-out'; places: string[] }
  | { code: 'cdn-unmeasured'; via: string; hitRatio: number }
  | { code: 'unread-estimated'; store: string }
  | { code: 'rereads-past-stock'; id: string }
  | { code: 'small-objects-stay'; from: string; to: string; bytes: number }
  | { code: 'restore-first'; store: string; hours: number | null }
  | { code: 'rate-missing'; store: string; currency: string; into: string }
  | {
      code: 'currency-converted';
      currency: string;
      rate: number;
      date: string | null;
      asOf: string;
      /** From that date to the day of the prices. */
      days: number | null;
    }
  | ({
      code: 'winner-price-unsure';
      id: string;
      edition: string;
      region: string;
      confidence: 'secondary' | 'conflicting';
      total: number;
      /** The cheapest plan that does not rest on these prices. */
      rival: Total | null;
      /** The same plans at another source's figures. */
      other: { source: string; total: number; rival: Total | null; survives: boolean } | null;
    } & InCurrency)
  | ({
      code: 'unmeasured-cheaper';
      /** Single stores that cost less than the recommended and that nobody measured, the cheapest first. */
      stores: string[];
      total: number;
      recommended: number;
      /** `stowage probe …` line that would measure the cheapest, and its price at list; null where they are not known. */
      probe: string | null;
      probeCost: number | null;
    } & InCurrency)
  | ({
      code: 'price-decides';
      /** A plan that is cheaper at the low end of a price that nobody knows. */
      id: string;
      low: number;
      high: number | null;
      store: string;
      meter: string;
    } & InCurrency)
  | ({
      code: 'cdn-decides';
      cdn: string;
      amount: number;
      share: number;
      /** The cheapest other CDN with prices for the same traffic; null where the archive has none. */
      other: Total | null;
    } & InCurrency)
  | { code: 'errors-unmeasured'; stores: string[] }
  | ({
      code: 'hedging-pays';
      afterMs: number;
      to: 'same' | 'other';
      id: string;
      total: number;
      p99Ms: number | null;
      /** What the same plan costs and how slow it is without; null where it was not shown. */
      alone: { total: number; p99Ms: number | null } | null;
      /** What is recommended without; null where nothing is. */
      instead: Total | null;
    } & InCurrency)
  | ({
      code: 'winner-rests-on-one-dataset';
      id: string;
      dataset: string;
      /** What is recommended without that dataset; null where none is. */
      without: Total | null;
    } & InCurrency)
  | { code: 'dataset-missing'; dataset: string }
  | { code: 'today-not-counted'; why: string }
  | { code: 'store-left-out'; store: string; reason: string };

interface Total {
  id: string;
  total: number;
}

/** A rate moves; prices of a day want the rate of that day. */
const FAR_DAYS = 30;

function apart({ days, asOf }: { days: number | null; asOf: string }): string {
  if (days === null || Math.abs(days) <= FAR_DAYS) return '';
  return `, ${Math.abs(days)} days ${days > 0 ? 'before' : 'after'} the prices of ${asOf}`;
}

export function describePlanFinding(finding: PlanFinding): string {
  const money = moneyIn(finding);
  switch (finding.code) {
    case 'input-is-range':
      return `${finding.path} is a range, ${formatRangeEnd(finding.path, finding.low)} to ${formatRangeEnd(finding.path, finding.high)}; the plan uses its median ${formatRangeEnd(finding.path, finding.used)}.`;
    case 'input-unused':
      return `${finding.path} does not change this plan: ${finding.why}.`;
    case 'rereads-past-stock':
      return `${finding.id}: reads at this rate with these times between them would keep more copies than there are objects; all of them are counted as held. workload.reads.rereads or the rate is off.`;
    case 'tiering-egress':
      return `Moving objects from ${finding.from} to ${finding.to} by age sends ${formatBytes(finding.bytes)} a month out: ${money(finding.amount)} a month of egress at list price.`;
    case 'dual-write-same-egress':
      return `Writing to both on arrival does not avoid that egress: the writer is at ${finding.writer}, inside ${finding.from}, so the same bytes leave it (${money(finding.amount)} a month). It saves the read-back; only a writer outside ${finding.from} saves the egress.`;
    case 'dual-write-spares-egress':
      return `Writing to both on arrival avoids that egress (${money(finding.amount)} a month): the writer is at ${finding.writer}, outside ${finding.from}.`;
    case 'readers-differ':
      return `Readers want different copies: ${finding.place} reads ${finding.fastest} fastest (median ${formatMs(finding.p50Ms)}, ${money(finding.amount)} a month), but from there ${finding.away.map((one) => `${one.place} costs ${money(one.amount)} a month, against ${money(one.cheapest.amount)} from ${one.cheapest.store}`).join('; ')}.`;
    case 'writer-egress-unknown':
      return `What the provider of ${finding.writer} charges for sending bytes to a store is not known: totals are lower bounds.`;
    case 'last-mile-left-out':
      return `Latency to ${finding.places.join(' and ')} ends where the reader's own access network begins: nobody measured that last mile, so it is in no figure and in no verdict here. State it as "lastMile" of the reader, or leave room for it in the requirement.`;
    case 'unread-estimated':
      return `How much of ${finding.store} lies unread, and so in its cheaper tiers, is worked out from the reads by age as if each fell on any object of that age alike; favourites would leave more of the others unread.`;
    case 'cdn-unmeasured':
      return `Nobody measured ${finding.via}, which answers ${Number((finding.hitRatio * 100).toPrecision(3))} % of its readers' requests, so their latency is unknown.`;
    case 'small-objects-stay':
      return `A lifecycle rule from ${finding.from} to ${finding.to} leaves objects below ${formatBytes(finding.bytes)} behind: the bill has them in the former.`;
    case 'restore-first':
      return `${finding.store}: objects have to be restored before they are read${finding.hours === null ? '' : `, which takes up to ${finding.hours} h`}, and this workload reads.`;
    case 'rate-missing':
      return `${finding.store}: it is priced in ${finding.currency}, the plan counts in ${finding.into}, and no exchange rate is given; add fx: { ${finding.currency}: <${finding.into} for 1 ${finding.currency}>, date: <yyyy-mm-dd> }.`;
    case 'currency-converted':
      return `Prices in ${finding.currency} are taken at ${finding.rate} USD for 1 ${finding.currency}, the scenario's rate${finding.date === null ? ', which has no date; add one under fx' : ` of ${finding.date}${apart(finding)}`}.`;
    case 'winner-price-unsure': {
      const { id, edition, region, confidence, total, rival, other } = finding;
      const than = (one: Total | null) => (one ? `; ${one.id} would cost ${money(one.total)}` : '');
      const begin = `${id} rests on ${confidence} prices (${edition} in ${region})`;
      if (other)
        return `${begin}. At the other figures (${other.source}) it would cost ${money(other.total)} a month instead of ${money(total)}${than(other.rival)}: it would ${other.survives ? 'still' : 'no longer'} win.`;
      return rival
        ? `${begin}. It wins unless they are more than ${money(rival.total - total)} a month too low${than(rival)}.`
        : `${begin}, and no other plan shown does without them.`;
    }
    case 'unmeasured-cheaper':
      return `Nobody has measured ${listing(finding.stores)}: ${finding.stores.length === 1 ? 'it costs' : 'the cheapest costs'} ${money(finding.total)} a month instead of ${money(finding.recommended)}, and its latency is not known.`;
    case 'price-decides':
      return `${finding.id} costs ${money(finding.low)}${finding.high === null ? ' or more' : ` to ${money(finding.high)}`} a month: a price of ${finding.store} (${finding.meter}) is not known, and it decides.`;
    case 'cdn-decides':
      return `${finding.cdn} is ${percent(finding.share)} of the bill, ${money(finding.amount)} a month. ${finding.other ? `With another CDN, ${finding.other.id}, it would be ${money(finding.other.total)}.` : 'Another CDN may cost less: no other has a price here.'}`;
    case 'errors-unmeasured':
      return `No dataset counted how many reads of ${finding.stores.join(', ')} fail, so asking again is in none of their figures; state the share as workload.reads.retry.errors.`;
    case 'hedging-pays':
      return hedgingPays(finding);
    case 'winner-rests-on-one-dataset': {
      const { id, dataset, without } = finding;
      const then = without
        ? `${without.id} would be recommended, at ${money(without.total)} a month`
        : 'nothing would be recommended';
      return `That ${id} is recommended rests on the dataset ${dataset}: without it ${then}.`;
    }
    case 'dataset-missing':
      return `The scenario rests on the dataset ${finding.dataset}, which is not here, or not as it was: the answer is computed without it.`;
    case 'today-not-counted':
      return `Today's placement is not counted. ${finding.why}`;
    case 'store-left-out':
      return `${finding.store}: ${finding.reason}.`;
  }
}

function hedgingPays(finding: Extract<PlanFinding, { code: 'hedging-pays' }>): string {
  const { afterMs, to, id, total, p99Ms, alone, instead } = finding;
  const money = moneyIn(finding);
  const where = to === 'other' ? ' at the other store that holds them' : '';
  const p99 =
    p99Ms === null
      ? ''
      : ` a p99 of ${formatMs(p99Ms)}${alone?.p99Ms ? ` instead of ${formatMs(alone.p99Ms)}` : ''},`;
  const price = alone ? ` for ${money(total - alone.total)} a month more than without,` : '';
  const saved = instead ? instead.total - total : 0;
  const gain = !instead
    ? 'where nothing is recommended without'
    : instead.id === id
      ? 'which is less sure'
      : `${money(Math.abs(saved))} a month ${saved < 0 ? 'more' : 'less'} than ${instead.id}`;
  return `Hedging reads after ${formatMs(afterMs)}${where} would make ${id} the plan, at ${money(total)} a month:${p99}${price} ${gain}. It holds if the delays of two requests have nothing to do with each other; say workload.reads.hedge to plan with it.`;
}
