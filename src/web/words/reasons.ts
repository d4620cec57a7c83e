/** Reasons as the core gives them, with ids turned into the names the page uses. */
import type { Plan } from '#core/report/plan-types.ts';
import { capital } from '#core/text/words.ts';
import { shortName } from './candidates.ts';
import { meterName } from './meters.ts';
import { THEN, placeName, storeNames, storeWithRegion } from './names.ts';

const known = new WeakMap<Plan, [string, string][]>();

/** Every id of a plan with its name, the longest first: an id may lie within another. */
function namesOf(plan: Plan): [string, string][] {
  let names = known.get(plan);
  if (!names) {
    const nameOf = storeNames(plan.candidates.flatMap(({ stores }) => stores));
    const all = plan.candidates.flatMap((one): [string, string][] => [
      [one.id, shortName(one, nameOf)],
      ...one.stores.map((ref): [string, string] => [ref, nameOf(ref)]),
      ...one.read.byPlace.map(({ place }): [string, string] => [place, placeName(place)]),
    ]);
    names = [...new Map(all)].sort(([a], [b]) => b.length - a.length);
    known.set(plan, names);
  }
  return names;
}

export function plainReason(plan: Plan, words: string): string {
  const named = namesOf(plan)
    .reduce((text, [id, name]) => text.replaceAll(id, name), words)
    .replace(/\b(egress|requests)\.[\w-]+/gi, (meter) => meterName(meter.toLowerCase()))
    // Stores that no candidate of the plan uses.
    .replace(/\b[a-z]+\/[a-z][\w-]*@[a-z][a-z\d-]*[a-z\d]/g, storeWithRegion)
    .replaceAll(' → ', THEN);
  // A path of the scenario is written as it is.
  const sentence = /^\w+\.\w/.test(named) ? named : capital(named);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** A measured cell or an adjustment as the core writes it, with the sign that the page's font has. */
export const plainCell = (words: string) => words.replaceAll(' → ', THEN);
