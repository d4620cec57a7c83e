/** How the blanks of the sentence are read: text as a person writes it there, and what the scenario holds for it. */
import { UnitError, parseCount } from '#core/units.ts';

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

/** What is stored: bytes or, where the word says so, objects. */
export function storedOf(text: string): { standing: string } | { count: string } {
  const count = text.replace(OBJECTS, '').trim();
  return count !== text.trim() && isCount(count) ? { count } : { standing: text.trim() };
}

function isCount(text: string): boolean {
  try {
    return Number.isFinite(parseCount(text));
  } catch (error) {
    if (error instanceof UnitError) return false;
    throw error;
  }
}
