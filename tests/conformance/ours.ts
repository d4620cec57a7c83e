/** Our own answer to a case: on the price archive, or on the prices that the case states. */
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import type { Answer, Case, StatedPrices } from './case.ts';

const STATED = { store: 'stated/prices', region: 'stated', asOf: '2026-01-01' };

/** The region and the account of a case count as in `stowage bill`. */
export function ourAnswer({ usage, prices, source }: Case, archive: Archive): Answer {
  const { usages, options } = parseBillRequest(prices ? { ...STATED, ...usage } : usage);
  const { bills, total, high } = bill(usages, prices ? archiveOf(prices, source) : archive, options);
  const isPriced = bills.some(({ edition }) => edition !== '');
  return { total: isPriced ? total : null, high, lines: bills.flatMap(({ lines }) => lines) };
}

function archiveOf(stated: StatedPrices, url: string): Archive {
  const { gigabyte, month, storage, requests, retrieval, restore, egress, transition, monitoring, copies } =
    stated;
  const rule = (one: { quantum?: number | undefined; free?: number | undefined } | undefined) => ({
    ...(one?.quantum === undefined ? {} : { quantum: one.quantum }),
    ...(one?.free === undefined ? {} : { free: { amount: one.free } }),
  });
  const classes = Object.entries(requests);
  const edition = parseEdition(`pricing/${STATED.store}/${STATED.asOf}.yaml`, {
    currency: 'USD',
    gigabyte,
    month,
    precision: 'day',
    confirmed: STATED.asOf,
    recorded: STATED.asOf,
    confidence: 'official',
    zones: null,
    operations: { classes: Object.fromEntries(classes.map(([name, one]) => [name, one.operations])) },
    rules: {
      storage: { averaging: 'byte-hours', ...rule(storage), ...leastTime(storage?.minimumDays) },
      requests: Object.fromEntries(classes.map(([name, one]) => [name, rule(one)])),
      ...(retrieval ? { retrieval: rule(retrieval) } : {}),
      ...(restore ? { restore: { stated: { operation: restore.operation, hours: 1 } } } : {}),
      ...(egress ? { egress: rule(egress) } : {}),
      ...(transition ? { transition: rule(transition) } : {}),
      ...(monitoring ? { monitoring: {} } : {}),
    },
    ...(restore ? { restoreHours: 1 } : {}),
    regions: {
      [STATED.region]: {
        storage: storage?.price ?? 'unknown',
        requests: Object.fromEntries(classes.map(([name, one]) => [name, one.price])),
        egress: { internet: egress?.price ?? 'unknown' },
        ...(retrieval ? { retrieval: retrieval.price } : {}),
        ...(restore ? { restore: { stated: restore.price } } : {}),
        ...(transition ? { transition: transition.price } : {}),
        ...(monitoring ? { monitoring: monitoring.price } : {}),
        ...(copies === undefined ? {} : { billedCopies: copies }),
      },
    },
    sources: [{ id: 'case', url, retrieved: STATED.asOf }],
  });
  return {
    stores: [edition.store],
    facts: () => undefined,
    editions: (store) => (store === edition.store ? [edition] : []),
    transfers: () => [],
  };
}

const leastTime = (days: number | undefined) =>
  days === undefined
    ? {}
    : { minimumHours: days * 24, earlyDeleteOn: ['delete', 'overwrite', 'transition', 'expiry'] };
