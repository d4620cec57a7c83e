/** The usage parts of each candidate store, made once for a plan: every policy is a weighted sum of them. */
import { memo } from '../../memo.ts';
import { destinationKey } from '../../pricing/bills/usage.ts';
import type { Reader, Workload } from '../../workload/workload.ts';
import { restoreWithin } from '../context/candidate-store.ts';
import type { CandidateStore } from '../context/candidate-store.ts';
import { withBeside } from './beside.ts';
import {
  arrivalPart,
  copyOutPart,
  destination,
  egressPart,
  exitPart,
  fetchedBy,
  holdingPart,
  jobPart,
  operationPart,
  readPart,
  siteOfPlace,
} from './usage-parts.ts';
import type { ReadRepeat } from '../context/read-repeat.ts';
import type { Site, UsagePart } from './usage-parts.ts';

export interface StoreParts {
  arrival: UsagePart;
  holding: UsagePart;
  /** The same in each of the tiers that unread objects reach. */
  holdingUnread: UsagePart[];
  /** One read by each reader. */
  reads: UsagePart[];
  /** How often reads are asked twice is not known: what they use is the least. */
  isLeast: boolean;
  /** By reader, the second request of a read of this store that goes to another holder, as that one is used. */
  readAway(to: CandidateStore, reader: number): UsagePart | null;
  awayIsLeast: boolean;
  operations: UsagePart[];
  /** One run of each job. */
  jobs: UsagePart[];
  /** One part for every store that is as far away. */
  copyOut(to: CandidateStore): UsagePart;
  exit(hoursInStore: number, deleted: boolean): UsagePart;
  /** Egress billed by the writer's provider for one arrival; null where none is. */
  writerEgress: UsagePart | null;
}

/** What one read comes to at its store, and at the other holder where its hedge goes there. */
export interface ReadsAsked {
  repeat(reader: number, sizeClass: number): ReadRepeat;
  away(reader: number, sizeClass: number): ReadRepeat;
}

/** `asked`: what one read comes to, by reader and size class; none is one request. */
export function storeParts(store: CandidateStore, workload: Workload, asked?: ReadsAsked): StoreParts {
  const repeat = asked?.repeat;
  const away = workload.readers.map((_, q) => asked && workload.classes.map((_class, k) => asked.away(q, k)));
  const repeats = workload.readers.map((_, q) => repeat && workload.classes.map((_class, k) => repeat(q, k)));
  const { beside } = store;
  const arrival = withBeside(arrivalPart(workload), beside.writes, beside);
  const tiers = store.edition.rules.storage.accessTiers;
  const toStore = destination(siteOfPlace(workload.writer), store.site);
  const copies = new Map<string, UsagePart>();
  // Asked for every policy that is billed: a site is looked up once.
  const copyTo = memo((site: Site) => {
    const way = destination(store.site, site);
    const key = destinationKey(way);
    const part =
      copies.get(key) ??
      withBeside(
        restored(
          // A move can wait for the way that costs least.
          { restore: restoreWithin(store.edition, Infinity) },
          copyOutPart(workload, way),
          workload.classes.map(({ share, sizeBytes }) => ({ count: share, bytesEach: sizeBytes })),
        ),
        null,
        beside,
      );
    copies.set(key, part);
    return part;
  });
  return {
    arrival,
    holding: holdingPart(workload, tiers.length > 0 ? null : undefined),
    holdingUnread: tiers.map(({ name }) => holdingPart(workload, name)),
    reads: workload.readers.map((reader, q) =>
      withBeside(readOf(store, workload, reader, repeats[q]), beside.reads[q] ?? null, beside),
    ),
    isLeast: repeats.some((own) => own?.some(({ isLeast }) => isLeast)),
    readAway: (to, q) => {
      const [reader, own] = [workload.readers[q], away[q]];
      return reader && own?.some(({ requests }) => requests > 0)
        ? withBeside(readOf(to, workload, reader, own), to.beside.reads[q] ?? null, to.beside)
        : null;
    },
    awayIsLeast: away.some((own) => own?.some(({ isLeast }) => isLeast)),
    operations: workload.operationsPerDay.map((one) => operationPart(one.operation)),
    jobs: workload.jobs.map((job) =>
      withBeside(
        restored(store, jobPart(job, destination(store.site, siteOfPlace(job.at))), [
          { count: job.reads, bytesEach: job.sizeBytes },
        ]),
        null,
        beside,
      ),
    ),
    copyOut: (to) => copyTo(to.site),
    exit: (hoursInStore, deleted) => {
      const exit = exitPart(workload, hoursInStore, deleted);
      const billed = deleted || store.edition.rules.storage.earlyDeleteOn.includes('transition');
      return billed ? exit : { ...exit, deletedEarly: [] };
    },
    writerEgress: toStore === 'same-region' ? null : egressPart(toStore, workload.meanSizeBytes),
  };
}

function readOf(
  store: CandidateStore,
  workload: Workload,
  reader: Reader,
  repeats: readonly ReadRepeat[] | undefined,
): UsagePart {
  const misses = 1 - reader.hitRatio;
  const to = reader.via ? fetchedBy(store, reader.via) : destination(store.site, siteOfPlace(reader.place));
  return restored(
    store,
    readPart(workload, to, misses, repeats),
    workload.classes.map(({ share, sizeBytes }) => ({ count: share * misses, bytesEach: sizeBytes })),
  );
}

/** A read with the restore of the whole object before it, or in its place. */
function restored(
  { restore }: Pick<CandidateStore, 'restore'>,
  part: UsagePart,
  objects: readonly { count: number; bytesEach: number }[],
): UsagePart {
  if (restore === null || restore === 'never') return part;
  const { operation, inPlaceOf } = restore;
  const requests = part.requests.filter((one) => one.operation !== inPlaceOf);
  return { ...part, requests: [...requests, ...objects.map((one) => ({ operation, ...one }))] };
}
