/** Remarks for people: one line for each kind, with all stores it is true of, and only of stores that are on screen. */
import type { Names } from '../answer/words/names.ts';
import { listing, several } from '../text/words.ts';
import { describeFinding } from './index.ts';
import type { Finding } from './index.ts';

/** `stores`: ids without a region, of what is on screen; undefined: all. */
export function notesOf(findings: readonly Finding[], names: Names, stores?: ReadonlySet<string>): string[] {
  const shown = findings.filter((one) => stores === undefined || isAbout(one, stores));
  const groups = Map.groupBy(shown, (one) => (GROUPED.has(one.code) ? one.code : JSON.stringify(one)));
  const words = [...groups.values()].flatMap(
    (own) => groupWords(own, names) ?? own.map((one) => describeFinding(one, names)),
  );
  return [...new Set(words)];
}

/** Kinds that are said once for all their stores. */
const GROUPED = new Set<Finding['code']>(['evidence-missing', 'stale', 'price-confidence', 'price-missing']);

/** Null for what is said one by one. */
function groupWords(own: readonly Finding[], names: Names): string[] | null {
  if (own.length < 2) return null;
  const of = <Code extends Finding['code']>(code: Code) =>
    own.filter((one): one is Extract<Finding, { code: Code }> => one.code === code);
  const [missing, stale, unpriced] = [of('evidence-missing'), of('stale'), of('price-missing')];
  if (missing.length > 0) {
    const byStores = Map.groupBy(
      Map.groupBy(missing, ({ operation }) => operation),
      ([, each]) => [...new Set(each.map(({ store }) => names.store(store)))].join('\n'),
    );
    return [...byStores].map(
      ([stores, operations]) =>
        `No latency data for ${listing(operations.map(([operation]) => operation))} of ${several(stores.split('\n'))}.`,
    );
  }
  if (stale.length > 0) {
    const [first] = stale.toSorted((a, b) => b.days - a.days);
    const each = new Set(stale.map(({ edition }) => names.store(edition.split('/').slice(0, 2).join('/'))));
    return [
      `Prices of ${several([...each])} were last verified up to ${first?.days} days before ${first?.asOf}.`,
    ];
  }
  if (unpriced.length > 0) {
    const each = new Set(unpriced.map(({ store }) => names.store(store)));
    return [
      `${unpriced.length} prices of ${several([...each])} are not known, so their totals are lower bounds.`,
    ];
  }
  return null;
}

/** Whether it is of the scenario, or of a store or provider on screen. */
function isAbout(finding: Finding, stores: ReadonlySet<string>): boolean {
  const providers = new Set([...stores].map((store) => store.split('/')[0]));
  const isShown = (ref: string) => {
    const [id = ''] = ref.split('@');
    return id.includes('/') && !id.endsWith('/transfer')
      ? stores.has(id)
      : providers.has(id.split('/')[0] ?? '');
  };
  switch (finding.code) {
    case 'evidence-missing':
    case 'price-missing':
      return isShown(finding.store);
    case 'stale':
    case 'price-confidence':
      return isShown(finding.edition.split('/').slice(0, 2).join('/'));
    case 'tiering-egress':
    case 'dual-write-same-egress':
    case 'dual-write-spares-egress':
      return isShown(finding.from);
    default:
      return true;
  }
}
