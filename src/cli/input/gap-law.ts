/** `--gaps exponential:12h`: the time between reads of an object as a law. */
import { nearest } from '#core/nearest.ts';
import { exponentialGaps, lomaxGaps, zipfGaps } from '#core/rereads/gap-laws.ts';
import type { Popularity } from '#core/rereads/gap-laws.ts';
import type { Gaps } from '#core/rereads/gaps.ts';
import { HOURS_PER_DAY, UnitError, parseCount, parseDays, parsePerDay, shorten } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';

export interface GapLaw {
  gaps: Gaps;
  /** Of Zipf alone: which object is read how often. */
  popularity?: Popularity;
}

const LAWS = {
  exponential: {
    parts: ['MEAN'],
    example: 'exponential:12h',
    make: ([mean = '']) => ({ gaps: exponentialGaps(hours(mean)) }),
  },
  lomax: {
    parts: ['SHAPE', 'SCALE'],
    example: 'lomax:1.5:2h',
    make: ([shape = '', scale = '']) => ({ gaps: lomaxGaps(figure(shape), hours(scale)) }),
  },
  zipf: {
    parts: ['EXPONENT', 'OBJECTS', 'RATE'],
    example: 'zipf:0.9:1M:500/s',
    make: ([exponent = '', objects = '', rate = '']) => {
      const popularity = {
        exponent: figure(exponent),
        objects: parseCount(objects),
        readsPerHour: parsePerDay(rate) / HOURS_PER_DAY,
      };
      return { gaps: zipfGaps(popularity), popularity };
    },
  },
} as const satisfies Record<
  string,
  { parts: readonly string[]; example: string; make(parts: readonly string[]): GapLaw }
>;
const NAMES = Object.keys(LAWS) as (keyof typeof LAWS)[];

/** Throws `Misunderstood` with the form of the law that was meant. */
export function gapLaw(text: string): GapLaw {
  const [name = '', ...parts] = text.split(':').map((part) => part.trim());
  const known = NAMES.find((one) => one === name);
  if (!known) {
    const meant = nearest(name, NAMES);
    const hint = NAMES.find((one) => one === meant);
    throw new Misunderstood(
      `--gaps "${shorten(text)}" names no law; ${hint ? `did you mean ${LAWS[hint].example}?` : `write ${NAMES.map((one) => LAWS[one].example).join(', ')}`}`,
    );
  }
  const law = LAWS[known];
  const form = `write ${[known, ...law.parts].join(':')}, such as ${law.example}`;
  if (parts.length !== law.parts.length)
    throw new Misunderstood(
      `--gaps "${shorten(text)}" has ${parts.length} of ${law.parts.length} parts; ${form}`,
    );
  try {
    return law.make(parts);
  } catch (error) {
    if (error instanceof RangeError || error instanceof UnitError)
      throw new Misunderstood(`--gaps "${shorten(text)}": ${error.message}; ${form}`);
    throw error;
  }
}

const hours = (text: string) => parseDays(text) * HOURS_PER_DAY;

function figure(text: string): number {
  if (!/^\d*\.?\d+(e[-+]?\d+)?$/i.test(text)) throw new UnitError(`"${shorten(text)}" is not a number`);
  return Number(text);
}
