/** What a cache uses of its two stores, from what was seen of its copies: nothing of the product but the shapes it is compared by. */
import type { Usage } from '#core/pricing/bills/usage.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { usagesByHand } from './by-hand.ts';
import type { SeenCache } from './cache.ts';
import { calendar } from './calendar.ts';
import { addressOf, road } from './geography.ts';
import { Ledger } from './ledger.ts';

export interface Cached {
  hot: string;
  cold: string;
  ttlHours: number;
  through: boolean;
}

/** Of copies that a job deletes: runs a day. */
export interface Deleted {
  runsPerDay: number;
}

const split = (ref: string) => {
  const [store = '', region = ''] = ref.split('@');
  return { store, region };
};
const site = (ref: string) => {
  const { store, region } = split(ref);
  return { provider: addressOf(store).provider, region };
};
const placed = (ref: string) => ({ ...split(ref), transitionsTo: [], transitionAfterDays: 0 });
const KEYS = 1000;

/** The cold store as the closed forms have it, with the reads that miss; the hot one from what was seen of the copies. */
export function usages(
  scenario: Scenario,
  { hot, cold }: Cached,
  { runsPerDay }: Deleted,
  flow: (reads: number, writes: number) => SeenCache,
): Usage[] {
  const { objects, reads, readers, writer } = scenario.workload;
  const [month] = calendar(scenario.asOf, scenario.month, 1);
  if (!month || !objects.arrivals) throw new RangeError('a scenario with a month and arrivals');
  const days = month.to - month.from;
  const seen = flow(reads.rate.value * days, objects.arrivals.value * days);
  const missing: Scenario = {
    ...scenario,
    workload: { ...scenario.workload, reads: { ...reads, rate: { value: seen.fills / days } } },
  };
  const [hotLedger, coldLedger] = [hot, cold].map((ref) => new Ledger(split(ref).store, split(ref).region));
  const carried = new Ledger(`${addressOf(writer).provider}/transfer`, addressOf(writer).region);
  if (!hotLedger || !coldLedger) throw new RangeError('two stores');
  for (const { share, size } of objects.size) {
    const bytes = size.value;
    const whole = reads.bytes === 'whole' || reads.bytes >= bytes;
    hotLedger.hold(1, bytes, seen.heldHours * share);
    hotLedger.request('PutObject', (seen.fills + seen.writeFills + seen.renewals) * share, bytes);
    // The router asks here first.
    hotLedger.request('GetObject', seen.fills * share, 0, 404);
    for (const reader of readers) {
      const here = addressOf(reader.at);
      const of = (count: number) => count * share * reader.share;
      const readBytes = reads.bytes === 'whole' ? bytes : Math.min(reads.bytes, bytes);
      hotLedger.request('GetObject', of(seen.hits), readBytes);
      hotLedger.send(road(site(hot), here), of(seen.hits) * readBytes);
      // What is written again is read by the router, as is the whole object of which a reader wants a range.
      hotLedger.request('GetObject', of(seen.renewals), bytes);
      hotLedger.send(road(site(hot), here), of(seen.renewals) * bytes);
      const sendsOn = here.provider !== 'internet' && road(here, site(hot)) !== 'same-region';
      if (whole && !sendsOn) continue;
      coldLedger.request('GetObject', of(seen.fills), bytes);
      coldLedger.send(whole ? road(site(cold), site(hot)) : road(site(cold), here), of(seen.fills) * bytes);
    }
    const way = road(addressOf(writer), site(hot));
    if (addressOf(writer).provider !== 'internet' && way !== 'same-region')
      carried.send(way, seen.writeFills * share * bytes);
  }
  hotLedger.request('DeleteObject', seen.fills + seen.writeFills, 0);
  hotLedger.request('ListObjectsV2', (seen.heldHours / 24 / KEYS) * runsPerDay, 0);
  if (runsPerDay > 0) hotLedger.request('HeadObject', seen.fills + seen.writeFills, 0);
  const ledgers = [hotLedger, coldLedger, carried].map((one) => one.usage(scenario.asOf, month.period));
  return [...usagesByHand(missing, { hot: placed(cold) }), ...ledgers].filter(
    ({ requests, egress, byteHours }) => requests.length + egress.length > 0 || byteHours > 0,
  );
}

/** Reads of what is never copied: the router asks the hot store for them all the same. */
export function askedInVain({ asOf, month, workload }: Scenario, { hot }: Cached): Usage[] {
  const [first] = calendar(asOf, month, 1);
  if (!first) throw new RangeError('a scenario with a month');
  const ledger = new Ledger(split(hot).store, split(hot).region);
  ledger.request('GetObject', workload.reads.rate.value * (first.to - first.from), 0, 404);
  return [ledger.usage(asOf, first.period)];
}
