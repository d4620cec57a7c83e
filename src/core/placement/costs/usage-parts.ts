/**
 * What one event of a plan uses on a store: one object arriving, held for an hour, read, copied, leaving. A month's usage is a
 * sum of these parts times how often each happens, so the exact bill and the fast search rest on the same parts.
 */
import { internetName } from '../../places.ts';
import { destinationKey } from '../../pricing/bills/usage.ts';
import type { Destination, Usage } from '../../pricing/bills/usage.ts';
import type { CdnPath } from '../../pricing/store-facts.ts';
import { splitRef } from '../../store-ref.ts';
import type { Job, Workload } from '../../workload/workload.ts';
import { ONE_READ } from '../context/read-repeat.ts';
import type { ReadRepeat } from '../context/read-repeat.ts';

export type UsagePart = Pick<
  Usage,
  | 'byteHours'
  | 'held'
  | 'accessTiers'
  | 'requests'
  | 'egress'
  | 'deletedEarly'
  | 'softDeleted'
  | 'transitionsIn'
  | 'beside'
>;

const NOTHING: UsagePart = {
  byteHours: 0,
  held: [],
  requests: [],
  egress: [],
  deletedEarly: [],
  transitionsIn: 0,
};

/** Where a store is: its own region and the provider's place id of it. */
export interface Site {
  provider: string;
  region: string;
}

/** Destination that egress from `from` to a place of another provider or region is billed as. */
export function destination(from: Site, to: Site): Destination {
  if (from.provider === to.provider) return from.region === to.region ? 'same-region' : { region: to.region };
  const name = internetName(`${to.provider}/${to.region}`);
  return name === undefined ? 'internet' : { internet: name };
}

/** `aws/us-east-1/use1-az4` → provider and region. */
export function siteOfPlace(place: string): Site {
  const first = place.indexOf('/');
  if (first < 0) return { provider: place, region: '' };
  const second = place.indexOf('/', first + 1);
  return { provider: place.slice(0, first), region: place.slice(first + 1, second < 0 ? undefined : second) };
}

/** The destination that what a CDN fetches from a store is billed as: the provider's own CDN, a partner, or the internet. */
export function fetchedBy(
  { cdnPaths, site }: { cdnPaths: readonly CdnPath[]; site: Site },
  via: string,
): 'cdn' | 'partner' | 'internet' {
  const { store } = splitRef(via);
  const path = cdnPaths.find(({ cdns }) => cdns.includes(store));
  if (path) return path.to;
  return siteOfPlace(store).provider === site.provider ? 'cdn' : 'internet';
}

export function arrivalPart(workload: Workload): UsagePart {
  return {
    ...NOTHING,
    requests: workload.classes.flatMap((one) =>
      one.put.map((request) => ({ ...request, count: request.count * one.share })),
    ),
  };
}

/** `tier`: where the provider keeps it, of a store that moves unread objects to cheaper tiers; null is the first. */
export function holdingPart(workload: Workload, tier?: string | null): UsagePart {
  return {
    ...NOTHING,
    byteHours: workload.meanSizeBytes,
    held: workload.classes.map((one) => ({ sizeBytes: one.sizeBytes, objectHours: one.share })),
    ...(tier === undefined
      ? {}
      : {
          accessTiers:
            tier === null
              ? []
              : workload.classes.map(({ sizeBytes, share }) => ({
                  tier,
                  sizeBytes,
                  byteHours: sizeBytes * share,
                })),
        }),
  };
}

/** One read by a reader at `to`; through a CDN, `missRatio` of it reaches the store. `repeats`: by size class. */
export function readPart(
  workload: Workload,
  to: Destination,
  missRatio = 1,
  repeats?: readonly ReadRepeat[],
): UsagePart {
  const bytes = workload.classes.reduce(
    (sum, one, k) => sum + one.share * one.readBytes * (repeats?.[k]?.bodies ?? 1),
    0,
  );
  const part = {
    ...NOTHING,
    requests: workload.classes.map((one, k) => ({
      operation: 'GetObject',
      count: one.share * missRatio * (repeats?.[k]?.bodies ?? 1),
      bytesEach: one.readBytes,
    })),
    egress: [{ to, bytes: bytes * missRatio }],
  };
  if (!repeats) return part;
  const sum = (of: (one: ReadRepeat) => number) =>
    workload.classes.reduce(
      (total, { share }, k) => total + share * missRatio * of(repeats[k] ?? ONE_READ),
      0,
    );
  const empty = (operation: string, count: number) => (count > 0 ? [{ operation, count, bytesEach: 0 }] : []);
  return {
    ...part,
    requests: [
      ...part.requests,
      // A request that fails is one, and brings no body.
      ...empty(
        'GetObject',
        sum(({ requests, bodies }) => requests - bodies),
      ),
      ...empty(
        'CreateSession',
        sum(({ sessions }) => sessions),
      ),
    ],
  };
}

/** One run of a batch job that reads its objects to `to`. */
export function jobPart({ reads, sizeBytes, ranges }: Job, to: Destination): UsagePart {
  return {
    ...NOTHING,
    requests: [{ operation: 'GetObject', count: reads * ranges, bytesEach: sizeBytes / ranges }],
    egress: [{ to, bytes: reads * sizeBytes }],
  };
}

/** One whole object read out of a store so that it can be written to another. */
export function copyOutPart(workload: Workload, to: Destination): UsagePart {
  return {
    ...NOTHING,
    requests: workload.classes.map((one) => ({
      operation: 'GetObject',
      count: one.share,
      bytesEach: one.sizeBytes,
    })),
    egress: [{ to, bytes: workload.meanSizeBytes }],
  };
}

/** One object moved into a store by the provider's lifecycle. */
export const transitionPart: UsagePart = { ...NOTHING, transitionsIn: 1 };

/** One object leaving after `hoursInStore`: deleted, or moved away by a lifecycle transition (no delete request). */
export function exitPart(workload: Workload, hoursInStore: number, deleted: boolean): UsagePart {
  return {
    ...NOTHING,
    requests: deleted ? [{ operation: 'DeleteObject', count: 1, bytesEach: 0 }] : [],
    deletedEarly: workload.classes.map((one) => ({
      bytes: one.share * one.sizeBytes,
      sizeBytes: one.sizeBytes,
      ageHours: hoursInStore,
    })),
  };
}

/** One deleted object that the store keeps for a time, as it left after `hoursInStore`: what a minimum duration asks for is in it. */
export function keptPart({ meanSizeBytes }: Workload, hoursInStore: number): UsagePart {
  return { ...NOTHING, softDeleted: [{ bytes: meanSizeBytes, ageHours: hoursInStore }] };
}

/** Bytes leaving a provider without a request to a store: a writer's upload to another cloud. */
export function egressPart(to: Destination, bytes: number): UsagePart {
  return { ...NOTHING, egress: [{ to, bytes }] };
}

/** What a CDN answers its readers: every read is one of its requests, and its bytes leave it, hit or miss. */
export function cdnPart(workload: Workload, reads: number): UsagePart {
  return sumParts([{ part: readPart(workload, 'internet'), times: reads }]);
}

export function operationPart(operation: string): UsagePart {
  return { ...NOTHING, requests: [{ operation, count: 1, bytesEach: 0 }] };
}

export function requestsPart(requests: Readonly<Record<string, number>>): UsagePart {
  return sumParts(
    Object.entries(requests).map(([operation, times]) => ({ part: operationPart(operation), times })),
  );
}

/** Σ times · part, with like entries merged. There are few of each: finding one costs less than keys. */
export function sumParts(terms: readonly { part: UsagePart; times: number }[]): UsagePart {
  let byteHours = 0;
  let transitionsIn = 0;
  const held: { sizeBytes: number; objectHours: number }[] = [];
  const requests: { -readonly [K in keyof Usage['requests'][number]]: Usage['requests'][number][K] }[] = [];
  const egress: { to: Destination; bytes: number }[] = [];
  const deletedEarly: Usage['deletedEarly'][number][] = [];
  const softDeleted: NonNullable<Usage['softDeleted']>[number][] = [];
  let accessTiers: { tier: string; sizeBytes?: number | undefined; byteHours: number }[] | undefined;
  const beside: { ref: string; amount: number }[] = [];
  for (const { part, times } of terms) {
    if (times === 0) continue;
    byteHours += part.byteHours * times;
    transitionsIn += part.transitionsIn * times;
    for (const { sizeBytes, objectHours } of part.held) {
      const like = held.find((one) => one.sizeBytes === sizeBytes);
      if (like) like.objectHours += objectHours * times;
      else held.push({ sizeBytes, objectHours: objectHours * times });
    }
    if (part.accessTiers !== undefined) accessTiers ??= [];
    for (const one of part.accessTiers ?? []) {
      const like = accessTiers?.find(
        ({ tier, sizeBytes }) => tier === one.tier && sizeBytes === one.sizeBytes,
      );
      if (like) like.byteHours += one.byteHours * times;
      else accessTiers?.push({ ...one, byteHours: one.byteHours * times });
    }
    for (const one of part.requests) {
      const like = requests.find(
        ({ operation, bytesEach, answer }) =>
          operation === one.operation && bytesEach === one.bytesEach && answer === one.answer,
      );
      if (like) like.count += one.count * times;
      else requests.push({ ...one, count: one.count * times });
    }
    for (const { to, bytes } of part.egress) {
      const like = egress.find((one) => one.to === to || destinationKey(one.to) === destinationKey(to));
      if (like) like.bytes += bytes * times;
      else egress.push({ to, bytes: bytes * times });
    }
    for (const { ref, amount } of part.beside ?? []) {
      const like = beside.find((one) => one.ref === ref);
      if (like) like.amount += amount * times;
      else beside.push({ ref, amount: amount * times });
    }
    for (const one of part.deletedEarly) deletedEarly.push({ ...one, bytes: one.bytes * times });
    for (const one of part.softDeleted ?? []) softDeleted.push({ ...one, bytes: one.bytes * times });
  }
  return {
    byteHours,
    transitionsIn,
    held,
    requests,
    egress,
    deletedEarly,
    ...(softDeleted.length > 0 ? { softDeleted } : {}),
    ...(accessTiers ? { accessTiers } : {}),
    ...(beside.length > 0 ? { beside } : {}),
  };
}
