/**
 * The usages of a policy in a month of a scenario with finite retention, from the closed forms of the design's section 6 written
 * out once more and by hand: arrivals λ, stock λ × age, reads ρ ΔA. Exact, where the simulator is fine-grained.
 */
import type { Usage } from '#core/pricing/bills/usage.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { calendar } from './calendar.ts';
import { addressOf, road } from './geography.ts';
import { Ledger } from './ledger.ts';
import { shareReadBy } from './read-ages.ts';
import { answering, asChain, origin, turns } from './chain.ts';
import type { SimulatedChain, SimulatedStay } from './chain.ts';
import type { SimulatedPolicy, SimulatedStore } from './simulate.ts';

/** Throws `RangeError` for what is not written out here: standing objects, objects kept for ever, copies, CDNs. */
export function usagesByHand(scenario: Scenario, policy: SimulatedPolicy | SimulatedChain): Usage[] {
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
  const chain = asChain(policy);
  const readBy = shareReadBy(reads.byAge ?? [], life);
  const home = addressOf(writer);

  const ledgers = chain.stays.map(({ store }) => new Ledger(store.store, store.region));
  const carried = new Ledger(`${home.provider}/transfer`, home.region);
  const ledgerOf = (stay: SimulatedStay | undefined) => {
    const ledger = stay && ledgers[chain.stays.indexOf(stay)];
    if (!ledger) throw new RangeError('nothing holds the object');
    return ledger;
  };
  const address = (store: SimulatedStore) => ({
    provider: addressOf(store.store).provider,
    region: store.region,
  });

  for (const [operation, { value: perDay }] of Object.entries(operations))
    ledgers[0]?.request(operation, perDay * days, 0);
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

    for (const stay of chain.stays) {
      const ledger = ledgerOf(stay);
      const until = Math.min(stay.toDays, life);
      ledger.hold(arriving, bytes, (until - stay.fromDays) * 24);
      const came = origin(chain, stay);
      if (!came) {
        put(ledger);
        const to = road(home, address(stay.store));
        if (home.provider !== 'internet' && to !== 'same-region') carried.send(to, arriving * bytes);
      } else if (came.byRule) ledger.transitionsIn += arriving;
      else {
        const out = ledgerOf(came.from);
        out.request('GetObject', arriving, bytes);
        out.send(road(address(came.from.store), address(stay.store)), arriving * bytes);
        put(ledger);
      }
      const movedOn = chain.stays.some((next) => {
        const whence = origin(chain, next);
        return whence?.byRule && whence.from === stay && next.fromDays === stay.toDays;
      });
      if (!movedOn) ledger.request('DeleteObject', arriving, 0);
      ledger.leave(arriving, bytes, until - stay.fromDays);
    }

    const readBytes = reads.bytes === 'whole' ? bytes : Math.min(reads.bytes, bytes);
    const ages = turns(chain);
    for (const [q, reader] of readers.entries()) {
      const asked = reads.rate.value * days * share * reader.share;
      for (const [k, from] of ages.entries()) {
        const count = asked * ((k + 1 < ages.length ? readBy(ages[k + 1] ?? life) : 1) - readBy(from));
        const stay = answering(chain, q, from);
        ledgerOf(stay).request('GetObject', count, readBytes);
        if (stay) ledgerOf(stay).send(road(address(stay.store), addressOf(reader.at)), count * readBytes);
      }
    }
  }
  return [...ledgers, carried].flatMap((ledger) =>
    ledger.requests.size > 0 || ledger.egress.size > 0 || ledger.byteHours > 0
      ? [ledger.usage(scenario.asOf, month.period)]
      : [],
  );
}
