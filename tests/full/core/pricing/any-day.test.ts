/**
 * Bills of any store and region on any day, against decimal arithmetic that looks up the prices for itself: between two sightings
 * with either price list, and beside what the account uses already.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { UsedBytes, Usage } from '#core/pricing/bills/usage.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import type { ResolvedPrices } from '#core/pricing/sheets/resolve.ts';
import { amount, anyAmounts, anyPeriod, anySubscriptions, pricedStores } from '#tests/helpers/any-usage.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { exactBill } from '#tests/helpers/exact-bill.ts';
import { wholeArchive } from '#tests/sources.ts';

const ARCHIVE = wholeArchive();
const SMALLEST = 1e-6;
const DAY_MS = 86_400_000;

/** Each once, whatever the number of its editions. */
const PLACES = [
  ...new Map(
    pricedStores(ARCHIVE)
      .filter(({ store }) => !store.endsWith('/transfer'))
      .map(({ store, region }) => [`${store}@${region}`, { store, region }]),
  ).values(),
];

const anyDay = fc
  .integer({ min: Date.parse('2023-01-01') / DAY_MS, max: Date.parse('2026-12-31') / DAY_MS })
  .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));

interface Found<T> {
  table: T;
  /** The table that replaced it on a day that nobody recorded. */
  later: T | null;
}

/** The newest table of the day that has the prices, and the next one where the day of the change is not known. */
function inForce<T extends Edition | TransferEdition>(
  all: readonly T[],
  day: string,
  pricesIn: (table: T) => { confirmed?: string | undefined } | undefined,
): Found<T> | null {
  const current = (tables: readonly T[]) =>
    tables.filter(
      ({ id, date }) => !tables.some(({ supersedes }) => supersedes === id || supersedes === date),
    );
  const past = current(all.filter(({ date }) => date <= day)).sort((a, b) => (a.date < b.date ? 1 : -1));
  const { until } = (past[0] ?? {}) as { until?: string };
  if (until !== undefined && until <= day) return null;
  const table = past.find((one) => pricesIn(one));
  if (!table) return null;
  const next = current(all)
    .filter((one) => one.date > day && pricesIn(one))
    .sort((a, b) => (a.date < b.date ? -1 : 1))[0];
  const seen = pricesIn(table)?.confirmed ?? table.confirmed;
  return { table, later: day > seen && next && next.precision !== 'day' ? next : null };
}

/** Every pair of a store's and a transfer table that may have been in force. */
function pricesOn(store: string, region: string, day: string): ResolvedPrices[] {
  const provider = store.slice(0, store.indexOf('/'));
  const inRegion = (edition: Edition) =>
    edition.regions[region] ??
    (edition.places.some((place) => place === region || place === `${provider}/${region}`)
      ? edition.regions['everywhere']
      : undefined);
  const found = inForce(ARCHIVE.editions(store), day, inRegion);
  if (!found) return [];
  const tables = ARCHIVE.transfers(provider);
  const sends = (table: TransferEdition) => table.regions[region] ?? table.regions['everywhere'];
  const sent = inForce(tables, day, sends) ?? inForce(tables, day, () => ({}));
  return [found.table, ...(found.later ? [found.later] : [])].flatMap((edition) => {
    const prices = inRegion(edition);
    if (!prices) return [];
    const base = {
      edition,
      region,
      prices,
      asInternet: ARCHIVE.facts(store)?.countsAsInternet?.to ?? [],
      cdnLists: cdnListsOn(store, region, day),
      changes: [],
      findings: [],
    };
    if (prices.egress !== 'transfer') return [{ ...base, transfer: null }];
    const later = sent?.later && sends(sent.table) ? [sent.later] : [];
    return [sent?.table ?? null, ...later].map((transfer) => ({ ...base, transfer }));
  });
}

/** Lists that price what CDNs fetch from a store; their changes are dated to the day. */
function cdnListsOn(store: string, region: string, day: string): ResolvedPrices['cdnLists'] {
  if (ARCHIVE.editions(store).at(-1)?.kind !== 'store') return [];
  const provider = store.slice(0, store.indexOf('/'));
  const own = ARCHIVE.facts(store)?.cdnPaths ?? [];
  const paths = own.length > 0 ? own : (ARCHIVE.facts(`${provider}/transfer`)?.cdnPaths ?? []);
  return paths.flatMap(({ to, prices: list }) => {
    const pricesIn = ({ regions }: Edition) => regions[region] ?? regions['everywhere'];
    const found = list === undefined ? null : inForce(ARCHIVE.editions(list), day, pricesIn);
    const prices = found && pricesIn(found.table);
    return found && prices ? [{ to, edition: found.table, prices }] : [];
  });
}

/** Requests that failed, what a soft delete keeps, and what the provider's own replication copied. */
const anyRest = fc.record({
  failed: fc.array(
    fc.record({
      operation: fc.constantFrom('GetObject', 'PutObject', 'ListObjectsV2', 'DeleteObject', 'NobodyKnows'),
      count: amount(1e9, SMALLEST),
      answer: fc.constantFrom(301, 304, 307, 400, 401, 403, 404, 405, 409, 412, 416, 429, 500, 501, 503),
    }),
    { maxLength: 3 },
  ),
  softDeleted: fc.array(
    fc.record(
      {
        bytes: amount(1e15, SMALLEST),
        ageHours: fc.double({ min: 0, max: 3000, noNaN: true }),
        keptHours: fc.integer({ min: 0, max: 2160 }),
      },
      { requiredKeys: ['bytes'] },
    ),
    { maxLength: 2 },
  ),
  replicated: fc.option(
    fc.record(
      {
        bytes: amount(1e15, SMALLEST),
        objects: amount(1e8, SMALLEST),
        to: fc.constantFrom('us-east-1', 'eu-west-1', 'asia'),
      },
      { requiredKeys: ['bytes', 'objects'] },
    ),
    { nil: undefined },
  ),
});

const RUNS = { numRuns: isDeep ? 20_000 : 5000, endOnFailure: true };

/** A place, a day and a use of it. */
const anyUse = fc
  .tuple(fc.constantFrom(...PLACES), anyDay, anyAmounts(SMALLEST), anyPeriod, anySubscriptions, anyRest)
  .map(([place, asOf, amounts, period, subscriptions, rest]): Usage & { region: string } => ({
    ...place,
    asOf,
    period,
    ...amounts,
    ...subscriptions,
    requests: [...amounts.requests, ...rest.failed],
    softDeleted: rest.softDeleted,
    ...(rest.replicated === undefined ? {} : { replicated: rest.replicated }),
  }));

it('bills what the price lists of the day say, with the smaller total first where two may be in force', () => {
  const seen = { priced: 0, between: 0 };
  fc.assert(
    fc.property(anyUse, (usage) => {
      const set = bill([usage], ARCHIVE);
      const lists = pricesOn(usage.store, usage.region, usage.asOf);
      expect(set.bills[0]?.edition === '').toBe(lists.length === 0);
      if (lists.length === 0) return;
      seen.priced += 1;
      if (lists.length > 1) seen.between += 1;
      const exact = lists.map((prices) => exactBill(prices, usage));
      const totals = exact.map(({ total }) => total.toNumber());
      const [low, high] = [Math.min(...totals), Math.max(...totals)];
      const within =
        1e-9 * high + 1e-15 * Math.max(...exact.map(({ forgiven }) => forgiven.toNumber())) + 1e-12;
      const at = `${usage.store}@${usage.region} on ${usage.asOf}`;
      expect(set.total, at).toBeGreaterThanOrEqual(low - within);
      // What no list names may be of a class whose price nobody knows.
      const mayBeDearer = lists.some(
        ({ edition: { operations }, prices }) =>
          Object.values(prices.requests).includes('unknown') &&
          usage.requests.some(
            ({ operation, count }) =>
              count > 0 &&
              ![operations.free, ...Object.values(operations.classes)].flat().includes(operation),
          ),
      );
      if (exact.some(({ unknown }) => unknown.size > 0)) expect(set.atLeast, at).toBe(true);
      else if (usage.held.length > 0 || !set.atLeast || lists.length > 1) {
        expect(Math.abs(set.total - low), at).toBeLessThanOrEqual(within);
        if (set.high !== null && mayBeDearer) expect(set.high, at).toBeGreaterThanOrEqual(high - within);
        else if (set.high !== null) expect(Math.abs(set.high - high), at).toBeLessThanOrEqual(within);
      }
    }),
    RUNS,
  );
  expect(seen.priced).toBeGreaterThan(RUNS.numRuns / 4);
  expect(seen.between).toBeGreaterThan(0);
});

const anyUsed: fc.Arbitrary<UsedBytes & { requests: Record<string, number> }> = fc.record({
  storedBytes: amount(5e15, 1),
  internetEgressBytes: amount(1e15, 1),
  requests: fc.record({ first: amount(1e9, 1) }),
});

it('bills beside the account what the month costs more with it than without', () => {
  let seen = 0;
  fc.assert(
    fc.property(
      anyUse,
      anyUsed,
      (
        { subscriptions: _, unreadShare: __, ...one }: Usage & { region: string; unreadShare?: number },
        used,
      ) => {
        const usage: Usage = { ...one, asOf: '2026-11-20', period: 'edition-month' };
        const [prices, ...more] = pricesOn(usage.store, one.region, usage.asOf);
        // What the account uses is as billed, so where each write counts three times it has been counted.
        if (!prices || more.length > 0 || prices.prices.billedCopies > 1) return;
        const { edition } = prices;
        const [name = '', [operation] = []] = Object.entries(edition.operations.classes)[0] ?? [];
        const count = operation === undefined ? 0 : Math.round(used.requests['first'] ?? 0);
        const sent = edition.kind === 'cdn' ? 0 : used.internetEgressBytes!;
        const account = {
          [edition.provider]: { ...used, requests: { [name]: count } },
        };
        const { replicated: _copied, ...rest } = usage;
        const before: Usage = {
          ...rest,
          softDeleted: [],
          byteHours: 0,
          average: { bytes: used.storedBytes!, held: [] },
          held: [],
          requests: operation === undefined ? [] : [{ operation, count }],
          egress: [{ to: 'internet', bytes: sent }],
          deletedEarly: [],
          accessTiers: [],
          transitionsIn: 0,
          buckets: 0,
        };
        const all: Usage = {
          ...usage,
          average: before.average!,
          requests: [...usage.requests, ...before.requests],
          egress: [...usage.egress, ...before.egress],
        };
        seen += 1;
        const [together, alone] = [exactBill(prices, all), exactBill(prices, before)];
        if (together.unknown.size > 0) return;
        const isUsed = used.storedBytes! + used.internetEgressBytes! + count > 0;
        const fees = ['minimum', ...(isUsed ? [] : ['subscription'])];
        const sum = (exact: typeof together) =>
          [...exact.amounts]
            .filter(([meter]) => !fees.includes(meter))
            .reduce((a, [, b]) => a.plus(b), exact.total.times(0));
        const expected = sum(together).minus(sum(alone)).toNumber();
        const set = bill([usage], ARCHIVE, { account });
        const billed = set.bills
          .flatMap(({ lines }) => lines)
          .filter(({ meter }) => !fees.includes(meter))
          .reduce((a, { amount: b }) => a + (b ?? 0), 0);
        const within = 1e-9 * together.total.toNumber() + 1e-14 * together.forgiven.toNumber() + 1e-9;
        const at = `${usage.store}@${one.region}`;
        expect(billed, at).toBeGreaterThanOrEqual(expected - within);
        // What the new objects make free of the egress before them is not paid back.
        if (edition.rules.egress?.free?.timesStored === undefined)
          expect(billed, at).toBeLessThanOrEqual(expected + within);
      },
    ),
    RUNS,
  );
  expect(seen).toBeGreaterThan(RUNS.numRuns / 2);
});
