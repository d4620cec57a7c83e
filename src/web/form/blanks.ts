/** How the blanks of the sentence are read: text as a person writes it there, and what the scenario holds for it. */
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { parseEstimate } from '#core/rates.ts';
import { UnitError, parseBytes, parseCount } from '#core/units.ts';
import { readAt } from '#web/state/paths.ts';

const OBJECTS = /\s*objects?\b/;

/** `10M objects a day`, `10M times per day` → `10M/day`: as a scenario says a rate. */
export function rateOf(text: string): string {
  const rate = text
    .replace(OBJECTS, '')
    .replace(/\s*\btimes\b/, '')
    .replace(/\s*(?:\/|\b(?:an?|per|each|every)\s)\s*(?=[a-z]+\s*$)/i, '/')
    .trim();
  return /^0(\/|$)/.test(rate) ? '0/day' : rate;
}

/** Bytes of an object, on average; null where sizes are ranges or cannot be read. */
export function meanSize(scenario: ScenarioText): number | null {
  const size: unknown = readAt(scenario, ['workload', 'objects', 'size']);
  const classes = Array.isArray(size)
    ? (size as { share?: unknown; size?: unknown }[])
    : [{ share: 1, size }];
  try {
    const parts = classes.map((one) => Number(one.share) * parseEstimate(String(one.size), parseBytes).value);
    const mean = parts.reduce((sum, part) => sum + part, 0);
    return mean > 0 ? mean : null;
  } catch {
    return null;
  }
}

/** What is added, in objects: `20 TB a month` of 4 MB objects → `5000000/month`; `6B a day` are billions. */
export function addedOf(text: string, size: number | null): string {
  const rate = rateOf(text);
  const [, amount, period] = /^(.*[a-z])\s*\/\s*([a-z]+)$/i.exec(rate) ?? [];
  if (amount === undefined || size === null || isCount(amount) || !isBytes(amount)) return rate;
  return `${Number((parseBytes(amount) / size).toPrecision(12))}/${period}`;
}

/** What is stored: bytes or, where the word says so, objects. */
export function storedOf(text: string): { standing: string } | { count: string } {
  const count = text.replace(OBJECTS, '').trim();
  return count !== text.trim() && isCount(count) ? { count } : { standing: text.trim() };
}

const isBytes = (text: string) => reads(() => parseBytes(text));
const isCount = (text: string) => reads(() => parseCount(text));

function reads(read: () => number): boolean {
  try {
    return Number.isFinite(read());
  } catch (error) {
    if (error instanceof UnitError) return false;
    throw error;
  }
}
