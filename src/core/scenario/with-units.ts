/** Links of the past hold sizes and times as numbers alone; files and forms must name the unit. */
import type * as z from 'zod/mini';
import { withUnit } from '../units.ts';
import { QUANTITIES } from './quantity.ts';

/** `value` with bytes and milliseconds that stand without a unit in text that names it, for the same amount. */
export function withUnits(value: unknown, schema: z.core.$ZodType): unknown {
  const unit = QUANTITIES.get(schema)?.bare;
  if (unit !== undefined)
    return typeof value === 'number' || typeof value === 'string' ? spelt(value, unit) : value;
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return withUnits(value, definition.innerType);
    case 'pipe':
      return withUnits(value, definition.in);
    case 'union':
      return definition.options.reduce<unknown>((so, option) => withUnits(so, option), value);
    case 'array':
      return Array.isArray(value) ? value.map((one) => withUnits(one, definition.element)) : value;
    case 'record':
      return mapped(value, () => definition.valueType);
    case 'object':
      return mapped(value, (key) =>
        Object.hasOwn(definition.shape, key) ? definition.shape[key] : undefined,
      );
    default:
      return value;
  }
}

function mapped(value: unknown, schemaOf: (key: string) => z.core.$ZodType | undefined): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => {
      const schema = schemaOf(key);
      return [key, schema ? withUnits(one, schema) : one];
    }),
  );
}

/** Of a range, the unit of the upper end serves the lower. */
function spelt(value: string | number, unit: 'B' | 'ms'): string | number {
  const [, before = '', last] =
    /^(.*\sto\s)?\s*([-+]?[\d.,_]+(?:[eE][-+]?\d+)?)\s*$/.exec(String(value)) ?? [];
  const amount = Number(last?.replace(/[,_]/g, ''));
  if (last === undefined || !Number.isFinite(amount) || amount === 0) return value;
  return before === '' ? withUnit(amount, unit) : `${before}${amount} ${unit}`;
}
