/** Exact decimals: a printed price is compared and brought to another unit without a float in between. */

/** `digits` / 10^`scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

const SHAPE = /^(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** `0.0230000000`, `1e-7`; null for anything else, a negative number included. */
export function parseDecimal(text: string): Decimal | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const [, whole = '', decimals = '', exponent = '0'] = match;
  return shifted({ digits: BigInt(whole + decimals), scale: decimals.length }, Number(exponent));
}

/** The value times 10^`power`. */
export function shifted({ digits, scale }: Decimal, power: number): Decimal {
  return scale >= power
    ? { digits, scale: scale - power }
    : { digits: digits * 10n ** BigInt(power - scale), scale: 0 };
}

export function product(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

export function isSame(a: Decimal, b: Decimal): boolean {
  return a.digits * 10n ** BigInt(b.scale) === b.digits * 10n ** BigInt(a.scale);
}

/** Without exponent and without zeros that say nothing: `0.023`. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0');
  const decimals = text.slice(text.length - scale).replace(/0+$/, '');
  const whole = text.slice(0, text.length - scale);
  return scale === 0 || decimals === '' ? whole : `${whole}.${decimals}`;
}
