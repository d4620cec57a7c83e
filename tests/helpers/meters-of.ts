/** What can be turned up in a usage of a store, and what is known beforehand of how its bill follows. */
import type { Allowance, Pool, Price } from '#core/pricing/editions/edition.ts';
import type { ResolvedPrices } from '#core/pricing/sheets/resolve.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import type * as z from 'zod/mini';

export interface Knob {
  name: string;
  /** The usage with `amount` more, in the meter's own unit. */
  more(usage: Usage, amount: number): Usage;
  /** Ends of tiers and allowances. */
  edges: readonly number[];
  /** Billed in whole multiples, so that it steps everywhere. */
  rounded: boolean;
  /** Past every edge. */
  large: number;
}

interface MeterText {
  name: string;
  price: Price | undefined;
  rule?:
    | { pool?: Pool | undefined; free?: z.infer<typeof Allowance> | undefined; quantum?: number | undefined }
    | undefined;
  more: Knob['more'];
}

export function knobsOf(resolved: ResolvedPrices): Knob[] {
  const texts = meterTexts(resolved);
  const roundedPools = new Set(
    texts.filter(({ rule }) => rule?.quantum).map(({ name, rule }) => rule?.pool?.id ?? name),
  );
  const includes = resolved.prices.subscription?.includes ?? {};
  return texts.map(({ name, price, rule, more }) => {
    const tiers = typeof price === 'string' || price === undefined ? [] : price;
    const edges = [
      ...tiers.flatMap(({ upTo }) => (upTo === undefined ? [] : [upTo])),
      rule?.free?.amount ?? 0,
      (rule?.free?.perDay ?? 0) * 30,
      includes[name] ?? 0,
    ].filter((edge) => edge > 0);
    return {
      name,
      more,
      edges,
      rounded: roundedPools.has(rule?.pool?.id ?? name),
      large: 3 * Math.max(1000, ...edges),
    };
  });
}

/**
 * Rules by which more of a quantity may cost less. One: an allowance that is a multiple of what is stored, where storing
 * more frees what another meter would have billed.
 */
export function mayFall(resolved: ResolvedPrices, knob: Knob): boolean {
  const followsStored = meterTexts(resolved).some(({ rule }) => rule?.free?.timesStored !== undefined);
  return followsStored && knob.name === 'storage';
}

/** Meters of one price, without allowance, rounding or a subscription that includes some. */
export function linearMeters(resolved: ResolvedPrices): string[] {
  const includes = resolved.prices.subscription?.includes ?? {};
  return meterTexts(resolved)
    .filter(
      ({ name, price, rule }) =>
        typeof price === 'string' &&
        price !== 'unknown' &&
        !rule?.free &&
        !rule?.quantum &&
        !rule?.pool &&
        !Object.hasOwn(includes, name),
    )
    .map(({ name }) => name);
}

function meterTexts({ edition, prices, region, transfer }: ResolvedPrices): MeterText[] {
  const { rules, gigabyte, operations } = edition;
  const hours = edition.month === '730 h' ? 730 : 720;
  const requests = Object.entries(operations.classes).map(([name, [operation = '']]): MeterText => ({
    name: `requests.${name}`,
    price: prices.requests[name],
    rule: rules.requests[name],
    more: (usage, count) => ({ ...usage, requests: [...usage.requests, { operation, count, bytesEach: 1 }] }),
  }));
  const sent = (gb: number) => (usage: Usage, amount: number) => ({
    ...usage,
    egress: [...usage.egress, { to: 'internet' as const, bytes: amount * gb }],
  });
  const table = transfer?.regions[region] ?? transfer?.regions.everywhere;
  const internet: MeterText =
    prices.egress === 'transfer'
      ? {
          name: 'egress.internet',
          price: table?.internet.tiers,
          rule: { pool: transfer?.pool, free: transfer?.free.internet },
          more: sent(transfer?.gigabyte ?? gigabyte),
        }
      : { name: 'egress.internet', price: prices.egress.internet, rule: rules.egress, more: sent(gigabyte) };
  const moved: MeterText = {
    name: 'transition',
    price: prices.transition,
    rule: rules.transition,
    more: (usage, objects) => ({ ...usage, transitionsIn: usage.transitionsIn + objects }),
  };
  return [
    {
      name: 'storage',
      price: prices.storage,
      rule: rules.storage,
      more: (usage, amount) => ({
        ...usage,
        byteHours: usage.byteHours + (amount * gigabyte * hours) / prices.billedCopies,
      }),
    },
    ...requests,
    internet,
    ...(prices.transition === undefined ? [] : [moved]),
  ];
}
