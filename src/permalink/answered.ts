/** What a link says that it answered: `[id, total, sureness, model]`, or nothing at all. */
import { placementIdOf } from '#core/report/placement-id.ts';
import type { Answered } from '#core/report/link-says.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { splitRef } from '#core/store-ref.ts';

const MOST_BYTES = 200;
const LARGEST_TOTAL = 1e15;
const LATEST_MODEL = 99;

/** What an id may name: stores, and CDNs that readers leave open, or `any`. */
interface Named extends Pick<Scenario, 'stores' | 'copies'> {
  cdns: readonly string[];
}

/** Null where it could not be read again, or would be too long. In whole cents, sureness to three decimals. */
export function writtenAnswer({ id, total, sureness, model }: Answered, named: Named): unknown[] | null {
  const written = [id, rounded(total, 100), sureness === null ? null : rounded(sureness, 1000), model];
  return answerIn(written, named) && written;
}

/** Null for whatever is no such answer, or names a store or a CDN that the scenario does not allow. */
export function answerIn(value: unknown, named: Named): Answered | null {
  if (!Array.isArray(value) || value.length !== 4) return null;
  const [id, total, sureness, model] = value as unknown[];
  if (typeof id !== 'string' || !isWithin(total, 0, LARGEST_TOTAL)) return null;
  if (sureness !== null && !isWithin(sureness, 0, 1)) return null;
  if (!isWithin(model, 1, LATEST_MODEL) || !Number.isInteger(model)) return null;
  // Ids are of ASCII letters, so that characters are bytes.
  if (JSON.stringify(value).length > MOST_BYTES) return null;
  const own = placementIdOf(id);
  const isNamed = (via: string | null) =>
    via === null || ['any', via].some((one) => named.cdns.includes(one));
  return own !== null && own.stores.every((ref) => isListed(ref, named)) && isNamed(own.via)
    ? { id, total, sureness, model }
    : null;
}

/** A list without a region means the store in whichever. */
function isListed(ref: string, { stores, copies }: Named): boolean {
  return stores === 'all' || [...stores, ...copies].some((one) => one === ref || one === splitRef(ref).store);
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

const rounded = (value: number, parts: number) => Math.round(value * parts) / parts;
