/** A month's rebuilt use of one store as a scenario to plan from. What an invoice cannot know is asked for. */
import { withUnit } from '../units.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import { isInternet } from '../pricing/bills/usage.ts';
import type { Usage } from '../pricing/bills/usage.ts';
import { periodHours } from '../pricing/bills/period.ts';

interface AskedOfUser {
  /** No invoice says how large objects are. */
  sizeBytes: number;
  /** Nor where its readers on the internet are. */
  internetReaders: string | undefined;
}

/**
 * `usages`: the store's own and its provider's bare transfer out of the same region. Reads are the GETs of the month,
 * those over the internet by the bytes that left; writes and listings are operations beside them, as objects stand.
 */
export function scenarioOf(
  store: Usage,
  transfer: Usage | undefined,
  { sizeBytes, internetReaders }: AskedOfUser,
): ScenarioText {
  const hours = periodHours('calendar', store.period, store.asOf);
  const count = (wanted: (operation: string) => boolean) =>
    store.requests.filter((one) => wanted(one.operation)).reduce((sum, one) => sum + one.count, 0);
  const reads = count((operation) => operation === 'GetObject');
  const sent = [...store.egress, ...(transfer?.egress ?? [])]
    .filter(({ to }) => isInternet(to))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const provider = store.store.split('/')[0] ?? '';
  const here = `${provider}/${store.region ?? ''}`;
  const share = reads > 0 ? Math.min(1, sent / (reads * sizeBytes)) : 0;
  const bytesEach = reads > 0 ? Math.max(sizeBytes, sent / reads) : sizeBytes;
  const readers =
    share > 0 && internetReaders !== undefined
      ? [{ at: internetReaders, share }, ...(share < 1 ? [{ at: here, share: 1 - share }] : [])]
      : [{ at: here, share: 1 }];
  const others = store.requests.filter(({ operation, count: made }) => operation !== 'GetObject' && made > 0);
  const bytes = (amount: number) => withUnit(amount, 'B');
  return {
    stowage: 1,
    name: `${store.store}@${store.region ?? ''}, as invoiced`,
    asOf: store.asOf,
    workload: {
      objects: { size: bytes(sizeBytes), standing: bytes(store.byteHours / hours) },
      reads: { rate: `${reads}/month`, bytes: bytesEach > sizeBytes ? bytes(bytesEach) : 'whole' },
      operations: Object.fromEntries(others.map((one) => [one.operation, `${one.count}/month`])),
      readers,
      writer: here,
    },
    stores: 'all',
    current: `${store.store}@${store.region ?? ''}`,
  };
}

/** True where bytes left over the internet, so that the reader's place matters. */
export function sendsToInternet(usages: readonly Usage[]): boolean {
  return usages.some(({ egress }) => egress.some(({ to, bytes }) => isInternet(to) && bytes > 0));
}
