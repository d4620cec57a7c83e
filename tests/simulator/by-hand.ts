/**
 * The usages of a policy in a month of a scenario with finite retention, from the closed forms of the design's section 6 written
 * out once more and by hand: arrivals λ, stock λ × age, reads ρ ΔA. Exact, where the simulator is fine-grained.
 */
import type { Usage } from '#core/pricing/usage.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { calendar } from './calendar.ts';
import { addressOf, road } from './geography.ts';
import { Ledger } from './ledger.ts';
import { shareReadBy } from './read-ages.ts';
import { movesFromDays } from './simulate.ts';
import type { SimulatedPolicy, SimulatedStore } from './simulate.ts';

/** Throws `RangeError` for what is not written out here: standing objects, objects kept for ever, copies, CDNs. */
export function usagesByHand(scenario: Scenario, policy: SimulatedPolicy): Usage[] {
  const { objects, reads, readers, writer, writes, operations } = scenario.workload;
  const [month] = calendar(scenario.asOf, scenario.month, 1);
  if (
    objects.retention === 'forever' ||
    !objects.arrivals ||
    objects.standing ||
    scenario.copies.length > 0 ||
    readers.some((reader) => reader.via) ||
    !month
  ) {
    throw new RangeError('not a scenario to work out by hand');
  }
  const days = month.to - month.from;
  const life = objects.retention.value;
  const threshold = policy.cold ? (policy.thresholdDays ?? 0) : life;
  const twice = policy.entry === 'dual';
  const readBefore = shareReadBy(reads.byAge ?? [], life)(threshold);
  const home = addressOf(writer);

  const hot = new Ledger(policy.hot.store, policy.hot.region);
  const cold = policy.cold ? new Ledger(policy.cold.store, policy.cold.region) : null;
  const carried = new Ledger(`${home.provider}/transfer`, home.region);
  const address = (store: SimulatedStore) => ({
    provider: addressOf(store.store).provider,
    region: store.region,
  });

  for (const [operation, perDay] of Object.entries(operations)) hot.request(operation, perDay * days, 0);
  for (const { share, size } of objects.size) {
    const arriving = objects.arrivals.value * days * share;
    const bytes = size.value;
    const put = (ledger: Ledger) => {
      const part = writes.partSize;
      if (!part || bytes <= part) return ledger.request('PutObject', arriving, bytes);
      const whole = Math.floor(bytes / part);
      ledger.request('CreateMultipartUpload', arriving, 0);
      ledger.request('UploadPart', arriving * whole, part);
      if (bytes > whole * part) ledger.request('UploadPart', arriving, bytes - whole * part);
      ledger.request('CompleteMultipartUpload', arriving, 0);
    };
    const writeTo = (ledger: Ledger, store: SimulatedStore) => {
      put(ledger);
      const to = road(home, address(store));
      if (home.provider !== 'internet' && to !== 'same-region') carried.send(to, arriving * bytes);
    };
    const end = (ledger: Ledger, age: number, deleted = true) => {
      if (deleted) ledger.request('DeleteObject', arriving, 0);
      ledger.leave(arriving, bytes, age);
    };

    writeTo(hot, policy.hot);
    hot.hold(arriving, bytes, threshold * 24);
    if (policy.cold && cold) {
      cold.hold(arriving, bytes, (twice ? life : life - threshold) * 24);
      end(cold, twice ? life : life - threshold);
      if (twice) {
        writeTo(cold, policy.cold);
        end(hot, threshold);
      } else {
        const [from, to] = [address(policy.hot), address(policy.cold)];
        const byRule =
          from.provider === to.provider &&
          from.region === to.region &&
          policy.hot.transitionsTo.includes(policy.cold.store) &&
          threshold >= movesFromDays(policy.hot, policy.cold);
        end(hot, threshold, !byRule);
        if (byRule) cold.transitionsIn += arriving;
        else {
          hot.request('GetObject', arriving, bytes);
          hot.send(road(from, to), arriving * bytes);
          put(cold);
        }
      }
    } else end(hot, life);

    const readBytes = reads.bytes === 'whole' ? bytes : Math.min(reads.bytes, bytes);
    for (const [q, reader] of readers.entries()) {
      const asked = reads.rate.value * days * share * reader.share;
      const serve = (ledger: Ledger, store: SimulatedStore, count: number) => {
        ledger.request('GetObject', count, readBytes);
        ledger.send(road(address(store), addressOf(reader.at)), count * readBytes);
      };
      const ofHot = !policy.cold ? 1 : twice && policy.coldServes?.[q] ? 0 : readBefore;
      serve(hot, policy.hot, asked * ofHot);
      if (policy.cold && cold) serve(cold, policy.cold, asked * (1 - ofHot));
    }
  }
  return [hot, cold, carried].flatMap((ledger) =>
    ledger && (ledger.requests.size > 0 || ledger.egress.size > 0 || ledger.byteHours > 0)
      ? [ledger.usage(scenario.asOf, month.period)]
      : [],
  );
}
