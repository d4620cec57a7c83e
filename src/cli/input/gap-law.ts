/** `--gaps exponential:12h`: the time between reads of an object as a law. */
import { nearest } from '#core/nearest.ts';
import { exponentialGaps, lomaxGaps, zipfGaps } from '#core/rereads/gap-laws.ts';
import type { Popularity } from '#core/rereads/gap-laws.ts';
import type { Gaps } from '#core/rereads/gaps.ts';
import { LAW_EXAMPLES, parseGapLaw } from '#core/rereads/law-text.ts';
import { UnitError, shorten } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';

interface GapsGiven {
  gaps: Gaps;
  /** Of Zipf alone: which object is read how often. */
  popularity?: Popularity;
}

/** Throws `Misunderstood` with the form of the law that was meant. */
export function gapLaw(text: string): GapsGiven {
  const [name = ''] = text.split(':');
  if (LAW_EXAMPLES[name.trim()] === undefined) {
    const meant = LAW_EXAMPLES[nearest(name, Object.keys(LAW_EXAMPLES)) ?? ''];
    if (meant !== undefined)
      throw new Misunderstood(`--gaps "${shorten(text)}" names no law; did you mean ${meant}?`);
  }
  const law = readLaw(text);
  switch (law.law) {
    case 'exponential':
      return { gaps: exponentialGaps(law.meanHours) };
    case 'lomax':
      return { gaps: lomaxGaps(law.shape, law.scaleHours) };
    case 'zipf': {
      const popularity = { exponent: law.exponent, ...(law.of ?? { objects: 1, readsPerHour: 1 }) };
      return { gaps: zipfGaps(popularity), popularity };
    }
  }
}

function readLaw(text: string) {
  try {
    return parseGapLaw(text, true);
  } catch (error) {
    if (error instanceof UnitError) throw new Misunderstood(`--gaps ${error.message}`);
    throw error;
  }
}
