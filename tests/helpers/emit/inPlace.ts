/** Emitted files at work on one object, by their text alone: who writes it where, lifecycle rules, and jobs of the schedule, hour by hour. */
import * as z from 'zod';
import type { Emission } from '#emit/emit.ts';
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
  const prefix = /Its key begins with (\S+)\.$/m.exec(textOf(emission, 'README.md'))?.[1] ?? '';
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
  const jobs = jobsOf(emission);
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
    if (!isFile(emission, 'schedule/backfill.sh')) throw new Error('nothing says where it belongs');
    const text = textOf(emission, 'schedule/backfill.sh');
    for (const [, id = '', flags = ''] of text.matchAll(/^rclone copy "\$from" (\w+):\S+(.*)$/gm)) {
      const named = /--(?:s3-storage-class|gcs-storage-class|azureblob-access-tier) (\S+)/.exec(flags)?.[1];
      const ref = named && holds(id).find((one) => classNames(ARCHIVE, one).ofWrites === named);
      if (isOfSize(flags)) put(id, -1000 * DAY, ref || undefined);
    }
  }

  function isOfSize(flags: string): boolean {
    const bound = (name: string) => new RegExp(`--${name}-size (\\d+)B`).exec(flags)?.[1];
    return (
      thing.sizeBytes >= Number(bound('min') ?? 0) && thing.sizeBytes <= Number(bound('max') ?? Infinity)
    );
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

  function jobsOf(written: Emission): { every: number; run: (hour: number) => void }[] {
    if (!isFile(written, 'schedule/rclone.sh')) return [];
    const isHourly = textOf(written, 'schedule/stowage-rclone.cron').includes('17 * * * *');
    const inPath = (path: string) => key.startsWith(/^\w+:[^/]+\/?(.*)$/.exec(path)?.[1] ?? '');
    return textOf(written, 'schedule/rclone.sh')
      .split('\n')
      .flatMap((line) => {
        const every = isHourly && !line.startsWith('if is_night') ? 1 : DAY;
        const copied = /^(?:if is_night; then )?copy_new \S+ (\d+) (\S+) (\S+) (\S+)(.*)$/.exec(line);
        const [, kind, from = '', rest = ''] =
          /^(?:if is_night; then )?rclone (move|delete) (\S+) (.*)$/.exec(line) ?? [];
        const [fromId = '', toId = ''] = [copied?.[3] ?? from, copied?.[4] ?? rest].map(
          (path) => path.split(':')[0] ?? '',
        );
        const flags = copied?.[5] ?? rest;
        if (!copied && (kind === undefined || line.includes('--files-from'))) return [];
        const oldest = /--min-age (\S+)/.exec(flags)?.[1];
        const leastHours = copied ? Number(copied[1]) / 3600 : oldest === undefined ? 0 : hoursOf(oldest);
        const untilHours = copied && copied[2] !== "''" ? Number(copied[2]) / 3600 : Infinity;
        return {
          every,
          run: (hour: number) => {
            const copy = copies.get(fromId);
            if (!copy || !inPath(copied?.[3] ?? from)) return;
            ledger(copy.ref, 'ListObjectsV2', 1 / KEYS_PER_LIST);
            const age = hour - copy.since;
            const isDue = age >= leastHours - 1e-6 && age < untilHours;
            if (!isOfSize(flags) || !isDue || (copied && age > leastHours + every + 1 / 60)) return;
            if (kind !== 'delete' && !copies.has(toId)) {
              ledger(copy.ref, 'GetObject', 1);
              put(toId, hour);
              ledger(copies.get(toId)?.ref ?? '', 'HeadObject', 2);
            }
            if (kind !== undefined) drop(fromId);
          },
        };
      })
      .concat(byPopularity(written));
  }

  function byPopularity(written: Emission): ReturnType<typeof jobsOf> {
    const text = textOf(written, 'schedule/rclone.sh');
    const [, kind, from = '', to = ''] =
      /rclone (move|copy) (\w+):\S+ (\w+):\S+ --files-from-raw "\$work\/in"/.exec(text) ?? [];
    const listed = [...text.matchAll(/rclone lsf \S+ ([^;]*);/g)];
    if (from === '') return [];
    const run = (hour: number) => {
      const [source, target] = thing.isPopular ? [from, to] : [to, from];
      if ((prefix !== '' && key.startsWith(prefix)) || !copies.has(source)) return;
      // Only what is listed is missed among the popular.
      if (!thing.isPopular && !listed.some(([, flags = '']) => isOfSize(flags))) return;
      if (!copies.has(target)) put(target, hour);
      if (kind === 'move' || !thing.isPopular) drop(source);
    };
    return [{ every: DAY, run }];
  }
}

function hoursOf(code: string): number {
  const unit = { d: DAY, h: 1, m: 1 / 60 }[code.slice(-1)];
  if (unit === undefined) throw new Error(`no age: ${code}`);
  return Number(code.slice(0, -1)) * unit;
}

interface Rule {
  days: number;
  /** Null: it deletes. */
  toClass: string | null;
  takes(key: string, sizeBytes: number): boolean;
}

function rulesOf(json: unknown): Rule[] {
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
