import { placeAdvice, placeCalled, suggestPlaces } from '#core/places/suggest.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { storeIssue } from '#core/scenario/check-stores.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { splitRef, type StoreChoice } from '#core/store-ref.ts';
import type { Args } from '../args.ts';
import { Misunderstood } from '../failures.ts';

/** The place that a flag names; undefined where it is not given. Throws `Misunderstood` for what is no place. */
export function placeGiven(args: Args, flag: string): string | undefined {
  const id = args.text(flag);
  return id === undefined ? undefined : placeNamed(flag, id);
}

/** By its id, or by the name of a country or continent. */
export function placeNamed(flag: string, id: string, before?: string): string {
  const found = placeCalled(id);
  if (found !== undefined) return found;
  throw new Misunderstood(
    `${before ?? `--${flag} `}"${id}" is no place; ${placeAdvice(suggestPlaces(id).length > 0 ? id : `internet/${id}`)}`,
  );
}

/** `aws/s3-standard@us-east-1`, or the store in all its regions. Throws `ScenarioError` for what the archive lacks. */
export function storeNamed(
  text: string,
  archive: Archive,
  about: { holdsObjects?: boolean; regionNeeded?: boolean } = { regionNeeded: false },
): StoreChoice {
  const choice = splitRef(text);
  const issue = storeIssue(choice, archive, { path: '', ...about });
  if (issue) throw new ScenarioError([issue]);
  return choice;
}
