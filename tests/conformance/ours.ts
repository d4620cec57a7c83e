/** Our own answer to a case: on the price archive, or on the prices that the case states. */
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import type { Case, StatedPrices } from './case.ts';
import type { Answer } from './judge.ts';
import { usagesOf } from '#tests/helpers/usages-of.ts';

const STATED = { store: 'stated/prices', region: 'stated', asOf: '2026-01-01' };

/**
 * Throws where the total is only a lower bound: such an answer is none. A case that asks for no total may leave out
 * meters without a price, of which it asks nothing.
 */
export function ourAnswer({ usage, prices, source, expect }: Case, archive: Archive): Answer {
  const usages = usagesOf(prices ? { ...STATED, ...usage } : usage);
  const set = bill(usages, prices ? archiveOf(prices, source) : archive);
  const codes = set.bills.flatMap(({ findings }) => findings.map(({ code }) => code));
  const billed = set.bills.every(({ lines }) => lines.length > 0) && !codes.includes('size-unstated');
  if (set.atLeast && !(billed && expect.total === undefined))
    throw new Error(`the bill is a lower bound (${codes.join(', ')})`);
  return { total: set.total, lines: set.bills.flatMap(({ lines }) => lines) };
}

function archiveOf(stated: StatedPrices, url: string): Archive {
  const { gigabyte, month, storage, requests, retrieval, egress, transition, monitoring, copies } = stated;
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
      storage: { averaging: 'byte-hours', ...rule(storage) },
      requests: Object.fromEntries(classes.map(([name, one]) => [name, rule(one)])),
      ...(retrieval ? { retrieval: rule(retrieval) } : {}),
      ...(egress ? { egress: rule(egress) } : {}),
      ...(transition ? { transition: rule(transition) } : {}),
      ...(monitoring ? { monitoring: {} } : {}),
    },
    regions: {
      [STATED.region]: {
        storage: storage?.price ?? 'unknown',
        requests: Object.fromEntries(classes.map(([name, one]) => [name, one.price])),
        egress: { internet: egress?.price ?? 'unknown' },
        ...(retrieval ? { retrieval: retrieval.price } : {}),
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
