/** The stores that serve each reader of a placement, and those its reads are hedged to. */
import { serverOf } from '../chain.ts';
import type { Chain } from '../chain.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { secondOf, servedBy } from './served.ts';

/** One of the stores that serve a reader, and the one its reads are hedged to; −1: no other. */
export interface Server {
  store: number;
  second: number;
  share: number;
  /** Shares of the size classes among what it serves; those of the workload where it serves them alike. */
  classes?: readonly number[];
}

/** Whether reads of the placement hedge from one holder to another. */
export function hedgesToBoth(grid: LatencyGrid, { stretches }: Chain): boolean {
  return grid.hedgesToOther && stretches.some(({ holders }) => holders.length > 1);
}

/** The stores that serve a reader, with their shares of its reads. */
export function serversOf(
  grid: LatencyGrid,
  chain: Chain,
  shares: readonly number[],
  reader: number,
): Server[] {
  const store = (stay: number) => chain.stays[stay]?.store ?? -1;
  if (!hedgesToBoth(grid, chain)) {
    const servers: Server[] = [];
    for (const [i, share] of servedBy(chain, shares, reader).entries())
      if (share > 0) servers.push({ store: store(i), second: -1, share });
    return servers;
  }
  return chain.stretches.flatMap((stretch, k) => {
    const share = shares[k] ?? 0;
    const [first, second] = [serverOf(stretch, reader), secondOf(stretch, reader)];
    return share > 0 ? [{ store: store(first), second: store(second), share }] : [];
  });
}

/** Of the same store once: it may serve in several stretches. */
export function sharesByStore(servers: readonly Server[]): { store: number; share: number }[] {
  const found: { store: number; share: number }[] = [];
  for (const { store, share } of servers) {
    const like = found.find((one) => one.store === store);
    if (like) like.share += share;
    else found.push({ store, share });
  }
  return found;
}
