/** The question of the Break-even page as its fields have it, as the fragment of a link, and as the law it asks about. */
import { mustBeAboveZero } from '#core/remedies.ts';
import { HOURS_PER_DAY, parseCount, parseDays } from '#core/units.ts';
import type { Law } from './ttl-curve.ts';

/** Fields as they are written. */
export interface Question {
  /** `cloudflare/r2-standard@everywhere` */
  cold: string;
  /** Bytes of an object. */
  size: number;
  /** Within which half of the next reads come: `5 h`. */
  half: string;
  law: Law['kind'];
  /** Of a Lomax law: the lower, the more reads come late. */
  shape: string;
  /** How often an object is read in its life; empty: for ever. */
  reads: string;
}

export const USUAL: Question = {
  cold: 'cloudflare/r2-standard@everywhere',
  size: 64 * 1024,
  half: '5 h',
  law: 'lomax',
  shape: '1.2',
  reads: '',
};

/** Throws with words for the reader where a field cannot be read. */
export function askedOf({ half, law, shape, reads }: Question): { law: Law; reads: number } {
  const hours = above(parseDays(half) * HOURS_PER_DAY, 'Half of the re-reads come within', '5 h');
  const asked = above(reads.trim() === '' ? Infinity : parseCount(reads), 'Reads per object', '20');
  if (law === 'exponential') return { law: { kind: law, meanHours: hours / Math.LN2 }, reads: asked };
  const tail = above(Number(shape), 'Shape', '1.2');
  return { law: { kind: law, shape: tail, scaleHours: hours / (2 ** (1 / tail) - 1) }, reads: asked };
}

function above(value: number, label: string, example: string): number {
  if (!(value > 0)) throw new RangeError(`${mustBeAboveZero(label, example)}.`);
  return value;
}

const KEYS = ['cold', 'size', 'half', 'law', 'shape', 'reads'] as const;

/** `#size=1048576&half=2 days`. What is usual is left out. */
export function questionToFragment(question: Question): string {
  const parts = new URLSearchParams();
  for (const key of KEYS) if (question[key] !== USUAL[key]) parts.set(key, String(question[key]));
  const text = parts.toString().replaceAll('%2F', '/').replaceAll('%40', '@');
  return text === '' ? '' : `#${text}`;
}

/** Whatever a fragment has that is not one of these stores and sizes counts as not said. */
export function questionFromFragment(
  fragment: string,
  colds: readonly string[],
  sizes: readonly number[],
): Question {
  const parts = new URLSearchParams(fragment.replace(/^#/, '').slice(0, 500));
  const cold = parts.get('cold') ?? '';
  const size = Number(parts.get('size'));
  return {
    cold: colds.includes(cold) ? cold : USUAL.cold,
    size: sizes.includes(size) ? size : USUAL.size,
    half: parts.get('half') ?? USUAL.half,
    law: parts.get('law') === 'exponential' ? 'exponential' : 'lomax',
    shape: parts.get('shape') ?? USUAL.shape,
    reads: parts.get('reads') ?? USUAL.reads,
  };
}
