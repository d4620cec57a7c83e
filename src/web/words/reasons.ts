/** Reasons as the core gives them, with ids turned into the names the page uses. */
import type { Plan } from '#core/report/plan-types.ts';
import { shortName } from './candidates.ts';
import { meterName } from './meters.ts';
import { THEN, placeName, storeName, storeWithRegion } from './names.ts';

export function plainReason(plan: Plan, words: string): string {
  const known: [string, string][] = [
    ...plan.candidates.map((one): [string, string] => [one.id, shortName(one)]),
    ...plan.candidates.flatMap((one) => one.stores.map((ref): [string, string] => [ref, storeName(ref)])),
    ...plan.candidates.flatMap((one) =>
      one.read.byPlace.map(({ place }): [string, string] => [place, placeName(place)]),
    ),
  ];
  // Longest first: an id may lie within another.
  const named = known
    .sort(([a], [b]) => b.length - a.length)
    .reduce((text, [id, name]) => text.replaceAll(id, name), words)
    .replace(/\b(egress|requests)\.[\w-]+/gi, (meter) => meterName(meter.toLowerCase()))
    // Stores that no candidate of the plan uses.
    .replace(/\b[a-z]+\/[a-z][\w-]*@[a-z][a-z\d-]*[a-z\d]/g, storeWithRegion)
    .replaceAll(' → ', THEN);
  // A path of the scenario is written as it is.
  const sentence = /^\w+\.\w/.test(named) ? named : named.charAt(0).toUpperCase() + named.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** A measured cell or an adjustment as the core writes it, with the sign that the page's font has. */
export const plainCell = (words: string) => words.replaceAll(' → ', THEN);
