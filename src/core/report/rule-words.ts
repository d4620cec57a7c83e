/** The rules of a price edition as sentences: what is counted, what is free, what is the least. */
import type * as z from 'zod/mini';
import type {
  Allowance,
  Edition,
  MeterRule,
  Pool,
  Price,
  RegionPrices,
  TransferEdition,
} from '../pricing/editions/edition.ts';
import { AS_WRITTEN, type Names } from '../answer/words/names.ts';
import { HOURS_PER_DAY, formatBytes, formatCount, formatDays, hoursWords } from '../units.ts';
import { formatNumber } from '../text/numbers.ts';
import { capital, listing } from '../text/words.ts';

/** What rules call stores and places, and how they list many names. */
export interface Voice extends Pick<Names, 'store' | 'place'> {
  list(names: readonly string[]): string;
}

const WHOLE: Voice = { ...AS_WRITTEN, list: (names) => listing(names) };

/** What is not false or nothing, each a sentence. */
const sentences = (...all: (string | readonly string[] | false | 0 | undefined | null)[]): string[] =>
  all.flatMap((one) => one || []);

/** One sentence a rule, in the order of the meters. Rules that change nothing are left out. `voice`: ids as they are, and lists whole, unless told. */
export function ruleWords(edition: Edition, voice: Voice = WHOLE): string[] {
  const { egress, monitoring, segments, replication, ...rules } = edition.rules;
  return sentences(
    kindWords(edition),
    quantityWords(edition),
    edition.kind === 'store' && storageWords(edition),
    ...Object.entries(rules.requests).flatMap(([name, rule]) => [
      rule.perBytes !== undefined &&
        `A request of class ${name} counts once for every ${formatBytes(rule.perBytes)} of its body, or part of it.`,
      meterWords(`requests of class ${name}`, 'requests', rule),
    ]),
    failureWords(edition),
    byteWords('uploaded', rules.upload),
    byteWords('retrieved', rules.retrieval),
    meterWords('egress', 'GB', egress),
    egress?.fairUseTimesStored !== undefined &&
      `Egress beyond ${times(egress.fairUseTimesStored)} what is stored breaks the provider's policy; it is not a price.`,
    meterWords('transitions', 'transitions', rules.transition),
    monitoring &&
      (monitoring.minimumObjectBytes > 0
        ? `Monitoring is billed for each object of ${formatBytes(monitoring.minimumObjectBytes)} or more.`
        : 'Monitoring is billed for each object.'),
    segments &&
      `Objects are kept in segments of ${formatBytes(segments.bytes)} or less, each billed by the month.`,
    meterWords('segments', 'segment-months', segments),
    meterWords('buckets', 'bucket-months', rules.buckets),
    replication?.operations &&
      `The provider copies every byte of ${listing(replication.operations)} by itself, and bills it.`,
    meterWords('replication', 'GB', replication),
    rules.online &&
      rules.online.bytesPerObject > 0 &&
      `Of each object ${formatBytes(rules.online.bytesPerObject)} are kept online.`,
    rules.online &&
      rules.online.restoredHours > 0 &&
      `A restored copy is kept online for up to ${formatDays(rules.online.restoredHours / HOURS_PER_DAY)}.`,
    rules.online &&
      rules.online.asks.length > 0 &&
      `Each restore is also one request of ${listing(rules.online.asks)}.`,
    meterWords('online storage', 'GB-months', rules.online),
    restoreWords(edition),
    transitionWords(edition, voice),
  );
}

/** Rules that hold in one region: fees and what they include, copies, whose readers it serves, other figures. */
export function regionWords(prices: RegionPrices, voice: Voice = WHOLE): string[] {
  const { billedCopies, billedWrites = billedCopies, subscription, minimum, serves, conflict } = prices;
  const included = Object.entries(subscription?.includes ?? {}).map(
    ([meter, units]) => `${formatNumber(units, 3)} ${unitOf(meter)} of ${meter}`,
  );
  return sentences(
    billedCopies > 1 && `${billedCopies} copies of every byte are billed.`,
    (billedCopies > 1 || billedWrites > 1) &&
      `A write is billed ${billedWrites === 1 ? 'once' : `${billedWrites} times`}.`,
    subscription &&
      `The fee of ${subscription.price} includes ${listing(included) || 'nothing'}${over(subscription.pool)}.`,
    subscription?.prorated && 'Of part of a month, the fee and what it includes are that part.',
    minimum &&
      `A month is topped up to ${minimum.price}, counting ${listing(minimum.counts)}${over(minimum.pool)}.`,
    serves.length > 0 && `It answers readers in ${voice.list(serves.map(voice.place))}.`,
    conflict && conflictWords(conflict),
  );
}

function conflictWords({ source, requests, ...others }: NonNullable<RegionPrices['conflict']>): string {
  const meters = [
    ...Object.entries(others).flatMap(([meter, price]) => (price === undefined ? [] : [meter])),
    ...Object.keys(requests).map((name) => `requests.${name}`),
  ];
  return `Another source (${source}) has other figures for ${listing(meters)}.`;
}

/** What a fee includes is counted in GB-months of storage and in GB of what moves. */
function unitOf(meter: string): string {
  if (meter.startsWith('requests.')) return 'requests';
  return /^(storage|minimum-size|early-delete)/.test(meter) ? 'GB-months' : 'GB';
}

/** The same of a data transfer table, with the prices that hold wherever the bytes come from. */
export function transferWords(
  { gigabyte, free, pool, destinations, areas }: TransferEdition,
  voice: Voice = WHOLE,
): string[] {
  const allowance = free.internet && allowanceWords(free.internet, 'GB', voice);
  return sentences(
    `A GB is ${sizeWords(gigabyte)}.`,
    allowance &&
      `Free egress to the internet: ${allowance}${over(free.internet?.pool ?? pool)}, taken from the first tier.`,
    ...Object.values(destinations).flatMap(({ places, tiers, free: own }) => {
      const granted = own && allowanceWords(own, 'GB', voice);
      return [
        `To readers in ${voice.list(places.map(voice.place))}: ${priceWords(tiers)}.`,
        granted && `Of that, ${granted} are free.`,
      ];
    }),
    ...Object.entries(areas).map(([area, regions]) => `The area ${area} is ${voice.list(regions)}.`),
  );
}

function priceWords(price: Price): string {
  if (typeof price === 'string') return price;
  return price
    .map(({ upTo, price: printed }) =>
      upTo === undefined ? `${printed} beyond` : `${printed} to ${formatNumber(upTo, 0)} GB`,
    )
    .join(', ');
}

const sizeWords = (gigabyte: number) => (gigabyte === 1e9 ? '10⁹ bytes' : '2³⁰ bytes');

function kindWords({ kind, until, byNameOnly, zones }: Edition): string[] {
  const only = (zones ?? 1) > 1 ? ', unless the workload is in its cloud' : '';
  return sentences(
    kind === 'cdn' && 'A CDN: it stores nothing, and readers come through it.',
    kind === 'add-on' &&
      'An add-on: it stores nothing, and is asked for what is done with what other stores hold.',
    until && `Nobody is billed by these prices since ${until}.`,
    byNameOnly && `A variant to be asked for: a plan over all stores leaves it out${only}.`,
  );
}

function failureWords({ operations: { failed } }: Edition): string[] {
  const { billed, free } = failed ?? { billed: [], free: [] };
  return sentences(
    billed.length > 0 && `Requests answered ${listing(billed, 'or')} are billed.`,
    free.length > 0 && `Requests answered ${listing(free, 'or')} are not billed.`,
  );
}

function quantityWords({ gigabyte, month }: Edition): string[] {
  const hours =
    month === 'calendar' ? 'as many hours as the calendar month has' : `${month.replace(' h', '')} hours`;
  return [`A GB is ${sizeWords(gigabyte)}; a month is ${hours}.`];
}

function storageWords({ rules: { storage } }: Edition): string[] {
  const { minimumObjectBytes, overheadBytesPerObject, minimumHours, softDeleteHours } = storage;
  const days = (hours: number) => formatDays(hours / HOURS_PER_DAY);
  return sentences(
    storage.averaging === 'byte-hours'
      ? 'Storage is billed on byte-hours.'
      : 'Storage is billed on the average of daily peaks.',
    meterWords('storage', 'GB-months', storage),
    minimumObjectBytes > 0 && `An object is billed as at least ${formatBytes(minimumObjectBytes)}.`,
    overheadBytesPerObject > 0 && `Each object adds ${formatBytes(overheadBytesPerObject)}.`,
    minimumHours > 0 &&
      (storage.earlyDeleteOn.length > 0
        ? `An object is billed for at least ${days(minimumHours)}, whether it ends by ${listing(storage.earlyDeleteOn, 'or')}.`
        : `An object is meant to stay for ${days(minimumHours)}; leaving earlier costs nothing more.`),
    softDeleteHours !== undefined &&
      `What is deleted or replaced is kept for ${days(softDeleteHours)}, and billed as before, unless that is disabled.`,
    storage.accessTiers.map(
      ({
        name,
        unreadHours,
        minimumObjectBytes: least,
        overheadBytesPerObject: added,
        restoreHours,
        movedBackBy: move,
      }) =>
        [
          `${restoreHours === undefined ? 'An object' : `The tier ${name} is optional: an object`} nobody has read for ${days(unreadHours)} moves ${restoreHours === undefined ? `to the tier ${name}` : 'there'}`,
          least > 0 ? `, if it has ${formatBytes(least)} or more` : '',
          restoreHours === undefined
            ? `; a read moves it back.${move === undefined ? '' : ` That is billed as ${move}.`}`
            : `.${added > 0 ? ` Each adds ${formatBytes(added)}.` : ''} It has to be restored before a read, which takes up to ${hoursWords(restoreHours)} and moves it back.`,
        ].join(''),
    ),
  );
}

function byteWords(what: string, rule: Edition['rules']['upload']): string[] {
  if (!rule) return [];
  const of = rule.operations ? ` by ${listing(rule.operations)}` : '';
  const which =
    rule.aboveBytesPerRequest > 0
      ? `Bytes ${what}${of} are billed above ${formatBytes(rule.aboveBytesPerRequest)} of each request.`
      : `Every byte ${what}${of} is billed.`;
  return [which, ...meterWords(`bytes ${what}`, 'GB', rule)];
}

function meterWords(
  what: string,
  unit: string,
  rule: z.infer<typeof MeterRule> | undefined,
  voice: Voice = WHOLE,
): string[] {
  if (!rule) return [];
  const free = rule.free && allowanceWords(rule.free, unit, voice);
  const isPooled = rule.pool && !free && rule.quantum === undefined;
  return sentences(
    free && `Free ${what}: ${free}${over(rule.free?.pool ?? rule.pool)}.`,
    rule.quantum !== undefined &&
      `${capital(what)}: rounded up to a multiple of ${formatCount(rule.quantum)} ${unit}${over(rule.pool)}.`,
    isPooled && `${capital(what)}: counted together${over(rule.pool)}.`,
  );
}

function allowanceWords(free: z.infer<typeof Allowance>, unit: string, voice: Voice): string | null {
  const where = free.regions ? ` in ${voice.list(free.regions)}` : '';
  const parts = sentences(
    free.amount && `${formatNumber(free.amount, 3)} ${unit} a month`,
    free.perDay && `${formatNumber(free.perDay, 3)} ${unit} a day`,
    free.perHour && `${formatNumber(free.perHour, 3)} GB-hours an hour, lost when the hour is over`,
    free.timesStored && `${times(free.timesStored)} the average stored`,
  );
  return parts.length > 0 ? `${parts.join(' and ')}${where}` : null;
}

function restoreWords({ restoreHours, rules }: Edition): string[] {
  const tiers = Object.entries(rules.restore).map(([name, { hours }]) => `${hoursWords(hours)} (${name})`);
  const takes =
    restoreHours === null
      ? 'how long that takes is not known'
      : `which takes up to ${hoursWords(restoreHours ?? 0)}`;
  return sentences(
    restoreHours !== undefined && `An object has to be restored before it can be read, ${takes}.`,
    tiers.length > 0 && `Ways to restore take up to ${listing(tiers, 'or')}.`,
  );
}

/** Where no number of days is written. */
const AT_ONCE = 0;

function transitionWords(
  { transitionsTo, transitionAfterDays, transitionsFrom, transitionFromBytes }: Edition,
  voice: Voice,
): string[] {
  const daysTo = (store: string) =>
    typeof transitionAfterDays === 'number' ? transitionAfterDays : (transitionAfterDays[store] ?? AT_ONCE);
  return [
    ...[...new Set(transitionsTo.map(daysTo))].map((days) => {
      const from = days > 0 ? ` from ${formatDays(days)} of age` : '';
      const stores = transitionsTo.filter((store) => daysTo(store) === days);
      return `A lifecycle rule may move objects${from} to ${listing(stores.map(voice.store), 'or')}.`;
    }),
    ...Object.entries(transitionsFrom).map(
      ([store, days]) =>
        `A lifecycle rule may move objects of ${voice.store(store)} here${days > 0 ? ` from ${formatDays(days)} of age` : ''}.`,
    ),
    ...(transitionFromBytes > 0
      ? [`It leaves objects below ${formatBytes(transitionFromBytes)} where they are, unless it names sizes.`]
      : []),
  ];
}

const OVER: Record<Pool['scope'], string> = {
  provider: "summed over all of the provider's stores",
  account: 'summed over the account',
  'region-group': 'summed over a group of regions',
  subscription: 'summed over one subscription',
};

function over(pool: Pool | undefined): string {
  return pool ? `, ${OVER[pool.scope]}` : '';
}

function times(factor: number): string {
  return factor === 1 ? 'once' : `${formatNumber(factor, 2)} times`;
}
