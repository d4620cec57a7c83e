/** What an account uses already: as files say it, and how much of it counts for a store in a region. */
import type * as z from 'zod/mini';
import { present } from '../../present.ts';
import type { AccountFile } from './account-file.ts';
import type { Pool } from '../editions/meter-rules.ts';
import type { AccountUsage, UsedBytes } from './usage.ts';

export function accountFrom(file: z.output<typeof AccountFile>): AccountUsage {
  return Object.fromEntries(
    Object.entries(file).map(([name, { internetEgress, stored, requests }]) => [
      name,
      present({ internetEgressBytes: internetEgress, storedBytes: stored, requests }),
    ]),
  );
}

/** What counts for a store in a region, and what for all that its provider sums over the account. */
export interface UsedHere {
  here: UsedBytes;
  /** Of places and stores the sum, where the provider's own figure is not stated. */
  all: UsedBytes;
}

export function usedHere(account: AccountUsage | undefined, store: string, region: string): UsedHere {
  if (!account) return { here: {}, all: {} };
  const [provider = ''] = store.split('/');
  const own = (name: string): UsedBytes => (Object.hasOwn(account, name) ? (account[name] ?? {}) : {});
  const parts = Object.entries(account).flatMap(([name, used]) =>
    name.startsWith(`${provider}/`) ? [used] : [],
  );
  return {
    here: joined([own(provider), own(`${provider}/${region}`), own(store)], (_, later) => later),
    all: joined([joined(parts, (a, b) => a + b), own(provider)], (_, later) => later),
  };
}

/** What has filled a pool: all of the account's, or what is here. */
export function usedFor(pool: Pool | undefined, { here, all }: UsedHere): UsedBytes {
  return pool?.scope === 'provider' || pool?.scope === 'account' ? all : here;
}

function joined(all: readonly UsedBytes[], of: (a: number, b: number) => number): UsedBytes {
  const result: { internetEgressBytes?: number; storedBytes?: number; requests?: Record<string, number> } =
    {};
  const plus = (a: number | undefined, b: number) => (a === undefined ? b : of(a, b));
  for (const { internetEgressBytes, storedBytes, requests } of all) {
    if (internetEgressBytes !== undefined)
      result.internetEgressBytes = plus(result.internetEgressBytes, internetEgressBytes);
    if (storedBytes !== undefined) result.storedBytes = plus(result.storedBytes, storedBytes);
    for (const [name, count] of Object.entries(requests ?? {})) {
      result.requests ??= {};
      result.requests[name] = plus(result.requests[name], count);
    }
  }
  return result;
}
