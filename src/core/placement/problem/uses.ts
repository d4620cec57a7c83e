/** Amounts of a few meters, added and scaled. */
import type { Use } from '../search/problem.ts';

const NO_USE: Use = { meters: new Int32Array(0), amounts: new Float64Array(0) };

export function listed(entries: readonly (readonly [meter: number, amount: number])[]): Use {
  const used = entries.filter(([, amount]) => amount !== 0);
  return {
    meters: Int32Array.from(used, ([meter]) => meter),
    amounts: Float64Array.from(used, ([, amount]) => amount),
  };
}

/** Of a vector of quantities, whose first entry is the meter `first`. */
export function useOf(first: number, quantities: Float64Array): Use {
  let count = 0;
  for (const amount of quantities) if (amount !== 0) count += 1;
  const use: Use = { meters: new Int32Array(count), amounts: new Float64Array(count) };
  let n = 0;
  for (let slot = 0; slot < quantities.length; slot += 1) {
    if (quantities[slot] === 0) continue;
    use.meters[n] = first + slot;
    use.amounts[n] = quantities[slot]!;
    n += 1;
  }
  return use;
}

export function joined(...uses: readonly Use[]): Use {
  const own = uses.filter(({ meters }) => meters.length > 0);
  if (own.length < 2) return own[0] ?? NO_USE;
  const length = own.reduce((sum, { meters }) => sum + meters.length, 0);
  const sum: Use = { meters: new Int32Array(length), amounts: new Float64Array(length) };
  let n = 0;
  for (const { meters, amounts } of own) {
    sum.meters.set(meters, n);
    sum.amounts.set(amounts, n);
    n += meters.length;
  }
  return sum;
}

export function scaled({ meters, amounts }: Use, times: number): Use {
  return { meters, amounts: amounts.map((amount) => amount * times) };
}
