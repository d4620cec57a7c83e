/** `stowage bill`'s file → usages: YAML or JSON, one usage or a list, strictly understood. */
import * as z from 'zod/mini';
import { nearest } from '../../nearest.ts';
import { findPlace, internetName } from '../../places.ts';
import { suggestPlaces } from '../../places/suggest.ts';
import { present } from '../../present.ts';
import { said } from '../../said.ts';
import { IssuesError } from '../../issue.ts';
import { schemaIssues } from '../../schema-issues.ts';
import type { SchemaIssue } from '../../issue.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { DiscountsFile } from './discounts-file.ts';
import { AccountFile } from './account-file.ts';
import { accountFrom } from './account.ts';
import type { BillOptions } from './bill-types.ts';
import { CurrencyCode, IsoDate } from '../ids.ts';
import { SelfHostedFile } from '../self-hosted/file.ts';
import type { SelfHosted } from '../self-hosted/file.ts';
import { periodHours } from './period.ts';
import { OneUsage } from './usage-schema.ts';
import type { Destination, Period, Usage } from './usage.ts';

/** A usage file that was not understood, with every place that is wrong. */
export class UsageFileError extends IssuesError {
  override name = 'UsageFileError';
}

export interface BillRequest {
  usages: Usage[];
  options: BillOptions;
  /** Stores on servers of one's own that the file states. */
  selfHosted: SelfHosted;
  /** The file holds a list, whose usages share pools; the answer is a set of bills. */
  isList: boolean;
}

/** Of a file that bills: `fx`. */
export const RatesFile = said(
  'Dollars for one unit of another currency.',
  z.optional(z.record(z.string().check(z.maxLength(10)), z.union([z.number().check(z.positive()), IsoDate]))),
  { EUR: 1.16 },
);

const Shared = {
  selfHosted: said('Stores on servers of your own, by name.', z.optional(SelfHostedFile)),
  account: said('What an account uses already, by provider, place or store.', z.optional(AccountFile), {
    aws: { internetEgress: '40 TB' },
    'aws/us-east-1': { stored: '600 TiB' },
  }),
  discounts: said(
    'Negotiated: shares off (one, or one a tier), prices of your own, committed capacity.',
    z.optional(DiscountsFile),
    { aws: '12 %' },
  ),
  currency: said('Currency of the total, at the rate in fx.', z.optional(CurrencyCode), 'EUR'),
  fx: RatesFile,
};

const Single = z.extend(OneUsage, Shared);
const Bare = z.array(OneUsage).check(z.minLength(1), z.maxLength(10_000));
const Listed = z.strictObject({ usages: said('Usages that share pools.', Bare), ...Shared });

/** All that a file may hold. */
export const UsageFile = z.union([Single, Bare, Listed]);

/**
 * The usages of a file with what they are billed under: account, discounts, exchange rates. `value` is plain data, as YAML or
 * JSON give it. Throws `UsageFileError`.
 */
export function parseBillRequest(value: unknown): BillRequest {
  if (Array.isArray(value)) return request(understand(Bare, value), {}, true);
  if (value === null || typeof value !== 'object') {
    const seen = value === null || value === undefined ? 'empty' : `"${String(value).slice(0, 40)}"`;
    throw new UsageFileError([
      {
        path: '',
        message: `a usage is a map of keys (store, asOf, stored, requests, ...), and this is ${seen}`,
      },
    ]);
  }
  if ('usages' in value) {
    const { usages, ...shared } = understand(Listed, value);
    return request(usages, shared, true);
  }
  const { selfHosted, account, discounts, currency, fx, ...usage } = understand(Single, value);
  return request([usage], { selfHosted, account, discounts, currency, fx }, false);
}

function understand<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UsageFileError(schemaIssues(parsed.error, schema, value));
  return parsed.data;
}

type SharedKeys = Partial<{ [K in keyof typeof Shared]: z.output<(typeof Shared)[K]> }>;

function request(
  files: readonly OneUsage[],
  { selfHosted = {}, account, discounts, currency, fx }: SharedKeys,
  isList: boolean,
): BillRequest {
  const issues: SchemaIssue[] = [];
  const usages = files.map((file, i) => usageOf(file, isList ? `usages[${i}].` : '', issues));
  if (issues.length > 0) throw new UsageFileError(issues);
  return {
    usages,
    options: present({ account: account && accountFrom(account), discounts, into: currency, fx }),
    selfHosted,
    isList,
  };
}

function usageOf(file: OneUsage, at: string, issues: SchemaIssue[]): Usage {
  const refuse = (path: string, message: string, suggestion?: string) =>
    issues.push(present({ path: `${at}${path}`, message, suggestion }));
  if (file.days !== undefined && file.month !== undefined)
    refuse('month', 'days and month both name the period; keep one');
  if (file.stored !== undefined && file.storedByteHours !== undefined)
    refuse('storedByteHours', 'stored and storedByteHours both say what is held; keep one');
  for (const operation of Object.keys(file.bytesPerRequest)) {
    if (!Object.hasOwn(file.requests, operation))
      refuse(
        `bytesPerRequest.${operation}`,
        'no such requests are counted; add it under requests or drop it',
        nearest(operation, Object.keys(file.requests)),
      );
  }
  const unread = Object.values(file.accessTiers ?? {}).reduce((sum, bytes) => sum + bytes, 0);
  if (unread > 0 && file.stored === undefined)
    refuse('accessTiers', 'tiers hold a part of what is stored on average; say how much that is with stored');
  else if (unread > (file.stored ?? 0))
    refuse('accessTiers', 'the tiers hold more than is stored; stored counts what lies in them too');
  const { held, objects } = heldOf(file, refuse);
  const size = file.objectSize;
  const tiers = file.accessTiers && Object.entries(file.accessTiers);
  const bytesEach = (operation: string) =>
    Object.hasOwn(file.bytesPerRequest, operation) ? file.bytesPerRequest[operation] : size;
  const softDeleted = listOf(file.softDeleted);
  return present({
    store: file.store,
    region: file.region,
    asOf: file.asOf,
    knownOn: file.knownOn,
    period: periodOf(file),
    byteHours: file.storedByteHours ?? 0,
    held,
    average:
      file.stored === undefined && objects.length === 0
        ? undefined
        : { bytes: file.stored ?? 0, held: objects },
    accessTiers: tiers?.map(([tier, averageBytes]) =>
      present({ tier, byteHours: 0, averageBytes, sizeBytes: size }),
    ),
    requests: [
      ...Object.entries(file.requests).map(([operation, count]) =>
        present({ operation, count, bytesEach: bytesEach(operation) }),
      ),
      ...Object.entries(file.failed).flatMap(([operation, counts]) =>
        Object.entries(counts).map(([answer, count]) => ({ operation, count, answer: Number(answer) })),
      ),
    ],
    egress: Object.entries(file.egress).map(([to, bytes]) => ({
      to: destinationOf(to, file.store, refuse),
      bytes,
    })),
    deletedEarly: listOf(file.deletedEarly).map(({ bytes, averageAge, objectSize = size }) =>
      present({ bytes, ageHours: averageAge * HOURS_PER_DAY, sizeBytes: objectSize }),
    ),
    softDeleted:
      softDeleted.length === 0
        ? undefined
        : softDeleted.map(({ bytes, averageAge, retention }) =>
            present({ bytes, ageHours: hoursOf(averageAge), keptHours: hoursOf(retention) }),
          ),
    transitionsIn: file.transitions.in,
    replicated: file.replicated && present(file.replicated),
    beside: besideIn(file),
    buckets: file.buckets,
    subscriptions: file.subscriptions,
  });
}

function besideIn({ beside }: OneUsage): Usage['beside'] {
  const entries = Object.entries(beside).map(([ref, amount]) => ({ ref, amount }));
  return entries.length === 0 ? undefined : entries;
}

const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

const hoursOf = (days: number | undefined) => (days === undefined ? undefined : days * HOURS_PER_DAY);

function periodOf({ days, month }: OneUsage): Period {
  if (month !== undefined) return { monthOf: month };
  return days === undefined ? 'edition-month' : { days };
}

type Refuse = (path: string, message: string, suggestion?: string) => void;

/** Objects of one size over the period: their number and size as stated, or each from the other and the bytes. */
function heldOf(
  file: OneUsage,
  refuse: Refuse,
): Pick<Usage, 'held'> & { objects: { sizeBytes: number; objects: number }[] } {
  const { stored, storedByteHours, objects, objectSize } = file;
  const bytes = stored ?? 0;
  const byteHours = storedByteHours ?? 0;
  if (objects !== undefined && objectSize !== undefined)
    return { held: [], objects: [{ sizeBytes: objectSize, objects }] };
  if (bytes === 0 && byteHours === 0) return { held: [], objects: [] };
  if (objects === 0) refuse('objects', 'bytes are stored in no objects; give their number, or objectSize');
  if (objectSize === 0) refuse('objectSize', 'objects of no bytes cannot hold what is stored');
  if (objectSize !== undefined) {
    return byteHours > 0
      ? { held: [{ sizeBytes: objectSize, objectHours: byteHours / objectSize }], objects: [] }
      : { held: [], objects: [{ sizeBytes: objectSize, objects: bytes / objectSize }] };
  }
  if (objects === undefined) return { held: [], objects: [] };
  if (byteHours === 0) return { held: [], objects: [{ sizeBytes: bytes / objects, objects }] };
  const period = periodOf(file);
  if (period === 'edition-month') {
    refuse(
      'objects',
      'with storedByteHours, objects have a size only over a stated period; add days or month, or give objectSize',
    );
    return { held: [], objects: [] };
  }
  return {
    held: [],
    objects: [{ sizeBytes: byteHours / periodHours('calendar', period, file.asOf) / objects, objects }],
  };
}

const CLASSES = ['internet', 'same-region', 'other-region', 'other-zone', 'cdn', 'partner'] as const;

/** A class of destination, a place (`aws/eu-west-1`, `internet/europe`), or a region of the store's own provider. */
function destinationOf(to: string, store: string, refuse: Refuse): Destination {
  const known = CLASSES.find((one) => one === to);
  if (known) return known;
  const [own = ''] = store.split('/');
  const id = to.includes('/') ? to : `${own}/${to}`;
  if (!findPlace(id)) {
    const suggestion = nearest(to, CLASSES) ?? suggestPlaces(id)[0];
    refuse(
      `egress.${to}`,
      `"${to}" is no destination; write ${CLASSES.join(', ')}, or a place such as aws/eu-west-1`,
      suggestion,
    );
    return 'internet';
  }
  const [provider, region = ''] = id.split('/');
  if (provider === own) return { region };
  const name = internetName(id);
  return name === undefined ? 'internet' : { internet: name };
}
