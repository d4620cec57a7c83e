/** The course of objects through a plan: which bucket they are in when, and who moves them. Any number of parts and segments. */
import { runsPerDay } from '#core/placement/movers.ts';
import { askerOf, isInCloud, routersFor } from '#core/placement/routing.ts';
import type { Routers } from '#core/placement/routing.ts';
import type { Candidate, Segment } from '#core/report/plan-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { splitRef } from '#core/store-ref.ts';
import { listing } from '#core/text/words.ts';
import { endOf, moveByRule } from './age-rules.ts';
import { PREFIX_PLACEHOLDER, bucketAddress } from './buckets.ts';
import type { BucketAddress } from './buckets.ts';
import type { Course, CourseSources, Site, Unnamed } from './course-types.ts';
import type { KeyForm } from './names-given.ts';
import { joined, keysBySize, partsOf } from './parts.ts';
import type { PlanPart } from './parts.ts';
import { settingsOf } from './settings.ts';
import { splitOf } from './split.ts';
import { isBlind, sizeKeysOf } from './size-keys.ts';
import { isInTheWay, standingOf } from './standing.ts';
import type { Laid } from './standing.ts';
import { classNames, rulesKnowSizes } from './storage-classes.ts';

/** Of new objects, where rules must not touch those that stand. */
const NEW_PREFIX = 'new/';

export function courseOf(
  candidate: Candidate,
  sources: CourseSources,
  keys: readonly KeyForm[] = [],
): Course {
  const { scenario, names } = sources;
  const parts = partsOf(candidate, scenario);
  const site: Site = { ...sources, candidate, parts, buckets: [], jobs: [], notes: [] };
  const { retention, standing } = scenario.workload.objects;
  if (retention !== 'forever' && (standing?.value ?? 0) > 0 && parts.some(({ stream }) => stream === 'all'))
    site.notes.push(
      'No rule deletes objects at the end of their retention, because it would also delete the standing objects. Give new objects their own prefix, and write a rule for it.',
    );
  const laid = parts.map((part) => lay(part, site));
  unite(site, laid);
  const young = laid.filter(({ part }) => part.stream !== 'old');
  const prefix = names.prefix ?? PREFIX_PLACEHOLDER.text;
  const newPrefix = laid.some((one) => isInTheWay(one, young, site)) ? `${prefix}${NEW_PREFIX}` : '';
  if (newPrefix !== '')
    site.notes.push(
      `Keys of new objects begin with ${newPrefix}. Rules and jobs act on these keys only, and leave the standing objects where they are. The prefix also tells readers where an object is.`,
    );
  const filled = (isThere: boolean) =>
    joined(
      laid.flatMap((one) => standingOf(one, newPrefix, isThere, site)),
      (a, b) => a.to === b.to && a.toClass === b.toClass,
      () => parts.flatMap(({ stream, sizes }) => (stream === 'old' ? sizes : [])),
    );
  const sizeKeys = sizeKeysOf(site.buckets, newPrefix === '' ? prefix : newPrefix);
  if (sizeKeys.length > 0)
    site.notes.push(
      `Lifecycle rules of ${listing(site.buckets.filter(isBlind).flatMap(({ stores }) => stores[0] ?? []))} cannot select objects by size, so keys say it. Keys of new objects begin with ${keysBySize(sizeKeys)}.`,
    );
  const course = {
    buckets: site.buckets.map((bucket) => ({
      ...bucket,
      sizeKeys: rulesKnowSizes(bucket.kind) ? [] : sizeKeys,
      prefix: newPrefix !== '' && young.some(({ held }) => held.has(bucket)) ? newPrefix : prefix,
      ...addressOf(bucket),
    })),
    parts: laid.map((one) => one.course),
    jobs: site.jobs,
    backfills: filled(false),
    changes: filled(true),
    ...writesOf(laid),
    prefix,
    newPrefix,
    sizeKeys,
    settings: settingsOf(scenario),
    notes: [...new Set(site.notes)],
  };
  const split = splitOf(course, candidate, sources, keys);
  const routers = split.split
    ? routersOfAll(scenario)
    : routersFor(answersOf(course, scenario), scenario.router !== 'worker');
  return { ...course, routers, ...split };

  function addressOf(bucket: Unnamed): BucketAddress {
    const address = bucketAddress(bucket.kind, ownStores(bucket, site), names);
    const unsaid = names.prefix === undefined ? [PREFIX_PLACEHOLDER] : [];
    return { ...address, placeholders: [...address.placeholders, ...unsaid] };
  }
}

/** The user's readers by the place that asks. */
function* readersOf({ workload }: Scenario): Generator<{ at: string; asker: string }> {
  for (const { at, via, share } of workload.readers)
    if (share > 0) yield { at, asker: askerOf({ place: at, via }) };
}

function* answersOf(
  { parts }: Pick<Course, 'parts'>,
  scenario: Scenario,
): Generator<readonly [asker: string, bucket: string]> {
  for (const { segments } of parts)
    for (const { servers } of segments)
      for (const { at, asker } of readersOf(scenario)) {
        const bucket = servers[at];
        if (bucket !== undefined) yield [asker, bucket];
      }
}

/** Where every reader asks two stores. */
export function routersOfAll(scenario: Scenario): Routers {
  const isOutside = [...readersOf(scenario)].some(({ asker }) => !isInCloud(asker));
  return { worker: isOutside && scenario.router === 'worker', go: true };
}

/** Where the objects of a part are. Rules, jobs and notes join those of the site. */
function lay(part: PlanPart, site: Site): Laid {
  const { segments, stream, sizes } = part;
  const { retention, standing } = site.scenario.workload.objects;
  // Rules count from LastModified, and would delete what is there already with the rest.
  const expires =
    retention !== 'forever' && (stream === 'new' || (stream === 'all' && !((standing?.value ?? 0) > 0)));
  const homes = new Map<string, Unnamed>();
  /** Age at which they entered. */
  const since = new Map<Unnamed, number>();
  const enter = (ref: string, atDays: number): Unnamed => {
    const bucket = open(site, ref, part, atDays, new Set(homes.values()));
    homes.set(ref, bucket);
    since.set(bucket, atDays);
    return bucket;
  };
  const homeOf = (ref: string) => homes.get(ref) ?? enter(ref, 0);
  const sinceOf = (bucket: Unnamed) => since.get(bucket) ?? 0;
  const end = (ref: string, atDays: number) => {
    const bucket = homeOf(ref);
    endOf(bucket, part, { atDays, exact: atDays - sinceOf(bucket) }, site);
  };

  for (const ref of segments[0]?.holders ?? []) enter(ref, 0);
  for (const [i, segment] of segments.entries()) {
    const before = segments[i - 1];
    if (!before) continue;
    const atDays = segment.fromDays;
    const leaving = before.holders.filter((ref) => !segment.holders.includes(ref));
    const copied = sourcesOf(site.candidate, before, segment, leaving).filter(([ref, source]) => {
      const bucket = homeOf(source);
      const isRule =
        leaving.includes(source) &&
        moveByRule(bucket, part, { from: source, to: ref, atDays, exact: atDays - sinceOf(bucket) }, site);
      if (isRule) {
        homes.set(ref, bucket);
        leaving.splice(leaving.indexOf(source), 1);
      }
      return !isRule;
    });
    for (const [k, [ref, source]] of copied.entries()) {
      const isLast = !copied.slice(k + 1).some(([, other]) => other === source);
      const leaves = isLast && leaving.includes(source);
      if (leaves) leaving.splice(leaving.indexOf(source), 1);
      const from = homeOf(source);
      const left = segments.slice(i).find(({ holders }) => !holders.includes(ref))?.fromDays;
      site.jobs.push({
        kind: leaves ? 'move' : 'copy',
        from: from.id,
        to: enter(ref, atDays).id,
        afterDays: atDays - sinceOf(from),
        isHourly: runsPerDay(atDays) > 1,
        untilDays: leaves || left === undefined ? null : left - sinceOf(from),
        sizes,
      });
    }
    // What stays elsewhere is deleted here once it is seen there, which no lifecycle rule does.
    for (const ref of leaving) {
      const from = homeOf(ref);
      const stays = segment.holders.find((one) => before.holders.includes(one)) ?? segment.holders[0] ?? ref;
      if (site.candidate.cache) end(ref, atDays);
      else
        site.jobs.push({
          kind: 'move',
          from: from.id,
          to: homeOf(stays).id,
          afterDays: atDays - sinceOf(from),
          isHourly: runsPerDay(atDays) > 1,
          untilDays: null,
          sizes,
        });
    }
  }
  const last = segments.at(-1);
  if (expires && last) for (const ref of last.holders) end(ref, last.toDays);

  const { segments: _shown, ...own } = part;
  return {
    part,
    held: new Set(since.keys()),
    ends: (last?.holders ?? []).map((ref) => ({ ref, bucket: homeOf(ref) })),
    course: {
      ...own,
      segments: segments.map(({ fromDays, toDays, readShare, holders, servers }, i) => ({
        fromDays,
        toDays: i === segments.length - 1 && !expires ? null : toDays,
        readShare,
        holders: [...new Set(holders.map((ref) => homeOf(ref).id))],
        servers: Object.fromEntries(
          // None answers where nobody reads.
          Object.entries(servers).flatMap(([place, ref]) => (ref === '' ? [] : [[place, homeOf(ref).id]])),
        ),
      })),
    },
  };
}

/** Each store that comes in, with the one it is copied from. */
function sourcesOf(
  { moves }: Candidate,
  before: Segment,
  segment: Segment,
  leaving: readonly string[],
): (readonly [ref: string, source: string])[] {
  const entering = segment.holders.filter((ref) => !before.holders.includes(ref));
  return entering.map((ref) => {
    const move = moves.find(
      ({ kind, from, to, atDays }) =>
        kind === 'copy' &&
        to === ref &&
        Math.abs(atDays - segment.fromDays) < 1e-6 &&
        before.holders.includes(from ?? ''),
    );
    return [ref, move?.from ?? leaving[0] ?? before.holders[0] ?? ref] as const;
  });
}

/** The bucket of a store; parts share one, except where it is one of `own`, or where popularity tells them apart. */
function open(site: Site, ref: string, part: PlanPart, atDays: number, own: ReadonlySet<Unnamed>): Unnamed {
  const isStanding = part.stream === 'old' && part.upToShare === null;
  const known = site.buckets.find(
    (one) => !own.has(one) && (isStanding ? one.stores.includes(ref) : one.stores[0] === ref),
  );
  if (known) {
    known.fromDays = Math.min(known.fromDays, atDays);
    return known;
  }
  const { kind, ofWrites, inHeader } = classNames(site.archive, ref);
  const bucket: Unnamed = {
    id: `store${site.buckets.length + 1}`,
    kind,
    stores: [ref],
    region: splitRef(ref).region ?? '',
    writeClass: ofWrites,
    writeHeader: inHeader,
    fromDays: atDays,
    transitions: [],
    expiries: [],
  };
  site.buckets.push(bucket);
  return bucket;
}

/** Those by which it is named: another bucket of the same store has a name of its own. */
function ownStores(bucket: Unnamed, { buckets }: Site): string[] {
  return bucket.stores.filter((ref, i) => i === 0 || !buckets.some(({ stores }) => stores[0] === ref));
}

/** What is done to all sizes of a bucket names none. */
function unite(site: Site, laid: readonly Laid[]): void {
  const membersOf = (bucket: Unnamed | undefined) =>
    laid.flatMap(({ part, held }) => (bucket && held.has(bucket) && part.stream !== 'old' ? part.sizes : []));
  const near = (a: number | null, b: number | null) => Math.abs((a ?? -1) - (b ?? -1)) < 1e-6;
  for (const bucket of site.buckets) {
    const members = () => membersOf(bucket);
    bucket.transitions = joined(
      bucket.transitions,
      (a, b) => a.toClass === b.toClass && near(a.afterDays, b.afterDays),
      members,
    );
    bucket.expiries = joined(bucket.expiries, (a, b) => near(a.afterDays, b.afterDays), members);
  }
  site.jobs = joined(
    site.jobs,
    (a, b) =>
      a.kind === b.kind &&
      a.from === b.from &&
      a.to === b.to &&
      near(a.afterDays, b.afterDays) &&
      near(a.untilDays, b.untilDays),
    ({ from }) => membersOf(site.buckets.find(({ id }) => id === from)),
  );
}

/** New objects by size, each size to where its part begins; what is popular among them nobody knows yet. */
function writesOf(laid: readonly Laid[]): Pick<Course, 'writeTo' | 'writeBySize'> {
  const written = laid.filter(({ part }) => part.stream !== 'old');
  const sides = (written.length > 0 ? written : laid)
    .filter(({ part }) => (part.upToShare ?? 1) === 1)
    .map(({ part, course }) => ({ upTo: part.sizes.upTo, to: course.segments[0]?.holders ?? [] }));
  const turns = sides.filter((one, i) => sides[i + 1]?.to.join() !== one.to.join());
  return {
    writeTo: turns.at(-1)?.to ?? [],
    writeBySize: turns.flatMap(({ upTo, to }) => (upTo === null ? [] : [{ upToBytes: upTo, to }])),
  };
}
