import { formatBytes, formatMs, formatRangeEnd } from '../units.ts';
import { percent } from '../text/numbers.ts';
import { capital, listing } from '../text/words.ts';
import { inputName } from '../answer/words/input-name.ts';
import type { Names } from '../answer/words/names.ts';
import { meterWords } from '../answer/words/meters.ts';
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

export function describePlanFinding(finding: PlanFinding, names: Names): string {
  const money = moneyIn(finding);
  switch (finding.code) {
    case 'input-is-range':
      return `${capital(inputName(finding.path, names))} is a range, ${formatRangeEnd(finding.path, finding.low)} to ${formatRangeEnd(finding.path, finding.high)}. The plan uses its median, ${formatRangeEnd(finding.path, finding.used)}.`;
    case 'input-unused':
      return `${finding.path} does not change this plan: ${finding.why}.`;
    case 'rereads-past-stock':
      return `${names.placement(finding.id)}: these reads would keep more copies than there are objects. All objects are counted as copied. Check workload.reads.rereads and the rate.`;
    case 'tiering-egress':
      return `Moving objects from ${fromWords(finding.from, names)} to ${toWords(finding.to, names)} sends ${formatBytes(finding.bytes)} a month out. The egress costs ${money(finding.amount)}/month at list price.`;
    case 'dual-write-same-egress':
      return `Writing to both stores at once costs the same egress (${money(finding.amount)}/month): the writer at ${names.place(finding.writer)} is inside ${providerWords(finding.from, names)}.`;
    case 'dual-write-spares-egress':
      return `Writing to both stores at once avoids that egress (${money(finding.amount)}/month): the writer at ${names.place(finding.writer)} is outside ${providerWords(finding.from, names)}.`;
    case 'readers-differ': {
      const { place, fastest, p50Ms, amount, away } = finding;
      const others = away.map(
        (one) =>
          `Readers at ${names.place(one.place)} cost ${money(one.amount)}/month there, and ${money(one.cheapest.amount)}/month with ${names.store(one.cheapest.store)}.`,
      );
      return `Readers at ${names.place(place)} are served fastest by ${names.store(fastest)} (median ${formatMs(p50Ms)}, ${money(amount)}/month). ${others.join(' ')}`;
    }
    case 'writer-egress-unknown':
      return `No price is known for sending bytes from ${names.place(finding.writer)} to a store, so totals are lower bounds.`;
    case 'last-mile-left-out':
      return `Latencies of readers at ${listing(finding.places.map(names.place))} exclude their own access network. Nobody has measured it. State it as "lastMile" of the reader, or leave room for it in the requirement.`;
    case 'unread-estimated':
      return `How much of ${names.store(finding.store)} is in its cheaper tiers is estimated from the reads by age. With popular objects more would be there.`;
    case 'cdn-unmeasured':
      return `No latency data for ${names.store(finding.via)}, which answers ${percent(finding.hitRatio, { figures: 3 })} of its readers' requests. Their latency is unknown.`;
    case 'small-objects-stay':
      return `A lifecycle rule from ${names.store(finding.from)} to ${names.store(finding.to)} leaves objects below ${formatBytes(finding.bytes)} behind. They are billed in ${names.store(finding.from)}.`;
    case 'restore-first':
      return `${names.store(finding.store)}: objects have to be restored before they are read${finding.hours === null ? '' : `, which takes up to ${finding.hours} h`}, and this workload reads.`;
    case 'rate-missing':
      return `${names.store(finding.store)}: it is priced in ${finding.currency}, the plan counts in ${finding.into}, and no exchange rate is given. Add fx: { ${finding.currency}: <${finding.into} for 1 ${finding.currency}>, date: <yyyy-mm-dd> }.`;
    case 'currency-converted':
      return `Prices in ${finding.currency} are converted at ${finding.rate} USD for 1 ${finding.currency}${finding.date === null ? ', a rate without a date. Add one under fx.' : `, the rate of ${finding.date}${apart(finding)}.`}`;
    case 'winner-price-unsure':
      return winnerPriceUnsure(finding, names);
    case 'unmeasured-cheaper':
      return `No latency data for ${listing(finding.stores.map(names.store))}. ${finding.stores.length === 1 ? 'It costs' : 'The cheapest costs'} ${money(finding.total)}/month instead of ${money(finding.recommended)}.`;
    case 'price-decides':
      return `${capital(names.placement(finding.id))} costs ${money(finding.low)}${finding.high === null ? '/month or more' : ` to ${money(finding.high)}/month`}. A price that is not known decides: ${priceWords(finding, names)}.`;
    case 'cdn-decides':
      return `${names.store(finding.cdn)} is ${percent(finding.share)} of the bill, ${money(finding.amount)}/month. ${finding.other ? `With ${names.store(finding.other.id)} as CDN the same traffic costs ${money(finding.other.total)}/month.` : 'No other CDN has a price here.'}`;
    case 'errors-unmeasured':
      return `No dataset counted failed reads of ${listing(finding.stores.map(names.store))}, so retries are not included. State the share as workload.reads.retry.errors.`;
    case 'hedging-pays':
      return hedgingPays(finding, names);
    case 'winner-rests-on-one-dataset': {
      const { id, dataset, without } = finding;
      const then = without
        ? `Without it: ${names.placement(without.id)}, ${money(without.total)}/month.`
        : 'Without it nothing is recommended.';
      return `${capital(names.placement(id))} is recommended because of the dataset ${dataset}. ${then}`;
    }
    case 'dataset-missing':
      return `The dataset ${finding.dataset} is not here, or has changed. The answer is computed without it.`;
    case 'today-not-counted':
      return `Today's placement is not counted. ${finding.why}`;
    case 'store-left-out':
      return `${names.store(finding.store)}: ${finding.reason}.`;
  }
}

/** A store, or all stores of a provider. */
function fromWords(from: string, names: Names): string {
  return from.includes('/') ? names.store(from) : providerWords(from, names);
}

function toWords(to: string, names: Names): string {
  return to.includes('/') ? names.store(to) : to;
}

function priceWords({ store, meter }: { store: string; meter: string }, names: Names): string {
  return store.endsWith('/transfer')
    ? `egress from ${providerWords(store, names)}`
    : `${meterWords(meter)} of ${names.store(store)}`;
}

function providerWords(of: string, names: Names): string {
  return names.provider(of.split('/')[0] ?? of);
}

function winnerPriceUnsure(
  finding: Extract<PlanFinding, { code: 'winner-price-unsure' }>,
  names: Names,
): string {
  const { id, edition, confidence, total, rival, other } = finding;
  const store = names.store(edition.split('/').slice(0, 2).join('/'));
  const money = moneyIn(finding);
  const than = (one: Total | null) =>
    one ? ` The alternative costs ${money(one.total)}/month: ${names.placement(one.id)}.` : '';
  const begin = `${capital(names.placement(id))} depends on ${confidence} prices of ${store}`;
  if (other)
    return `${begin}. With those of ${other.source} it costs ${money(other.total)}/month instead of ${money(total)} and would ${other.survives ? 'still' : 'no longer'} win.${than(other.rival)}`;
  return rival
    ? `${begin}. It wins unless they are more than ${money(rival.total - total)}/month too low.${than(rival)}`
    : `${begin}, and so does every other placement shown.`;
}

function hedgingPays(finding: Extract<PlanFinding, { code: 'hedging-pays' }>, names: Names): string {
  const { afterMs, to, id, total, p99Ms, alone, instead } = finding;
  const money = moneyIn(finding);
  const where = to === 'other' ? ' at the other store that holds them' : '';
  const p99 =
    p99Ms === null
      ? ''
      : ` Its p99 is ${formatMs(p99Ms)}${alone?.p99Ms ? ` instead of ${formatMs(alone.p99Ms)}` : ''}.`;
  const price = alone ? ` Hedging adds ${money(total - alone.total)}/month.` : '';
  const saved = instead ? instead.total - total : 0;
  const gain = !instead
    ? ' Without it nothing is recommended.'
    : instead.id === id
      ? ' Without it the same placement is less sure.'
      : ` That is ${money(Math.abs(saved))}/month ${saved < 0 ? 'more' : 'less'} than ${names.placement(instead.id)}.`;
  return `Hedging reads after ${formatMs(afterMs)}${where} would change the plan to ${names.placement(id)}, ${money(total)}/month.${p99}${price}${gain} This assumes that delays of two requests are independent. Add workload.reads.hedge to include it.`;
}
