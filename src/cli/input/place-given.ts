import { findPlace } from '#core/places.ts';
import { placeAdvice } from '#core/places/suggest.ts';
import type { Args } from '../args.ts';
import { Misunderstood } from '../failures.ts';

/** The place that a flag names; undefined where it is not given. Throws `Misunderstood` for what is no place. */
export function placeGiven(args: Args, flag: string): string | undefined {
  const id = args.text(flag);
  if (id === undefined || findPlace(id)) return id;
  throw new Misunderstood(`--${flag} "${id}" is no place; ${placeAdvice(id)}`);
}
