/** Our own answer to a case: on the price archive, or on the prices that the case states. */
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { withAssumptions } from '#core/pricing/bills/assumptions.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { ask } from '#core/question.ts';
import { usageTypesOf } from '#core/reconcile/aws-usage-types.ts';
import { InvoiceCsv } from '#core/reconcile/invoice-csv.ts';
import { reconcile } from '#core/reconcile/reconcile.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { Answer, Case, StatedPrices } from './case.ts';

const STATED = { store: 'stated/prices', region: 'stated', asOf: '2026-01-01' };

/** The region and the account of a case count as in `stowage bill`. */
export function ourAnswer({ usage, prices, source }: Case, archive: Archive): Answer {
  if (Array.isArray(usage['invoice'])) return ofInvoice(usage['invoice'].join('\n'), archive);
  if (usage['rates'] !== undefined) return ofScenario(usage as unknown as RatedUsage, archive);
  const { usages, options } = parseBillRequest(prices ? { ...STATED, ...usage } : usage);
  const known = prices ? archiveOf(prices, source) : archive;
  const set = withAssumptions(bill(usages, known, options), usages, known, options);
  const { bills, total, high } = set;
  const isPriced = bills.some(({ edition }) => edition !== '');
  const assumed = bills.flatMap(({ findings }) =>
    findings.flatMap((one) => (one.code === 'assumption' ? [one] : [])),
  );
  return {
    total: isPriced ? total : null,
    high,
    lines: bills.flatMap(({ lines }) => lines),
    otherwise: Object.fromEntries(
      assumed.flatMap(({ assumed: { because: _, ...other }, difference }) =>
        Object.keys(other).map((what) => [what, total + difference]),
      ),
    ),
  };
}

/** As `stowage reconcile`. */
function ofInvoice(csv: string, archive: Archive): Answer {
  const file = new InvoiceCsv(usageTypesOf(archive));
  file.push(`${csv}\n`);
  const { totals, lines } = reconcile(file.end().ledger.entries, archive);
  const [sum, ...others] = totals;
  if (!sum || others.length > 0) throw new Error('an invoice of a case is in one currency');
  const { ours, high, difference, notPriced } = sum;
  return {
    total: ours,
    high,
    lines: lines.map(({ meter, quantity, ours: amount }) => ({ meter, quantity, amount })),
    reconciled: { difference, notPriced: notPriced.invoice, lines: notPriced.lines },
  };
}

interface RatedUsage {
  store: string;
  region: string;
  asOf: string;
  objects: string;
  objectSize: string;
  rates: { GetObject: string };
}

/** As `stowage plan`, of the only placement. */
function ofScenario(
  { store, region, asOf, objects, objectSize, rates }: RatedUsage,
  archive: Archive,
): Answer {
  const at = `${store.split('/')[0]}/${region}`;
  const scenario: ScenarioText = {
    stowage: 1,
    name: 'case',
    asOf,
    workload: {
      objects: { size: objectSize, count: objects },
      reads: { rate: rates.GetObject },
      readers: [{ at, share: 1 }],
      writer: at,
    },
    stores: [`${store}@${region}`],
  };
  const [only] = plan(ask(scenario, { archive, evidence: evidenceBase([]) })).candidates;
  if (!only) throw new Error('a plan has a candidate');
  return { total: only.monthly.total, lines: only.monthly.lines };
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
