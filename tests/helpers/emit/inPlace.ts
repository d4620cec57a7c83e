/** Emitted files at work on one object, by their text alone: who writes it where, lifecycle rules, and jobs of the schedule, hour by hour. */
import * as z from 'zod';
import type { Emission } from '#emit/emit.ts';
import type { Jobs } from '#emit/mover.ts';
import type { Route } from '#emit/route.ts';
import { classNames } from '#emit/storage-classes.ts';
import { ARCHIVE, jsonOf, textOf } from './plans.ts';

export interface Thing {
  sizeBytes: number;
  /** Was there before the plan; then it has no age, and hours count from the day the files are put in place. */
  stands: boolean;
  /** Of what stands: whether it is among the keys read most. */
  isPopular: boolean;
}

interface Copy {
  /** As the plan names it. */
  ref: string;
  /** Its LastModified, in hours. */
  since: number;
}

/** What a store is asked for the object: S3 operations, and `transition` into it. */
export type Ledger = (ref: string, asked: string, count: number) => void;

const DAY = 24;
const KEYS_PER_LIST = 1000;
const isFile = ({ files }: Emission, path: string) => files.some((file) => file.path === path);

/** The stores that hold it after so many hours, each hour from 0. It comes right after a nightly run. */
export function* held(
  emission: Emission,
  thing: Thing,
  hours: number,
  ledger: Ledger = () => undefined,
): Generator<string[]> {
  const route = jsonOf(emission, 'router/route.json') as Route;
  const mover = isFile(emission, 'mover/jobs.json') ? (jsonOf(emission, 'mover/jobs.json') as Jobs) : null;
  const prefix = prefixOf(textOf(emission, 'README.md'), thing.sizeBytes);
  const key = `${thing.stands ? '' : prefix}a/key`;
  const copies = new Map<string, Copy>();
  const holds = (id: string) => route.stores.find((one) => one.id === id)?.holds ?? [];
  const put = (id: string, since: number, ref = holds(id)[0] ?? '') => {
    copies.set(id, { ref, since });
    ledger(ref, 'PutObject', 1);
  };
  const drop = (id: string) => {
    ledger(copies.get(id)?.ref ?? '', 'DeleteObject', 1);
    copies.delete(id);
  };
  if (thing.stands) backfilled();
  else {
    const own = route.writeBySize.find(({ upToBytes }) => thing.sizeBytes <= upToBytes);
    for (const id of own?.to ?? route.writeTo) put(id, 0);
  }
  const jobs = moverJobs();
  const rules = new Map(
    emission.files.flatMap(({ path, text }) => {
      const [, id] = /^lifecycle\/(\w+)\.json$/.exec(path) ?? [];
      return id === undefined ? [] : [[id, rulesOf(JSON.parse(text))] as const];
    }),
  );
  for (let hour = 0; hour <= hours; hour += 1) {
    for (const [id, copy] of copies) byRules(id, copy, hour);
    for (const job of jobs) if (hour > 0 && hour % job.every === 0) job.run(hour);
    yield [...copies.values()].map(({ ref }) => ref).toSorted();
  }

  function backfilled(): void {
    if (!mover || mover.backfills.length === 0) throw new Error('nothing says where it belongs');
    for (const { to, flags } of mover.backfills) {
      const after = (name: RegExp) => flags[flags.findIndex((one) => name.test(one)) + 1];
      const bound = (name: string) => {
        const value = flags[flags.indexOf(name) + 1];
        return flags.includes(name) && value !== undefined ? Number(value.slice(0, -1)) : null;
      };
      const isNamed = flags.some((one) => /-class$|-tier$/.test(one));
      const named = isNamed ? after(/-class$|-tier$/) : undefined;
      const ref = named && holds(to).find((one) => classNames(ARCHIVE, one).ofWrites === named);
      if (isOfSize({ minSize: bound('--min-size'), maxSize: bound('--max-size') }))
        put(to, -1000 * DAY, ref || undefined);
    }
  }

  function isOfSize({ minSize, maxSize }: { minSize: number | null; maxSize: number | null }): boolean {
    return thing.sizeBytes >= (minSize ?? 0) && thing.sizeBytes <= (maxSize ?? Infinity);
  }

  function byRules(id: string, copy: Copy, hour: number): void {
    const age = (hour - copy.since) / DAY;
    for (const rule of rules.get(id) ?? []) {
      if (age < rule.days - 1e-9 || !rule.takes(key, thing.sizeBytes)) continue;
      if (rule.toClass === null) drop(id);
      else {
        const to = holds(id).findIndex((ref) => classNames(ARCHIVE, ref).inRules === rule.toClass);
        // Rules move objects one way.
        if (to > holds(id).indexOf(copy.ref)) {
          copy.ref = holds(id)[to] ?? '';
          ledger(copy.ref, 'transition', 1);
        }
      }
    }
  }

  function moverJobs(): { every: number; run: (hour: number) => void }[] {
    const isHourly = mover?.jobs.some(({ hourly }) => hourly) ?? false;
    const aged = (mover?.jobs ?? []).map((job) => {
      const every = isHourly && job.hourly ? 1 : DAY;
      const leastHours = job.minAge / 3600;
      const untilHours = job.maxAge === null ? Infinity : job.maxAge / 3600;
      return {
        every,
        run: (hour: number) => {
          const copy = copies.get(job.from);
          if (!copy || !key.startsWith(job.prefix)) return;
          // What ends objects at their end is in no bill.
          const isEnd = job.does === 'delete';
          ledger(copy.ref, isEnd ? 'end list' : 'ListObjectsV2', 1 / KEYS_PER_LIST);
          const age = hour - copy.since;
          const isDue = age >= leastHours - 1e-6 && age < untilHours;
          if (!isOfSize(job) || !isDue || (job.does === 'copy' && age >= leastHours + every)) return;
          if (!isEnd) moved(job.from, job.to, hour);
          if (job.does !== 'copy') {
            ledger(copy.ref, isEnd ? 'end look' : 'HeadObject', 1);
            drop(job.from);
          }
        },
      };
    });
    const { popular } = mover ?? {};
    if (!popular) return aged;
    const follow = (hour: number) => {
      const { hot, rest } = popular;
      // What is looked through for keys that are no longer popular, new objects with it.
      const listed = copies.get(hot);
      if (listed && key.startsWith(popular.prefix)) ledger(listed.ref, 'ListObjectsV2', 1 / KEYS_PER_LIST);
      const [source, target] = thing.isPopular ? [rest, hot] : [hot, rest];
      if ((popular.except !== '' && key.startsWith(popular.except)) || !copies.has(source)) return;
      if (!popular.sizes.some(isOfSize)) return;
      if (!copies.has(target)) put(target, hour);
      if (popular.does === 'move' || !thing.isPopular) drop(source);
    };
    return [...aged, { every: DAY, run: follow }];
  }

  /** What rclone and the mover ask for one object. */
  function moved(from: string, to: string, hour: number): void {
    const source = copies.get(from)?.ref ?? '';
    if (copies.has(to)) {
      ledger(copies.get(to)?.ref ?? '', 'HeadObject', 1);
      return;
    }
    ledger(source, 'HeadObject', 1);
    ledger(source, 'GetObject', 1);
    put(to, hour);
    ledger(copies.get(to)?.ref ?? '', 'HeadObject', 2);
  }
}

/** What the guide says that the key of a new object begins with. */
function prefixOf(guide: string, sizeBytes: number): string {
  const [words = ''] = /Its key begins with .*\.$/m.exec(guide) ?? [];
  const sized = [...words.matchAll(/(\S+) for up to (\d+) bytes/g)].find(
    ([, , upTo]) => sizeBytes <= Number(upTo),
  );
  return sized?.[1] ?? /with (\S+)\.$/.exec(words)?.[1] ?? '';
}

interface Rule {
  days: number;
  /** Null: it deletes. */
  toClass: string | null;
  takes(key: string, sizeBytes: number): boolean;
}

function rulesOf(json: unknown): Rule[] {
  if (Array.isArray(json))
    return B2Rules.parse(json).flatMap(
      ({ fileNamePrefix, daysFromUploadingToHiding, daysFromHidingToDeleting }) =>
        daysFromUploadingToHiding === null
          ? []
          : [
              {
                days: daysFromUploadingToHiding + daysFromHidingToDeleting,
                toClass: null,
                takes: (key: string) => key.startsWith(fileNamePrefix),
              },
            ],
    );
  const file = Configuration.parse(json);
  if ('Rules' in file)
    return file.Rules.flatMap(({ Filter, Transitions = [], Expiration }) => {
      const { Prefix, ObjectSizeGreaterThan, ObjectSizeLessThan } = Filter.And ?? Filter;
      // A transition that names no size takes none below 128 KiB.
      const isSized = ObjectSizeGreaterThan !== undefined || ObjectSizeLessThan !== undefined;
      const above = ObjectSizeGreaterThan ?? (Transitions.length > 0 && !isSized ? 128 * 1024 - 1 : -1);
      const takes = (key: string, sizeBytes: number) =>
        key.startsWith(Prefix ?? '') && sizeBytes > above && sizeBytes < (ObjectSizeLessThan ?? Infinity);
      return [
        ...Transitions.map(({ Days, StorageClass }) => ({ days: Days, toClass: StorageClass, takes })),
        ...(Expiration ? [{ days: Expiration.Days, toClass: null, takes }] : []),
      ];
    });
  if ('lifecycle' in file)
    return file.lifecycle.rule.flatMap(({ action: { type, storageClass = null }, condition }) => {
      const takes = (key: string) => (condition.matchesPrefix ?? ['']).some((one) => key.startsWith(one));
      return type === 'AbortIncompleteMultipartUpload'
        ? []
        : [{ days: condition.age, toClass: storageClass, takes }];
    });
  return file.rules.flatMap((rule) => {
    if ('definition' in rule) {
      const { actions, filters } = rule.definition;
      const takes = (key: string) =>
        filters.prefixMatch.some((one) => key.startsWith(one.slice(one.indexOf('/') + 1)));
      return Object.entries(actions.baseBlob).map(([does, { daysAfterCreationGreaterThan: days }]) => ({
        days,
        toClass: does === 'delete' ? null : does.replace('tierTo', ''),
        takes,
      }));
    }
    const takes = (key: string) => key.startsWith(rule.conditions.prefix);
    return [
      ...(rule.storageClassTransitions ?? []).map((one) => ({ ...one, toClass: one.storageClass })),
      ...(rule.deleteObjectsTransition ? [{ ...rule.deleteObjectsTransition, toClass: null }] : []),
    ].map(({ condition, toClass }) => ({ days: condition.maxAge / 86_400, toClass, takes }));
  });
}

const S3Filter = z.object({
  Prefix: z.string().optional(),
  ObjectSizeGreaterThan: z.number().optional(),
  ObjectSizeLessThan: z.number().optional(),
});
const R2Age = z.object({ condition: z.object({ maxAge: z.number() }) });

const B2Rules = z.array(
  z.object({
    fileNamePrefix: z.string(),
    daysFromUploadingToHiding: z.number().nullable(),
    daysFromHidingToDeleting: z.number(),
  }),
);

/** Of S3, Google, and Azure or R2. */
const Configuration = z.union([
  z.object({
    Rules: z.array(
      z.object({
        Filter: S3Filter.extend({ And: S3Filter.optional() }),
        Transitions: z.array(z.object({ Days: z.number(), StorageClass: z.string() })).optional(),
        Expiration: z.object({ Days: z.number() }).optional(),
      }),
    ),
  }),
  z.object({
    lifecycle: z.object({
      rule: z.array(
        z.object({
          action: z.object({ type: z.string(), storageClass: z.string().optional() }),
          condition: z.object({ age: z.number(), matchesPrefix: z.array(z.string()).optional() }),
        }),
      ),
    }),
  }),
  z.object({
    rules: z.array(
      z.union([
        z.object({
          definition: z.object({
            actions: z.object({
              baseBlob: z.record(z.string(), z.object({ daysAfterCreationGreaterThan: z.number() })),
            }),
            filters: z.object({ prefixMatch: z.array(z.string()) }),
          }),
        }),
        z.object({
          conditions: z.object({ prefix: z.string() }),
          deleteObjectsTransition: R2Age.optional(),
          storageClassTransitions: z.array(R2Age.extend({ storageClass: z.string() })).optional(),
        }),
      ]),
    ),
  }),
]);
