/** Names of discounts against an archive: a misspelt one would take nothing off, and nobody would see it. */
import { nearest } from '../nearest.ts';
import type { Archive } from '../pricing/archive.ts';
import { FEE_METERS, QUANTITY_METERS } from '../pricing/sheets/meters.ts';
import type { Discounts } from '../pricing/sheets/discounts.ts';
import type { SchemaIssue } from '../issue.ts';
import { ScenarioError } from './scenario-error.ts';

const METERS = [...QUANTITY_METERS, ...FEE_METERS];
/** Families of meters whose last word is the store's. */
const METER_FAMILY = /^(requests|egress|storage)\.[a-z0-9][a-z0-9./-]*$/i;

export function discountIssues(discounts: Discounts, archive: Archive): SchemaIssue[] {
  const providers = [...new Set(archive.stores.map((store) => store.split('/')[0] ?? ''))];
  const names = [...providers, ...archive.stores, ...providers.map((one) => `${one}/transfer`)];
  const isMeter = (name: string) => METERS.includes(name) || METER_FAMILY.test(name);
  return Object.keys(discounts).flatMap((name) => {
    const [store = '', meter] = name.split(':');
    if (meter === undefined ? names.includes(name) || isMeter(name) : names.includes(store) && isMeter(meter))
      return [];
    const suggestion = name.includes('@')
      ? name.replace(/@[^:]*/, '')
      : nearest(name, [...names, ...METERS, 'requests.get', 'requests.put', 'egress.internet']);
    return [
      {
        path: 'discounts',
        message: `"${name}" names no provider, store or meter; write one such as aws, aws/s3-standard, storage, egress.internet or aws/s3-standard:storage`,
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ];
  });
}

/** Throws `ScenarioError` for a discount that names nothing. */
export function checkDiscounts(discounts: Discounts, archive: Archive): void {
  const issues = discountIssues(discounts, archive);
  if (issues.length > 0) throw new ScenarioError(issues);
}
