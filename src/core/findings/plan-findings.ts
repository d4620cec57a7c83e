/** Remarks on a plan. */
import { formatBytes, formatDays, formatMs, hoursWords } from '../units.ts';
import { formatRangeEnd } from '../answer/words/input-name.ts';
import { percent } from '../text/numbers.ts';
import { capital, listing, several } from '../text/words.ts';
import { inputName } from '../answer/words/input-name.ts';
import type { Names } from '../answer/words/names.ts';
import { meterWords } from '../answer/words/meters.ts';
import type { Assumption } from '../pricing/store-facts.ts';
import type { Ask } from '../pricing/traits/asks.ts';
import { assumptionWords } from './price-findings.ts';
import { moneyIn } from './table.ts';
import type { FindingIn, InCurrency, WordsByCode } from './table.ts';

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

/** By code: what puts its arguments into words. */
export const PLAN_WORDS = {
  'input-is-range': (finding: { path: string; low: number; high: number; used: number }, names) =>
    `${capital(inputName(finding.path, names))} is a range, ${formatRangeEnd(finding.path, finding.low)} to ${formatRangeEnd(finding.path, finding.high)}. The plan uses its median, ${formatRangeEnd(finding.path, finding.used)}.`,
  'input-unused': (finding: { path: string; why: string }) =>
    `${finding.path} does not change this plan: ${finding.why}.`,
  'less-than-one-object': (finding: { stored: number; size: number }) =>
    `What is stored, ${formatBytes(finding.stored)}, is less than one object of ${formatBytes(finding.size)}. Check both: standing is the bytes of all objects.`,
  'rereads-past-stock': (finding: { id: string }, names) =>
    `${names.placement(finding.id)}: these reads would keep more copies than there are objects. All objects are counted as copied. Check workload.reads.rereads and the rate.`,
  'tiering-egress': (
    finding: { from: string; to: string; amount: number; bytes: number } & InCurrency,
    names,
  ) =>
    `Moving objects from ${fromWords(finding.from, names)} to ${toWords(finding.to, names)} sends ${formatBytes(finding.bytes)} a month out. The egress costs ${moneyIn(finding)(finding.amount)}/month at list price.`,
  'dual-write-same-egress': (finding: { writer: string; from: string; amount: number } & InCurrency, names) =>
    `Writing to both stores at once costs the same egress (${moneyIn(finding)(finding.amount)}/month): the writer at ${names.place(finding.writer)} is inside ${providerWords(finding.from, names)}.`,
  'dual-write-spares-egress': (
    finding: { writer: string; from: string; amount: number } & InCurrency,
    names,
  ) =>
    `Writing to both stores at once avoids that egress (${moneyIn(finding)(finding.amount)}/month): the writer at ${names.place(finding.writer)} is outside ${providerWords(finding.from, names)}.`,
  'readers-differ': (
    finding: {
      fastest: string;
      place: string;
      p50Ms: number;
      amount: number;
      away: { place: string; amount: number; cheapest: { store: string; amount: number } }[];
    } & InCurrency,
    names,
  ) => {
    const money = moneyIn(finding);
    const { place, fastest, p50Ms, amount, away } = finding;
    const others = away.map(
      (one) =>
        `Readers at ${names.place(one.place)} cost ${money(one.amount)}/month there, and ${money(one.cheapest.amount)}/month with ${names.store(one.cheapest.store)}.`,
    );
    return `Readers at ${names.place(place)} are served fastest by ${names.store(fastest)} (median ${formatMs(p50Ms)}, ${money(amount)}/month). ${others.join(' ')}`;
  },
  'writer-egress-unknown': (finding: { writer: string }, names) =>
    `No price is known for sending bytes from ${names.place(finding.writer)} to a store, so totals are lower bounds.`,
  'last-mile-left-out': (finding: { places: string[] }, names) =>
    `Latencies of readers at ${listing(finding.places.map(names.place))} exclude their own access network. Nobody has measured it. State it as "lastMile" of the reader, or leave room for it in the requirement.`,
  'worker-not-billed': (finding: { asOf: string; currency: string }) =>
    `Readers outside clouds ask a Cloudflare Worker. No price of it in ${finding.currency} is known for this plan (${finding.asOf}), so the bill does not count its requests.`,
  'unread-estimated': (finding: { store: string }, names) =>
    `How much of ${names.store(finding.store)} is in its cheaper tiers is estimated from the reads by age. With popular objects more would be there.`,
  'cdn-unmeasured': (finding: { via: string; hitRatio: number }, names) =>
    `No latency data for ${names.store(finding.via)}, which answers ${percent(finding.hitRatio, { figures: 3 })} of its readers' requests. Their latency is unknown.`,
  'small-objects-stay': (finding: { from: string; to: string; bytes: number }, names) =>
    `A lifecycle rule from ${names.store(finding.from)} to ${names.store(finding.to)} leaves objects below ${formatBytes(finding.bytes)} behind. They are billed in ${names.store(finding.from)}.`,
  'restore-first': (finding: { store: string; hours: number | null }, names) =>
    `${names.store(finding.store)}: objects have to be restored before they are read${finding.hours === null ? '' : `, which takes up to ${hoursWords(finding.hours)}`}, and this workload reads.`,
  'restore-takes': (finding: { store: string; hours: number | null }, names) =>
    `${names.store(finding.store)}: ${finding.hours === null ? 'how long a restore takes is not known' : `restore takes up to ${hoursWords(finding.hours)}`}. Objects have to be restored before a read.`,
  'archive-tier': (finding: { store: string; tier: string; days: number; hours: number }, names) =>
    `${names.store(finding.store)}: the plan turns on the tier ${finding.tier}. What nobody read for ${formatDays(finding.days)} is restored before a read, which takes up to ${hoursWords(finding.hours)}.`,
  'store-lacks': (finding: { store: string; lacks: readonly Ask[] }, names) =>
    `${names.store(finding.store)} does not have ${listing(finding.lacks.map(lackWords))}.`,
  'rate-missing': (finding: { store: string; currency: string; into: string }, names) =>
    `${names.store(finding.store)}: it is priced in ${finding.currency}, the plan counts in ${finding.into}, and no exchange rate is given. Add fx: { ${finding.currency}: <USD for 1 ${finding.currency}>, date: <yyyy-mm-dd> }.`,
  'currency-converted': (finding: {
    currency: string;
    rate: number;
    date: string | null;
    asOf: string;
    /** From that date to the day of the prices. */
    days: number | null;
  }) =>
    `Amounts are converted at ${finding.rate} USD for 1 ${finding.currency}${finding.date === null ? ', a rate without a date. Add one under fx.' : `, the rate of ${finding.date}${apart(finding)}.`}`,
  'winner-price-unsure': winnerPriceUnsure,
  'assumption-decides': (
    finding: {
      store: string;
      assumed: Assumption;
      id: string;
      /** With the other meaning, as the rival's. */
      total: number;
      rival: Total;
    } & InCurrency,
    names,
  ) => {
    const money = moneyIn(finding);
    const [total, others] = [money(finding.rival.total), money(finding.total)];
    // The rival may cost more, and less with what has to be run.
    const why =
      finding.rival.total > finding.total
        ? `, at ${total}/month: the other (${others}) does not save enough to be worth running`
        : `: ${total}/month against ${others}`;
    return `${assumptionWords(finding, names)} ${names.placement(finding.rival.id)} is the better choice${why}. ${finding.assumed.because}`;
  },
  'unmeasured-cheaper': (
    finding: {
      /** Single stores that cost less than the recommended and that nobody measured, the cheapest first. */
      stores: string[];
      total: number;
      recommended: number;
      /** `stowage probe …` line that would measure the cheapest, and its price at list; null where they are not known. */
      probe: string | null;
      probeCost: number | null;
    } & InCurrency,
    names,
  ) =>
    `No latency data for ${several(finding.stores.map(names.store), 4)}. ${finding.stores.length === 1 ? 'It costs' : 'The cheapest costs'} ${moneyIn(finding)(finding.total)}/month instead of ${moneyIn(finding)(finding.recommended)}.`,
  'price-decides': (
    finding: {
      /** A plan that is cheaper at the low end of a price that nobody knows. */
      id: string;
      low: number;
      high: number | null;
      store: string;
      meter: string;
    } & InCurrency,
    names,
  ) =>
    `${capital(names.placement(finding.id))} costs ${moneyIn(finding)(finding.low)}${finding.high === null ? '/month or more' : ` to ${moneyIn(finding)(finding.high)}/month`}. A price that is not known decides: ${priceWords(finding, names)}.`,
  'cdn-decides': (
    finding: {
      cdn: string;
      amount: number;
      share: number;
      /** The cheapest other CDN with prices for the same traffic; null where the archive has none. */
      other: Total | null;
      /** The cheapest flat rate of the CDN that the busiest month stays within, where it is less. */
      flat?: { name: string; total: number } | null;
    } & InCurrency,
    names,
  ) => {
    const money = moneyIn(finding);
    const { cdn, amount, share, other, flat } = finding;
    return [
      `${names.store(cdn)} is ${percent(share)} of the bill, ${money(amount)}/month.`,
      other
        ? `With ${names.store(other.id)} as CDN the same traffic costs ${money(other.total)}/month.`
        : 'No other CDN has a price here.',
      ...(flat ? [`At its flat rate ${flat.name} it costs ${money(flat.total)}/month.`] : []),
    ].join(' ');
  },
  'errors-unmeasured': (finding: { stores: string[] }, names) =>
    `No dataset counted failed reads of ${listing(finding.stores.map(names.store))}, so retries are not included. State the share as workload.reads.retry.errors.`,
  'hedging-pays': hedgingPays,
  'winner-rests-on-one-dataset': (
    finding: {
      id: string;
      dataset: string;
      /** What is recommended without that dataset; null where none is. */
      without: Total | null;
    } & InCurrency,
    names,
  ) => {
    const money = moneyIn(finding);
    const { id, dataset, without } = finding;
    const then = without
      ? `Without it: ${names.placement(without.id)}, ${money(without.total)}/month.`
      : 'Without it nothing is recommended.';
    return `${capital(names.placement(id))} is recommended because of the dataset ${dataset}. ${then}`;
  },
  'dataset-missing': (finding: { dataset: string }) =>
    `The dataset ${finding.dataset} is not here, or has changed. The answer is computed without it.`,
  'today-not-counted': (finding: { why: string }) => `Today's placement is not counted. ${finding.why}`,
  'store-left-out': (finding: { store: string; reason: string }, names) =>
    `${names.store(finding.store)}: ${finding.reason}.`,
} satisfies WordsByCode;

export type PlanFinding = FindingIn<typeof PLAN_WORDS>;

/** With the note and the source of each. */
function lackWords({ what, note, source, seen }: Ask): string {
  const where = source === undefined ? [] : [seen === undefined ? source : `${source}, seen ${seen}`];
  const beside = [...(note === undefined ? [] : [note]), ...where];
  return beside.length === 0 ? what : `${what} (${beside.join('; ')})`;
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

interface WinnerPriceUnsure extends InCurrency {
  id: string;
  edition: string;
  region: string;
  confidence: 'secondary' | 'conflicting';
  total: number;
  /** The cheapest plan that does not rest on these prices. */
  rival: Total | null;
  /** The same plans at another source's figures. */
  other: { source: string; total: number; rival: Total | null; survives: boolean } | null;
}

function winnerPriceUnsure(finding: WinnerPriceUnsure, names: Names): string {
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

interface HedgingPays extends InCurrency {
  afterMs: number;
  to: 'same' | 'other';
  id: string;
  total: number;
  p99Ms: number | null;
  /** What the same plan costs and how slow it is without; null where it was not shown. */
  alone: { total: number; p99Ms: number | null } | null;
  /** What is recommended without; null where nothing is. */
  instead: Total | null;
}

function hedgingPays(finding: HedgingPays, names: Names): string {
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
