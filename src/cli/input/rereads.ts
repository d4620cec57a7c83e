/** Sizes of objects and how they are re-read, as the flags of `stowage breakeven` say it. */
import { mustBeAboveZero } from '#core/remedies.ts';
import type { RereadQuestion } from '#core/rereads/break-even.ts';
import { nearest } from '#core/nearest.ts';
import type { Popularity } from '#core/rereads/gap-laws.ts';
import type { Gaps } from '#core/rereads/gaps.ts';
import { LAW_EXAMPLES, parseGapLaw } from '#core/rereads/law-text.ts';
import { lawGaps } from '#core/rereads/stated-reuse.ts';
import { touchesOfProfile } from '#core/rereads/profile-touches.ts';
import { touchesOf, type WritePolicy } from '#core/rereads/ttl-cost.ts';
import { parseBytes, parseCount, shorten, UnitError } from '#core/units.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable, within } from '../failures.ts';
import { profileFile } from './reads-profile.ts';

const DEFAULT_SIZES = [4, 16, 64, 128, 256, 512, 1024, 4096, 16_384].map((kib) => kib * 1024);
const MOST_SIZES = 200;
/** The largest object that any store takes. */
const LARGEST_BYTES = 50e12;

interface RereadsGiven extends RereadQuestion {
  sizes: number[];
}

/** Throws `Misunderstood` for flags that contradict each other, `Unanswerable` for a profile without gaps. */
export async function rereadsGiven(args: Args, deps: Deps): Promise<RereadsGiven> {
  const [law, file, perObject] = [args.text('gaps'), args.text('profile'), args.text('reads-per-object')];
  const writes = args.choice('writes', ['around', 'through']);
  if (law !== undefined && file !== undefined)
    throw new Misunderstood('--gaps and --profile both say how objects are re-read; give one of them');
  if (perObject !== undefined && law === undefined)
    throw new Misunderstood('--reads-per-object goes with --gaps; a profile has counted the objects');
  const lru = args.text('lru');
  if (lru !== undefined && (!law?.startsWith('zipf:') || perObject !== undefined))
    throw new Misunderstood('--lru goes with --gaps zipf:…, of objects that are read for ever');
  if (file !== undefined) return fromProfile(args, file, writes, deps);
  if (writes !== undefined && (law === undefined || perObject === undefined))
    throw new Misunderstood('--writes goes with --gaps and --reads-per-object, or with --profile');
  const sizes = args.read('sizes', sizesGiven) ?? DEFAULT_SIZES;
  if (law === undefined) return { sizes, writes: 'around', of: () => null };
  const reads = args.read('reads-per-object', amountIn(parseCount, 1e18, '20')) ?? Infinity;
  const { gaps, popularity } = gapsOf(law);
  const rereads = {
    touches: touchesOf(gaps, reads),
    readsPerHour: popularity?.readsPerHour ?? null,
    ...(popularity ? { popularity } : {}),
  };
  const lruBytes = args.read('lru', amountIn(parseBytes, 1e24, '10 GB'));
  return { sizes, writes: writes ?? 'around', of: () => rereads, lruBytes };
}

async function fromProfile(
  args: Args,
  file: string,
  writes: WritePolicy | undefined,
  deps: Deps,
): Promise<RereadsGiven> {
  if (args.has('sizes'))
    throw new Misunderstood('--sizes: a profile brings its own sizes; leave one of the two out');
  const { sizes, writesSeen } = touchesOfProfile(await within('--profile', () => profileFile(file, deps)));
  if (sizes.length === 0)
    throw new Unanswerable(`${file}: has no times between reads of an object; a log of single requests has`);
  if (writes === 'around' && writesSeen)
    throw new Misunderstood(
      '--writes around: a profile does not tell the first read after a write from later ones; write --writes through',
    );
  return {
    sizes: sizes.map((one) => one.sizeBytes),
    writes: writes ?? 'through',
    of: (sizeBytes) => sizes.find((one) => one.sizeBytes === sizeBytes) ?? null,
  };
}

function sizesGiven(text: string): number[] {
  const sizes = text.split(',').map((one) => {
    const bytes = parseBytes(one.trim());
    if (!(bytes >= 1 && bytes <= LARGEST_BYTES))
      throw new Misunderstood(`"${shorten(one.trim())}" is no size of an object; give 1 B to 50 TB`);
    return bytes;
  });
  if (sizes.length > MOST_SIZES)
    throw new Misunderstood(`${sizes.length} sizes are given, and at most ${MOST_SIZES} fit`);
  return [...new Set(sizes)].sort((a, b) => a - b);
}

const amountIn = (parse: (text: string) => number, most: number, example: string) => (text: string) => {
  const amount = parse(text);
  if (!(amount > 0 && amount <= most))
    throw new Misunderstood(mustBeAboveZero(`"${shorten(text)}"`, example));
  return amount;
};

/** `--gaps exponential:12h` as a law; of Zipf also which object is read how often. Throws `Misunderstood` with the form that was meant. */
function gapsOf(text: string): { gaps: Gaps; popularity?: Popularity } {
  const [name = ''] = text.split(':');
  const meant = LAW_EXAMPLES[nearest(name, Object.keys(LAW_EXAMPLES)) ?? ''];
  if (LAW_EXAMPLES[name.trim()] === undefined && meant !== undefined)
    throw new Misunderstood(`--gaps "${shorten(text)}" names no law; did you mean ${meant}?`);
  const law = readLaw(text);
  const alone = { objects: 1, readsPerHour: 1 };
  return {
    gaps: lawGaps(law, alone),
    ...(law.law === 'zipf' ? { popularity: { exponent: law.exponent, ...(law.of ?? alone) } } : {}),
  };
}

function readLaw(text: string) {
  try {
    return parseGapLaw(text, true);
  } catch (error) {
    if (error instanceof UnitError) throw new Misunderstood(`--gaps ${error.message}`);
    throw error;
  }
}
