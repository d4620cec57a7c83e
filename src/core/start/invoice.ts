/** An invoice as the beginning of a scenario: today's store, as it was used in the newest month. */
import type { NameOf } from '../answer/words/names.ts';
import type { Archive } from '../pricing/archive.ts';
import { isInternet, type Usage } from '../pricing/bills/usage.ts';
import type { LedgerEntry } from '../reconcile/ledger.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { scenarioOf, sendsToInternet } from '../reconcile/scenario.ts';
import { hoursOfMonth } from '../pricing/bills/period.ts';
import { formatBytes, formatCount, parseBytes } from '../units.ts';
import type { Found } from './found.ts';

export interface InvoiceStart {
  /** The invoice's form: `AWS Cost and Usage Report`. */
  title: string;
  /** `2026-03` */
  month: string;
  /** The store that holds most in it. */
  store: Usage;
  /** Bytes that left its region, where its provider bills them for all stores together. */
  transfer: Usage | undefined;
  /** Stores of that month that are left out: `aws/s3-standard-ia@us-east-1`. */
  others: string[];
}

/** Null where no store of ours holds anything. */
export function startOf(
  title: string,
  entries: readonly LedgerEntry[],
  archive: Archive,
): InvoiceStart | null {
  const ours = entries.filter(({ store }) => store !== '');
  const month = ours.reduce((newest, one) => (one.month > newest ? one.month : newest), '');
  const { usages } = reconcile(
    ours.filter((one) => one.month === month),
    archive,
  );
  const [store, ...others] = usages
    .filter((one) => !isTransfer(one) && one.byteHours > 0)
    .sort((a, b) => b.byteHours - a.byteHours);
  if (!store) return null;
  const provider = store.store.split('/')[0] ?? '';
  const transfer = usages.find((one) => one.store === `${provider}/transfer` && one.region === store.region);
  return { title, month, store, transfer, others: others.map(refOf) };
}

export function foundIn({ title, month, store, transfer, others }: InvoiceStart, nameOf: NameOf): Found {
  const used = [store, ...(transfer ? [transfer] : [])];
  const reads = store.requests.find(({ operation }) => operation === 'GetObject')?.count ?? 0;
  const sent = used
    .flatMap(({ egress }) => egress)
    .reduce((sum, { to, bytes }) => sum + (isInternet(to) ? bytes : 0), 0);
  const stored = store.byteHours / hoursOfMonth(month);
  return {
    words: `${title}, ${month}: ${nameOf(refOf(store))} holds ${formatBytes(stored)}, with ${formatCount(reads)} reads and ${formatBytes(sent)} sent over the internet.`,
    asks: sendsToInternet(used) ? ['size', 'from'] : ['size'],
    scenarioWith({ size = '', from }) {
      const { asOf: _, ...scenario } = scenarioOf(store, transfer, {
        sizeBytes: parseBytes(size),
        internetReaders: from,
      });
      return {
        scenario: { ...scenario, name: `${nameOf(refOf(store))}, as invoiced for ${month}` },
        notes: [
          ...(others.length > 0 ? [`Left out, smaller: ${others.map(nameOf).join(', ')}.`] : []),
          'New objects: none, as an invoice does not say how many stay.',
        ],
      };
    },
  };
}

const refOf = ({ store, region }: Usage) => (region === undefined ? store : `${store}@${region}`);

const isTransfer = ({ store }: Usage) => store.endsWith('/transfer');
