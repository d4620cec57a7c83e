/** Names in a scenario or a usage against an archive: what an account uses already, operations, discounts. */
import { issueAt } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';
import { memoWith } from '../memo.ts';
import { editDistance, nearest } from '../nearest.ts';
import { findPlace } from '../places.ts';
import { suggestPlaces } from '../places/suggest.ts';
import type { Archive } from '../pricing/archive.ts';
import type { AccountUsage } from '../pricing/bills/usage.ts';
import { offerOf } from '../pricing/offer.ts';
import { parseRate } from '../pricing/editions/rate.ts';
import { isOwn } from '../pricing/sheets/discounts.ts';
import type { Discounts, OwnPrice } from '../pricing/sheets/discounts.ts';
import { FEE_METERS, QUANTITY_METERS } from '../pricing/sheets/meters.ts';

/** What cannot count for any bill. `providers`: of the usages that are billed; absent: of the whole archive. */
export function accountIssues(
  account: AccountUsage,
  archive: Archive,
  providers: readonly string[] = providersOf(archive),
): SchemaIssue[] {
  return Object.entries(account).flatMap(([name, { requests = {} }]): SchemaIssue[] => {
    const [provider = '', inside] = name.split('/');
    const isKnown = inside === undefined || archive.stores.includes(name) || findPlace(name) !== undefined;
    if (!isKnown || !providersOf(archive).includes(provider))
      return [
        issueAt(
          'account',
          `no provider is called "${name}", nor a place or a store of one; the providers are ${providersOf(archive).join(', ')}`,
          nearest(name, [...providersOf(archive), ...archive.stores]) ?? suggestPlaces(name)[0],
        ),
      ];
    if (!providers.includes(provider))
      return [
        issueAt(
          `account.${name}`,
          `nothing here is billed by ${provider}, so it counts for nothing; drop it`,
        ),
      ];
    const classes = classesOf(archive, archive.stores.includes(name) ? name : `${provider}/`);
    return Object.keys(requests)
      .filter((one) => !classes.includes(one))
      .map((one) =>
        issueAt(
          `account.${name}.requests.${one}`,
          `${name} has no request class "${one}"; ${classes.length > 0 ? `its classes are ${classes.join(', ')}` : 'it bills no requests'}`,
          nearest(one, classes),
        ),
      );
  });
}

/**
 * Refuses what is but for case, or for one letter, the name of an operation that some price list has. Others may be operations that no
 * list has (PutBucketAcl beside GetBucketAcl): they are billed, with a remark.
 */
export function operationIssues(
  names: readonly string[],
  path: string,
  archive: Pick<Archive, 'stores' | 'editions'>,
): SchemaIssue[] {
  const known = operationsOf(archive);
  return names.flatMap((name) => {
    if (known.has(name)) return [];
    const suggestion = [...known].find((one) => editDistance(name.toLowerCase(), one.toLowerCase(), 2) < 2);
    const message = `no operation of a price list is called "${name}"; operations are named as in the S3 API`;
    return suggestion === undefined ? [] : [issueAt(`${path}.${name}`, message, suggestion)];
  });
}

const METERS = [...QUANTITY_METERS, ...FEE_METERS];
/** Families of meters whose last word is the store's. */
const METER_FAMILY = /^(requests|egress|storage)\.[a-z0-9][a-z0-9./-]*$/i;

export function discountIssues(discounts: Discounts, archive: Archive): SchemaIssue[] {
  const providers = providersOf(archive);
  const names = [...providers, ...archive.stores, ...providers.map((one) => `${one}/transfer`)];
  const regionsOf = (store: string) => offerOf(archive, store)?.regions ?? [];
  const isMeter = (name: string) => METERS.includes(name) || METER_FAMILY.test(name);
  return Object.entries(discounts).flatMap(([name, term]) => {
    const [place = '', meter] = name.split(':');
    const [store = '', region] = place.split('@');
    const isPlace = names.includes(store) && (region === undefined || regionsOf(store).includes(region));
    if (meter === undefined ? isPlace || isMeter(name) : isPlace && isMeter(meter))
      return isOwn(term) ? ownPriceIssues(name, term, archive) : [];
    const near = names.includes(store) && nearest(region ?? '', regionsOf(store));
    const suggestion = near
      ? name.replace(/@[^:]*/, `@${near}`)
      : nearest(name, [...names, ...METERS, 'requests.get', 'requests.put', 'egress.internet']);
    return [
      issueAt(
        'discounts',
        `"${name}" names no provider, store or meter; write one such as aws, aws/s3-standard, storage, egress.internet, aws/s3-standard:storage or aws/s3-standard@us-east-1:storage`,
        suggestion,
      ),
    ];
  });
}

const UNITS: readonly [meter: RegExp, unit: string][] = [
  [/^storage(\.|$)/, 'GB-month'],
  [/^requests\./, 'request'],
  [/^(upload|retrieval|replication|egress\..+)$/, 'GB'],
  [/^transition$/, 'object'],
  [/^(monitoring|segments|buckets)$/, 'object-month'],
];

/** A price of one's own is of a meter of a store, in its unit; what is committed is storage. */
function ownPriceIssues(
  name: string,
  { price, over = price, committed }: OwnPrice,
  archive: Archive,
): SchemaIssue[] {
  const [place = '', meter = ''] = name.split(':');
  const [store = '', region] = place.split('@');
  const [, unit] = UNITS.find(([meters]) => meters.test(meter)) ?? [];
  const issue = (text: string) => [issueAt('discounts', `"${name}": ${text}`)];
  if (!archive.stores.includes(store) || unit === undefined)
    return issue('a price of your own is of one meter of a store, such as aws/s3-standard:storage');
  const family = (text: string) =>
    parseRate(text, 1000, 730).unit.replace(/^\w+-month$/, (month) =>
      month === 'GB-month' ? month : 'object-month',
    );
  const wrong = [price, over].find((text) => family(text) !== unit);
  if (wrong !== undefined) return issue(`"${wrong}" is no price per ${unit}`);
  if (committed === undefined) return [];
  if (region !== undefined)
    return issue(`capacity is committed in all regions of a store; write ${store}:${meter}`);
  return meter === 'storage' ? [] : issue('only storage can be committed');
}

export function providersOf(archive: Archive): string[] {
  return [...new Set(archive.stores.map((store) => store.split('/')[0] ?? ''))];
}

function classesOf(archive: Archive, start: string): string[] {
  const editions = archive.stores
    .filter((store) => store.startsWith(start))
    .flatMap((store) => archive.editions(store));
  return [...new Set(editions.flatMap(({ operations }) => Object.keys(operations.classes)))];
}

const operationsOf = memoWith((archive: Pick<Archive, 'stores' | 'editions'>): ReadonlySet<string> => {
  const editions = archive.stores.flatMap((store) => archive.editions(store));
  return new Set(
    editions.flatMap(({ operations }) => [...Object.values(operations.classes).flat(), ...operations.free]),
  );
});
