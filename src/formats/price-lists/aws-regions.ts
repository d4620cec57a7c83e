/** AWS's regions by the names of its price lists, which are older than those of its console. */
import { INVOICE_NAMES } from '#core/places/invoice-names.ts';

/** `EU (Ireland)` and `Europe (Ireland)` → `eu-west-1`; undefined for what is no region, such as `Any`. */
export function regionNamed(name: string): string | undefined {
  return REGIONS.get(plain(name));
}

/** Letters alone: with or without accents, `EU` for Europe, without `AWS` before it. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/^AWS /, '')
    .replace(/^Europe /, 'EU ')
    .toLowerCase();
}

const REGIONS = new Map([
  ...Object.entries(INVOICE_NAMES).flatMap(([id, { title }]) =>
    id.startsWith('aws/') ? [[plain(title), id.slice('aws/'.length)] as const] : [],
  ),
  // The first of the two needed no direction.
  [plain('AWS GovCloud (US)'), 'us-gov-west-1'] as const,
]);
