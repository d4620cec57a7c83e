/** An amount that a published limit counts, in words. A placement's verdicts and the Prices page ask. */
import type { Limit } from '../../pricing/editions/limit.ts';
import { formatBytes, formatCount } from '../../units.ts';

/** `800 operations/s`, `100 TB`, `50M objects`. */
export function limitAmount({ quantity }: Limit, value: number): string {
  switch (quantity) {
    case 'stored':
    case 'object-size':
      return formatBytes(value);
    case 'objects':
      return `${formatCount(value)} objects`;
    case 'bytes':
      return `${formatBytes(value)}/s`;
    case 'operations':
      return `${formatCount(value)} operations/s`;
  }
}

/** `2,000 operations/s, reads and writes, per bucket`, as the edition prints it. */
export function limitInFull({ quantity, applies, value, scope }: Limit): string {
  const figure = value.toLocaleString('en-US');
  const asked = applies === 'any' ? 'reads and writes' : `${applies}s`;
  switch (quantity) {
    case 'object-size':
      return `largest object ${figure} bytes`;
    case 'stored':
      return `${figure} bytes held, per ${scope}`;
    case 'objects':
      return `${figure} objects held, per ${scope}`;
    default:
      return `${figure} ${quantity}/s, ${asked}, per ${scope}`;
  }
}
