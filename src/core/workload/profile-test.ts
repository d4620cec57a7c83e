/**
 * How well a profile of the first part of a log predicts the rest: what `derive --test` prints, and a profile carries. Profiles are
 * sums, so that of the rest is the whole one less the first.
 */
import { significant } from './counts.ts';
import { TIME_EDGES_SECONDS } from './profile.ts';
import type { Profile } from './profile.ts';

/** Of the log's time, the part that is fitted. */
export const FITTED_SHARE = 0.7;

type Test = NonNullable<Profile['test']>;
type Row = Test['rows'][number];

/** Throws `RangeError` where the log has no time left to predict. */
export function profileTest(whole: Profile, first: Profile): Test {
  const seconds = whole.source.seconds - first.source.seconds;
  if (!(seconds > 0)) throw new RangeError('the first part of a log is shorter than the log');
  const times = seconds / first.source.seconds;
  const counted = (of: Row['of'], count: (one: Profile) => number) =>
    row(of, null, count(first) * times, count(whole) - count(first));
  const sum = (one: Profile, of: (size: Profile['sizes'][number]) => number) =>
    one.sizes.reduce((all, size) => all + of(size), 0);
  return {
    fitted: FITTED_SHARE,
    seconds: significant(seconds),
    rows: [
      counted('requests', (one) => one.requests.answered),
      counted('objects-written', (one) => sum(one, ({ created }) => created)),
      counted('bytes-written', (one) => sum(one, ({ createdBytes }) => createdBytes)),
      counted('bytes-read', (one) => sum(one, ({ readBytes }) => readBytes)),
      ...byAge(whole, first),
      ...workingSets(whole, first, seconds),
    ],
  };
}

const row = (of: Row['of'], withinSeconds: number | null, predicted: number, actual: number): Row => ({
  of,
  withinSeconds,
  predicted: significant(predicted),
  actual: significant(actual),
  error: actual > 0 ? significant(predicted / actual - 1) : null,
});

/**
 * Share of reads on objects no older, among ages up to half of the first part. Reads there ÷ time in sight there, as in `readsOf`:
 * objects that came late have not yet reached the higher ages.
 */
function byAge(whole: Profile, first: Profile): Row[] {
  const ages = whole.ages.flatMap(({ upToSeconds, reads, objectSeconds }) => {
    const before = first.ages.find((one) => one.upToSeconds === upToSeconds);
    if (upToSeconds === null || upToSeconds > first.source.seconds / 2 || !before?.objectSeconds) return [];
    const seen = objectSeconds - before.objectSeconds;
    return [
      { upToSeconds, fitted: (before.reads / before.objectSeconds) * seen, rest: reads - before.reads },
    ];
  });
  const total = (of: (one: (typeof ages)[number]) => number) => ages.reduce((sum, one) => sum + of(one), 0);
  const [fitted, rest] = [total((one) => one.fitted), total((one) => one.rest)];
  if (fitted === 0 || rest === 0) return [];
  let below = { fitted: 0, rest: 0 };
  return ages.slice(0, -1).map((one) => {
    below = { fitted: below.fitted + one.fitted, rest: below.rest + one.rest };
    return row('reads-by-age', one.upToSeconds, below.fitted / fitted, below.rest / rest);
  });
}

const WINDOWS_SECONDS = [3600, 86_400, 7 * 86_400];

/**
 * Mean bytes touched within a time (P. J. Denning, "The Working Set Model for Program Behavior", CACM 11, 1968): each touch counts
 * until the next of its object, or for the whole time where that is later.
 */
function workingSets(whole: Profile, first: Profile, seconds: number): Row[] {
  const least = Math.min(seconds, first.source.seconds);
  if (whole.source.detail !== 'requests') return [];
  return WINDOWS_SECONDS.filter((edge) => edge <= least / 2).map((edge) => {
    const [all, fitted] = [byteSeconds(whole, edge), byteSeconds(first, edge)];
    return row('working-set', edge, fitted / first.source.seconds, (all - fitted) / seconds);
  });
}

function byteSeconds({ rereads, sizes }: Profile, edge: number): number {
  const within = rereads.filter((one) => one[1] <= TIME_EDGES_SECONDS.indexOf(edge));
  const bytes = (rows: Profile['rereads']) => rows.reduce((sum, one) => sum + one[3], 0);
  const touched = sizes.reduce((sum, one) => sum + one.createdBytes + one.standingBytes, bytes(rereads));
  const held = within.reduce((sum, one) => sum + one[4] * 3600, 0);
  return held + edge * (touched - bytes(within));
}
