/** A profile as the scenario it describes: what it says is taken, what it cannot say is assumed and noted. */
import type { ScenarioText } from '../scenario/scenario.ts';
import { percent } from '../text/numbers.ts';
import { SECONDS_PER_DAY, formatBytes, formatDays, withUnit } from '../units.ts';
import { significant } from './counts.ts';
import { inventoryNotes, listedTotals, skewOf } from './inventory.ts';
import { TIME_EDGES_SECONDS } from './profile.ts';
import type { Profile } from './profile.ts';
import { sizeClassesOf } from './size-classes.ts';

/** What a log cannot say. */
interface ScenarioFacts {
  asOf: string;
  name: string;
  /** Where readers and the writer are. */
  place: string;
  /** Bytes stored before the log began; null: those of the inventory, else of the objects that were read. */
  standingBytes: number | null;
}

/** A profile from which no scenario follows, with what is missing. */
export class ProfileError extends Error {
  override name = 'ProfileError';
}

/** Arrivals and reads of the scenario stand for these; their requests are not counted a second time. */
export const IN_ARRIVALS_AND_READS = new Set([
  ...['GetObject', 'PutObject', 'PostObject', 'CopyObject', 'DeleteObject'],
  ...['CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'],
]);
const LARGEST_PEAK = 10_000;
/** Reads that send less than this share of their objects' bytes are reads of ranges. */
const NEARLY_WHOLE = 0.95;
/** Share of created objects that must be seen to end before their life is believed. */
const ENDS_NEEDED = 0.5;
/** Of lives that end at any age alike, a fifth end before a quarter of their mean. */
const ENDED_YOUNG_MOST = 0.35;
/** Logs of requests tick in seconds. */
const CLOCK_SECONDS = 1;
/** The longest retention that a scenario takes. */
const LONGEST_LIFE_DAYS = 36_525;

/** Throws `ProfileError` where nothing says what is stored. `notes` are sentences for the reader. */
export function scenarioOf(
  profile: Profile,
  { asOf, name, place, standingBytes }: ScenarioFacts,
): { scenario: ScenarioText; notes: string[] } {
  const notes: string[] = [];
  const { created } = totals(profile);
  const size = sizeClasses(profile);
  const life = lifeDays(profile);
  const stock = standingBytes ?? stockOf(profile, life, notes);
  if (created === 0 && stock === 0)
    throw new ProfileError(
      'the log has no writes and names no objects, so nothing says how much is stored; give an inventory of the bucket, or say it with --standing, such as --standing 10TB',
    );
  if (life === null && created > 0)
    notes.push('retention: too few objects were deleted or overwritten to tell how long they live.');
  const young = life === null ? 0 : endedYoung(profile, life);
  if (young > ENDED_YOUNG_MOST)
    notes.push(
      `retention: the mean of lives that differ much: about ${percent(young)} of the objects lived less than a quarter of it. Where prefixes have retentions of their own, derive the lines of each alone.`,
    );
  const [network] = profile.networks ?? [];
  if (network?.network)
    notes.push(
      `readers: ${percent(network.reads / totals(profile).reads)} of the reads come from ${network.network}; say where that is.`,
    );
  const operations = otherOperations(profile);
  const partSize = meanPart(profile);
  if (profile.source.detail === 'hours')
    notes.push('Sums by the hour say nothing of single objects: one size, the mean, and no ages of reads.');
  return {
    notes,
    scenario: {
      stowage: 1,
      name,
      asOf,
      workload: {
        objects: {
          size,
          ...(created > 0 ? { arrivals: aDay(created, profile) } : {}),
          ...(stock > 0 ? { standing: formatBytes(stock, 6) } : {}),
          ...(life === null ? {} : { retention: `${significant(life)} days` }),
        },
        ...(partSize === null ? {} : { writes: { partSize: withUnit(partSize, 'B') } }),
        reads: readsOf(profile, life),
        ...(Object.keys(operations).length > 0 ? { operations } : {}),
        readers: [{ at: place, share: 1 }],
        writer: place,
        peak: Math.min(LARGEST_PEAK, Number(profile.peak.ratio.toPrecision(3))),
      },
    },
  };
}

/** Bytes that stand when the scenario begins. Adds to `notes` where they come from. */
function stockOf(profile: Profile, life: number | null, notes: string[]): number {
  const { created, createdBytes, standing } = totals(profile);
  if (profile.inventory) {
    notes.push(...inventoryNotes(profile.inventory));
    const { stored } = listedTotals(profile.inventory);
    if (life === null || created === 0) return stored;
    const young = (createdBytes / profile.source.seconds) * SECONDS_PER_DAY * life;
    notes.push(
      `standing: without ${formatBytes(Math.min(stored, young))}, which new objects make up while they live.`,
    );
    return Math.max(0, stored - young);
  }
  if (life !== null || profile.source.detail === 'hours' || standing === 0) return 0;
  notes.push(
    `standing: ${formatBytes(standing)} were read that are older than the log; what was never read does not show.`,
  );
  return standing;
}

/**
 * Rate, bytes and ages of reads. With λ objects created a day and r(a) reads per object at age a (reads ÷ time that
 * objects were in sight at that age), the share of reads at ages up to a is λ ∫₀ᵃ r ÷ all reads: reads of objects older
 * than the log fall into the rest, and young objects that the log outlives do not count as never read again. Holds where
 * arrivals and reads are steady over the log. Ages past half of the log rest on too few objects and are left out. With an
 * inventory the age of every object is known: then shares are counted.
 */
export function readsOf(
  profile: Profile,
  lifeDays: number | null = null,
): Pick<ScenarioText['workload'], 'reads'>['reads'] & object {
  const { created, reads } = totals(profile);
  const perDay = (reads / profile.source.seconds) * SECONDS_PER_DAY;
  const range = rangeBytes(profile);
  const longest = (lifeDays ?? Infinity) * SECONDS_PER_DAY;
  const points: { seconds: number; reads: number }[] = [];
  let [from, readsPerObject, sum] = [0, 0, 0];
  for (const { upToSeconds, reads: counted, objectSeconds } of profile.ages) {
    if (upToSeconds === null || upToSeconds > longest || objectSeconds === 0) break;
    if (!profile.inventory && upToSeconds > profile.source.seconds / 2) break;
    sum += counted;
    readsPerObject += (counted / objectSeconds) * (upToSeconds - from);
    points.push({ seconds: upToSeconds, reads: profile.inventory ? sum : created * readsPerObject });
    from = upToSeconds;
  }
  const all = Math.max(reads, points.at(-1)?.reads ?? 0);
  const byAge = points.map((one) => [
    formatDays(one.seconds / SECONDS_PER_DAY),
    significant(one.reads / all),
  ]);
  const skew = profile.inventory && skewOf(profile.inventory);
  return {
    rate: `${significant(perDay)}/day`,
    ...(range === null ? {} : { bytes: withUnit(range, 'B') }),
    ...(all > 0 && byAge.length > 0 ? { byAge: Object.fromEntries(byAge) as Record<string, number> } : {}),
    ...(skew ? { skew } : {}),
    ...rereadsOf(profile, lifeDays),
  };
}

/**
 * Of reads, the share that came within each time of the last touch of their object. A class without an upper end and gaps
 * longer than objects live are left out: what is longer than the last time counts as never.
 */
function rereadsOf(
  profile: Profile,
  lifeDays: number | null,
): { rereads?: { gaps: Record<string, number>; since?: 'touch' } } {
  const { created, reads } = totals(profile);
  const longest = (lifeDays ?? Infinity) * SECONDS_PER_DAY;
  if (profile.source.detail !== 'requests' || reads === 0) return {};
  const gaps: Record<string, number> = {};
  let sum = 0;
  for (const [gap, seconds] of TIME_EDGES_SECONDS.entries()) {
    const within = profile.rereads.reduce((all, row) => all + (row[1] === gap ? row[2] : 0), 0);
    if (within === 0 || seconds > longest) continue;
    sum += within;
    gaps[formatDays(seconds / SECONDS_PER_DAY)] = significant(Math.min(1, sum / reads));
  }
  if (sum === 0) return {};
  return { rereads: { gaps, ...(created > 0 ? { since: 'touch' as const } : {}) } };
}

const aDay = (count: number, { source }: Profile) =>
  `${significant((count / source.seconds) * SECONDS_PER_DAY)}/day`;

function totals({ sizes, unsized }: Profile) {
  const sum = (of: (one: Profile['sizes'][number]) => number) => sizes.reduce((all, one) => all + of(one), 0);
  return {
    created: sum((one) => one.created),
    createdBytes: sum((one) => one.createdBytes),
    standing: sum((one) => one.standingBytes),
    reads: sum((one) => one.reads) + unsized.reads,
  };
}

/** Shares and mean sizes of what is stored; else of what was written; else of what was read. */
function sizeClasses({ sizes, unsized, inventory }: Profile): ScenarioText['workload']['objects']['size'] {
  const written = sizes.filter((one) => one.created > 0);
  const found = sizes.filter((one) => one.standing > 0);
  const listed = inventory?.sizes.map(({ objects, bytes }) => ({ count: objects, bytes })) ?? [];
  const pairs =
    listed.length > 0
      ? listed
      : written.length > 0
        ? written.map((one) => ({ count: one.created, bytes: one.createdBytes }))
        : found.length > 0
          ? found.map((one) => ({ count: one.standing, bytes: one.standingBytes }))
          : sizes.filter((one) => one.reads > 0).map((one) => ({ count: one.reads, bytes: one.readBytes }));
  if (pairs.length === 0)
    throw new ProfileError(
      unsized.objects > 0
        ? 'no object of the log has a size; a column or field of sizes is needed'
        : 'the log neither writes nor reads an object',
    );
  return sizeClassesOf(pairs);
}

/** Mean bytes of a read, where reads send markedly less than their objects; null: whole objects. */
function rangeBytes({ sizes }: Profile): number | null {
  let sent = 0;
  let whole = 0;
  let reads = 0;
  for (const one of sizes) {
    const objects = one.created + one.standing;
    if (objects === 0 || one.reads === 0) continue;
    sent += one.readBytes;
    reads += one.reads;
    whole += (one.reads * (one.createdBytes + one.standingBytes)) / objects;
  }
  return reads > 0 && sent < whole * NEARLY_WHOLE ? Math.round(sent / reads) : null;
}

/** Mean life in days: time alive ÷ ends, as if the chance to end did not depend on age; null where most never ended. */
function lifeDays({ ended, sizes }: Profile): number | null {
  const created = sizes.reduce((sum, one) => sum + one.created, 0);
  if (ended.objects === 0 || ended.objects < created * ENDS_NEEDED || ended.aliveSeconds === 0) return null;
  const seconds = Math.max(CLOCK_SECONDS, ended.aliveSeconds / ended.objects);
  return Math.min(LONGEST_LIFE_DAYS, seconds / SECONDS_PER_DAY);
}

/** Share of objects that lived less than a quarter of the mean: from the time in sight at an age, where arrivals are even. */
function endedYoung({ ages, sizes, source, inventory }: Profile, life: number): number {
  if (inventory) return 0;
  const created = sizes.reduce((sum, one) => sum + one.created, 0);
  const young = ages.flatMap(({ upToSeconds, objectSeconds }, i) => {
    const from = ages[i - 1]?.upToSeconds ?? 0;
    if (upToSeconds === null || upToSeconds > (life * SECONDS_PER_DAY) / 4) return [];
    const inLog = 1 - (from + upToSeconds) / 2 / source.seconds;
    return [1 - objectSeconds / (created * (upToSeconds - from) * inLog)];
  });
  return young.at(-1) ?? 0;
}

function otherOperations(profile: Profile): Record<string, string> {
  return Object.fromEntries(
    Object.entries(profile.operations)
      .filter(([name]) => !IN_ARRIVALS_AND_READS.has(name))
      .map(([name, { count }]) => [name, aDay(count, profile)]),
  );
}

function meanPart({ operations }: Profile): number | null {
  const parts = operations['UploadPart'];
  return parts && parts.count > 0 && parts.bytes > 0 ? Math.round(parts.bytes / parts.count) : null;
}
