/**
 * Egress by destination: a store's own table, or the transfer table of its provider.
 *
 * A store's own table may name fewer destinations than there are. What a destination costs that it does not name is not known: from
 * nothing to what leaves for the internet, in whose bands and allowance it counts. Where the internet is free, or the
 * provider says so (`countsAsInternet`), it is billed as the internet.
 */
import type * as z from 'zod/mini';
import type { Pool, Price, RegionPrices, Rules, TransferEdition } from '../editions/edition.ts';
import type { MeterMaker } from './meter-maker.ts';
import type { Meter, EgressSlots } from './sheet.ts';
import { transferRegion } from './resolve.ts';
import { UNKNOWN } from './tiers.ts';

type Elsewhere = 'same-region' | 'other-region' | 'other-zone' | 'cdn' | 'partner';

interface EgressInput {
  maker: MeterMaker;
  transferMaker: MeterMaker;
  region: string;
  prices: RegionPrices['egress'];
  /** Destinations that the store's own table does not name, and that are billed as the internet is. */
  asInternet: readonly string[];
  rule: z.infer<typeof Rules>['egress'];
  transfer: TransferEdition | null;
  internetEgressBytes: number;
  gigabyte: number;
  /** What CDNs fetch, where a list of its own prices it. */
  fetched: readonly { to: 'cdn' | 'partner'; maker: MeterMaker; price: Price }[];
}

/** Adds the meters of one region's egress; each slot is its meter's index. */
export function egressMeters(add: (meter: Meter) => number, input: EgressInput): EgressSlots {
  return input.prices === 'transfer' ? fromTransfer(add, input) : fromOwnTable(add, input, input.prices);
}

/** Slot of what CDNs fetch by a price list of its own; undefined where there is none. */
function listedSlot(add: (meter: Meter) => number, { fetched }: EgressInput, to: 'cdn' | 'partner') {
  const list = fetched.find((one) => one.to === to);
  return list && add(list.maker.meter(`egress.${to}`, 'GB', list.price));
}

function fromOwnTable(
  add: (meter: Meter) => number,
  input: EgressInput,
  prices: Exclude<RegionPrices['egress'], 'transfer'>,
): EgressSlots {
  const { maker, rule, asInternet, internetEgressBytes, gigabyte } = input;
  const rules = { ...rule, family: 'egress.internet', start: internetEgressBytes / gigabyte };
  const priced = maker.meter('egress.internet', 'GB', prices.internet, rules);
  const internet = add(priced);
  const isFree = priced.schedule.prices.every((price) => price === 0);
  const slotOf = (to: Elsewhere): number => {
    if (prices[to] !== undefined) return add(maker.meter(`egress.${to}`, 'GB', prices[to]));
    if (isFree || asInternet.includes(to)) return internet;
    const schedule = { ...priced.schedule, prices: priced.schedule.prices.map(() => null) };
    return add({
      ...maker.meter(`egress.${to}`, 'GB', undefined, { ...rules, schedule }),
      atMost: priced.schedule,
    });
  };
  return {
    internet,
    'same-region': slotOf('same-region'),
    'other-region': slotOf('other-region'),
    'other-zone': slotOf('other-zone'),
    cdn: listedSlot(add, input, 'cdn') ?? slotOf('cdn'),
    partner: listedSlot(add, input, 'partner') ?? slotOf('partner'),
    regions: new Map<string, number>(),
    readers: new Map<string, number>(),
  };
}

function fromTransfer(add: (meter: Meter) => number, input: EgressInput): EgressSlots {
  const { transferMaker, region, transfer, internetEgressBytes } = input;
  const table = transfer ? transferRegion(transfer, region) : undefined;
  const make = (to: string, price: Price | undefined, note?: string, family?: string) =>
    add(
      transferMaker.meter(`egress.${to}`, 'GB', price, {
        ...(price === undefined ? { schedule: UNKNOWN } : {}),
        ...(note ? { note } : {}),
        ...(family ? { family } : {}),
      }),
    );
  const bands: { pool?: Pool | undefined } = { pool: transfer?.pool };
  const internet = add(
    transferMaker.meter('egress.internet', 'GB', table?.internet.tiers, {
      ...bands,
      group: table?.internet.group ?? region,
      // Whether what is free elsewhere is free in a region that is not listed is not known either.
      free: table ? transfer?.free.internet : undefined,
      start: internetEgressBytes / (transfer?.gigabyte ?? 1),
    }),
  );
  const readers = new Map<string, number>();
  for (const [name, { places, tiers, free }] of Object.entries(table ? (transfer?.destinations ?? {}) : {})) {
    const slot = add(
      transferMaker.meter('egress.internet', 'GB', tiers, {
        pool: transfer?.pool && { ...transfer.pool, id: `${transfer.pool.id} ${name}` },
        group: table?.internet.group ?? region,
        family: `egress.internet ${name}`,
        free,
        note: `to ${name}`,
      }),
    );
    for (const place of places) readers.set(place.slice(place.indexOf('/') + 1), slot);
  }
  const regions = new Map<string, number>();
  for (const [to, price] of Object.entries(table?.['other-region'].except ?? {})) {
    const slot = make('other-region', price, `to ${to}`, `egress.other-region ${to}`);
    const area = transfer?.areas[to];
    // A region of its own is priced by its own name, wherever its area stands in the list; an area may be named like a region in it.
    if (!area) regions.set(to, slot);
    for (const one of area ?? [])
      if (one === to || table?.['other-region'].except[one] === undefined) regions.set(one, slot);
  }
  return {
    internet,
    'same-region': make('same-region', table?.['same-region']),
    'other-region': make('other-region', table?.['other-region'].default),
    'other-zone': make('other-zone', table?.['other-zone']),
    cdn: listedSlot(add, input, 'cdn') ?? make('cdn', table?.cdn),
    partner: listedSlot(add, input, 'partner') ?? make('partner', undefined),
    regions,
    readers,
  };
}
