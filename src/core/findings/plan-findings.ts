import { formatMoney } from '../report/money.ts';
import { formatBytes, formatMs, formatRangeEnd } from '../units.ts';

export type PlanFinding =
  | { code: 'input-is-range'; path: string; low: number; high: number; used: number }
  | { code: 'input-unused'; path: string; why: string }
  | { code: 'tiering-egress'; from: string; to: string; amount: number; bytes: number }
  | { code: 'dual-write-same-egress'; writer: string; from: string; amount: number }
  | { code: 'dual-write-spares-egress'; writer: string; from: string; amount: number }
  | {
      code: 'readers-differ';
      fastest: string;
      place: string;
      p50Ms: number;
      amount: number;
      away: { place: string; amount: number; cheapest: { store: string; amount: number } }[];
    }
  | { code: 'readers-assigned-by-size'; readers: number; enumerated: number }
  | { code: 'writer-egress-unknown'; writer: string }
  | { code: 'place-unproven'; requirement: 'zones' | 'jurisdiction'; wanted: string; stores: string[] }
  | { code: 'last-mile-left-out'; places: string[] }
  | { code: 'cdn-unmeasured'; via: string; hitRatio: number }
  | { code: 'dataset-missing'; dataset: string }
  | { code: 'store-left-out'; store: string; reason: string };

export const PLAN_CODES = [
  'input-is-range',
  'input-unused',
  'tiering-egress',
  'dual-write-same-egress',
  'dual-write-spares-egress',
  'readers-differ',
  'readers-assigned-by-size',
  'writer-egress-unknown',
  'place-unproven',
  'last-mile-left-out',
  'cdn-unmeasured',
  'dataset-missing',
  'store-left-out',
] as const;

const dollars = (amount: number) => formatMoney(amount, { style: 'overview' });

export function describePlanFinding(finding: PlanFinding): string {
  switch (finding.code) {
    case 'input-is-range':
      return `${finding.path} is a range, ${formatRangeEnd(finding.path, finding.low)} to ${formatRangeEnd(finding.path, finding.high)}; the plan uses its median ${formatRangeEnd(finding.path, finding.used)}.`;
    case 'input-unused':
      return `${finding.path} does not change this plan: ${finding.why}.`;
    case 'tiering-egress':
      return `Moving objects from ${finding.from} to ${finding.to} by age sends ${formatBytes(finding.bytes)} a month out: ${dollars(finding.amount)} a month of egress at list price.`;
    case 'dual-write-same-egress':
      return `Writing to both on arrival does not avoid that egress: the writer is at ${finding.writer}, inside ${finding.from}, so the same bytes leave it (${dollars(finding.amount)} a month). It saves the read-back; only a writer outside ${finding.from} saves the egress.`;
    case 'dual-write-spares-egress':
      return `Writing to both on arrival avoids that egress (${dollars(finding.amount)} a month): the writer is at ${finding.writer}, outside ${finding.from}.`;
    case 'readers-differ':
      return `Readers want different copies: ${finding.place} reads ${finding.fastest} fastest (median ${formatMs(finding.p50Ms)}, ${dollars(finding.amount)} a month), but from there ${finding.away.map((one) => `${one.place} costs ${dollars(one.amount)} a month, against ${dollars(one.cheapest.amount)} from ${one.cheapest.store}`).join('; ')}.`;
    case 'readers-assigned-by-size':
      return `With ${finding.readers} reader places a dual write lets the cold copy serve none or one of them; up to ${finding.enumerated} every combination is tried.`;
    case 'writer-egress-unknown':
      return `What the provider of ${finding.writer} charges for sending bytes to a store is not known: totals are lower bounds.`;
    case 'place-unproven':
      return `That ${finding.stores.join(' and ')} ${finding.stores.length === 1 ? 'meets' : 'meet'} ${finding.requirement} ${finding.wanted} is not known from any source: it needs the provider's word.`;
    case 'last-mile-left-out':
      return `Latency to ${finding.places.join(' and ')} ends where the reader's own access network begins: nobody measured that last mile, so it is in no figure and in no verdict here. Leave room for it in the requirement.`;
    case 'cdn-unmeasured':
      return `Nobody measured ${finding.via}, which answers ${Number((finding.hitRatio * 100).toPrecision(3))} % of its readers' requests, so their latency is unknown.`;
    case 'dataset-missing':
      return `The scenario rests on the dataset ${finding.dataset}, which is not here, or not as it was: the answer is computed without it.`;
    case 'store-left-out':
      return `${finding.store}: ${finding.reason}.`;
  }
}
