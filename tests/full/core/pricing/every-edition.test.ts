/** What holds of every edition of the archive: bills exact to the decimal, and the shape of what they charge. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Edition } from '#core/pricing/editions/edition.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import type { ResolvedPrices } from '#core/pricing/sheets/resolve.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { anyAmounts, anyPeriod, anySubscriptions } from '#tests/helpers/any-usage.ts';
import { exactBill } from '#tests/helpers/exact-bill.ts';
import { knobsOf, linearMeters, mayFall } from '#tests/helpers/meters-of.ts';
import { wholeArchive } from '#tests/sources.ts';

const ARCHIVE = wholeArchive();
const RELATIVE = 1e-9;
const DOUBLE = 1e-15;
/** In dollars: a ten-trillionth of what is in one pool is not billed. */
const DUST = 1e-12;
/** A millionth of a byte or of a request; less loses digits of its own in binary. */
const SMALLEST = 1e-6;

/** An edition alone with the transfer tables, so that nothing newer or superseding answers for it. */
interface Alone {
  edition: Edition;
  archive: Archive;
  regions: string[];
}

const EDITIONS = ARCHIVE.stores.flatMap((store) =>
  ARCHIVE.editions(store).map((edition): [string, Alone] => [
    edition.id,
    {
      edition,
      // As it is known on the edition's day: what follows it, or its transfer table, is asked elsewhere.
      archive: {
        ...ARCHIVE,
        editions: (asked) => (asked === store ? [edition] : []),
        transfers: (provider) => ARCHIVE.transfers(provider).filter(({ date }) => date <= edition.date),
      },
      regions: Object.keys(edition.regions),
    },
  ]),
);

function pricesIn({ edition, archive }: Alone, region: string): ResolvedPrices {
  const found = resolvePrices(archive, { store: edition.store, region, asOf: edition.date });
  if (!('edition' in found)) throw new Error(`${edition.id} has no prices in ${region}`);
  return found;
}

const anyUsage = ({ edition, regions }: Alone): fc.Arbitrary<Usage & { region: string }> =>
  fc
    .tuple(fc.constantFrom(...regions), anyAmounts(SMALLEST), anyPeriod, anySubscriptions)
    .map(([region, amounts, period, subscriptions]) => ({
      store: edition.store,
      region,
      asOf: edition.date,
      period,
      ...amounts,
      ...subscriptions,
    }));

/** Enough for an edition of many regions to see each. */
const runs = ({ regions }: Alone) => ({ numRuns: Math.max(30, 2 * regions.length) });

const byMeter = (set: BillSet, of: 'amount' | 'quantity') => {
  const sums = new Map<string, number>();
  for (const line of set.bills.flatMap(({ lines }) => lines))
    sums.set(line.meter, (sums.get(line.meter) ?? 0) + (line[of] ?? 0));
  return sums;
};

describe.each(EDITIONS)('%s', (_, alone) => {
  const { archive } = alone;

  it('bills what decimal arithmetic gives', () => {
    fc.assert(
      fc.property(anyUsage(alone), (usage) => {
        const set = bill([usage], archive);
        const exact = exactBill(pricesIn(alone, usage.region), usage);
        const total = exact.total.toNumber();
        // A usage a hair above its allowance is billed what a double can tell of the hair.
        const within = RELATIVE * total + DOUBLE * exact.forgiven.toNumber() + DUST;
        const amounts = byMeter(set, 'amount');
        const known = [...amounts.values()].reduce((a, b) => a + b, 0);
        expect(Math.abs(known - total)).toBeLessThanOrEqual(within);
        // A total that has two ends begins with what is known.
        expect(set.total).toBeGreaterThanOrEqual(known - within);
        if (!set.atLeast) expect(Math.abs(set.total - known)).toBeLessThanOrEqual(within);
        for (const [meter, amount] of exact.amounts)
          expect(Math.abs((amounts.get(meter) ?? 0) - amount.toNumber()), meter).toBeLessThanOrEqual(within);
        const quantities = byMeter(set, 'quantity');
        for (const [meter, { own, pool }] of exact.quantities)
          expect(Math.abs((quantities.get(meter) ?? 0) - own.toNumber()), meter).toBeLessThanOrEqual(
            RELATIVE * pool.toNumber(),
          );
        const poolOf = (meter: string) => exact.quantities.get(meter)?.pool.toNumber() ?? 0;
        const unknown = set.bills
          .flatMap(({ lines }) => lines)
          .filter(({ amount, meter, quantity }) => amount === null && quantity > 1e-12 * poolOf(meter));
        expect(new Set(unknown.map(({ meter }) => meter))).toEqual(exact.unknown);
      }),
      runs(alone),
    );
  });

  it('charges nothing below zero', () => {
    fc.assert(
      fc.property(anyUsage(alone), (usage) => {
        const set = bill([usage], archive);
        expect(set.total).toBeGreaterThanOrEqual(0);
        for (const { quantity, amount } of set.bills.flatMap(({ lines }) => lines)) {
          expect(quantity).toBeGreaterThanOrEqual(0);
          expect(amount ?? 0).toBeGreaterThanOrEqual(0);
        }
      }),
      runs(alone),
    );
  });

  it('never charges less for more of a quantity', () => {
    fc.assert(
      fc.property(
        anyUsage(alone),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (usage, pick, share) => {
          const prices = pricesIn(alone, usage.region);
          const knobs = knobsOf(prices).filter((knob) => !mayFall(prices, knob));
          const knob = knobs[pick % knobs.length];
          if (!knob) return;
          const less = bill([usage], archive).total;
          const more = bill([knob.more(usage, share * knob.large)], archive).total;
          expect(more, knob.name).toBeGreaterThanOrEqual(less * (1 - 1e-12));
        },
      ),
      runs(alone),
    );
  });

  it('does not jump at the edge of a tier or allowance, but where amounts are rounded', () => {
    const nothing = { byteHours: 0, held: [], requests: [], egress: [], deletedEarly: [], transitionsIn: 0 };
    for (const region of alone.regions) {
      const usage: Usage = {
        store: alone.edition.store,
        region,
        asOf: alone.edition.date,
        period: { hours: 720 },
        ...nothing,
      };
      for (const knob of knobsOf(pricesIn(alone, region))) {
        if (knob.rounded) continue;
        const cost = (amount: number) => bill([knob.more(usage, amount)], archive).total;
        for (const edge of knob.edges) {
          const jump = (share: number) => cost(edge * (1 + share)) - cost(edge * (1 - share));
          expect(Math.abs(jump(1e-6)), `${knob.name} at ${edge} in ${region}`).toBeLessThanOrEqual(
            2e-3 * Math.abs(jump(1e-3)) + 1e-12 * cost(edge),
          );
        }
      }
    }
  });

  it('adds up over parts of the month where meters are linear', () => {
    fc.assert(
      fc.property(
        anyUsage(alone),
        anyUsage(alone),
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 1, max: 15 }),
        (first, second, a, b) => {
          const { region } = first;
          const linear = linearMeters(pricesIn(alone, region));
          const one = { ...first, period: { days: a } };
          const two = { ...second, region, period: { days: b }, buckets: first.buckets };
          const whole: Usage = {
            ...one,
            period: { days: a + b },
            byteHours: one.byteHours + two.byteHours,
            held: [...one.held, ...two.held],
            requests: [...one.requests, ...two.requests],
            egress: [...one.egress, ...two.egress],
            deletedEarly: [...one.deletedEarly, ...two.deletedEarly],
            transitionsIn: one.transitionsIn + two.transitionsIn,
            accessTiers: [...(one.accessTiers ?? []), ...(two.accessTiers ?? [])],
          };
          const parts = [one, two].map((part) => byMeter(bill([part], archive), 'amount'));
          const set = bill([whole], archive);
          const all = byMeter(set, 'amount');
          for (const meter of linear) {
            const summed = parts.reduce((sum, part) => sum + (part.get(meter) ?? 0), 0);
            expect(Math.abs(summed - (all.get(meter) ?? 0)), meter).toBeLessThanOrEqual(RELATIVE * set.total);
          }
        },
      ),
      runs(alone),
    );
  });

  it('does not care in which order things are listed', () => {
    fc.assert(
      fc.property(anyUsage(alone), (usage) => {
        const turned: Usage = {
          ...usage,
          held: usage.held.toReversed(),
          requests: usage.requests.toReversed(),
          egress: usage.egress.toReversed(),
          deletedEarly: usage.deletedEarly.toReversed(),
        };
        const [straight, reversed] = [bill([usage], archive), bill([turned], archive)];
        expect(Math.abs(straight.total - reversed.total)).toBeLessThanOrEqual(1e-12 * straight.total);
        expect([...byMeter(reversed, 'quantity').keys()].sort()).toEqual(
          [...byMeter(straight, 'quantity').keys()].sort(),
        );
      }),
      runs(alone),
    );
  });
});

it('would see a rate that is off by one part in a hundred million', () => {
  const [, alone] = EDITIONS.find(([id]) => id.startsWith('aws/s3-standard/')) ?? [];
  if (!alone) throw new Error('S3 Standard is gone');
  fc.assert(
    fc.property(anyUsage(alone), (usage) => {
      const exact = exactBill(pricesIn(alone, usage.region), usage).total.toNumber();
      const off = bill([usage], alone.archive, { discounts: { aws: 1e-8 } }).total;
      expect(exact === 0 || Math.abs(off - exact) > RELATIVE * exact).toBe(true);
    }),
  );
});

it('sees every edition there is', () => {
  expect(EDITIONS.length).toBeGreaterThanOrEqual(ARCHIVE.stores.length);
  expect(EDITIONS.flatMap(([, { regions }]) => regions).length).toBeGreaterThan(20);
});
