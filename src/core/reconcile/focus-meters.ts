/**
 * What a FOCUS row of Azure or Google counts, in the names that a `store.yaml` has under `invoice` and in the units of our meters.
 * Versions 1.0 to 1.2 name a meter in different columns, and the clouds count in different ones.
 */
const GIB = 2 ** 30;
/** Google's prices per month are 730 times those per hour. */
const GIB_MONTH = GIB * 3600 * 730;

/** What Azure's operations are priced by, where a row does not say (`x_PricingBlockSize`). */
const AZURE_BLOCK = 10_000;

export interface FocusCells {
  service: string;
  description: string;
  /** `SkuMeter` (1.1 on) or `x_SkuMeterName`, and `x_SkuMeterSubcategory`. */
  meter: string;
  product: string;
  consumed: { quantity: number | null; unit: string };
  priced: { quantity: number | null; unit: string };
  listCost: number | null;
  listPrice: number | null;
  blockSize: number | null;
}

/** `name`: as in `invoice`; null: a use of object storage that is billed by none of them. */
export interface FocusMeaning {
  item: string;
  name: string | null;
  quantity: number;
  /** Where the name gives the region, as Google's multi-regions do. */
  region?: string;
}

/** Undefined where the row is of another service; `aside` where it is no object storage. */
export function focusMeaning(row: FocusCells): FocusMeaning | { aside: string } | undefined {
  if (row.service === 'Storage Accounts' || row.service === 'Storage') return azureMeaning(row);
  if (row.service === 'Cloud Storage') return googleMeaning(row);
  return undefined;
}

const PRICED_BLOBS = /^(?:Tiered Block Blob|General Block Blob v2|Blob Storage|Premium Block Blob)$/;
const BLOBS = /Blob|Data Lake|ADLS/;

/** `Tiered Block Blob - Hot LRS - Write Operations - US West`: product, meter, region. */
function azureMeaning(row: FocusCells): FocusMeaning | { aside: string } {
  const parts = row.description.split(' - ');
  const product = row.product || (parts[0] ?? '');
  if (!BLOBS.test(product)) return { aside: `${row.service}: ${product || 'without a meter'}` };
  const meter = row.meter || parts.slice(1, parts.length > 2 ? -1 : undefined).join(' ');
  // Some exports divide the quantity by the block of the price once too often; cost over price is the number of blocks.
  const blocks = row.listCost && row.listPrice ? row.listCost / row.listPrice : (row.priced.quantity ?? 0);
  const counted = /Operations$/.test(meter) ? (row.blockSize ?? AZURE_BLOCK) : 1;
  return {
    item: `${product}: ${meter}`,
    name: PRICED_BLOBS.test(product) ? meter : null,
    quantity: blocks * counted,
  };
}

const MULTI_REGIONS = new Map([
  ['US', 'us'],
  ['EU', 'eu'],
  ['Europe', 'eu'],
  ['Asia', 'asia'],
]);

/** `Nearline Storage Belgium (Early Delete)`, `Standard Storage US Multi-region`, `Regional Standard Class A Operations`. */
function googleMeaning({ description, consumed, priced }: FocusCells): FocusMeaning {
  const [, stored, place = '', early = ''] =
    /^((?:Standard|Nearline|Coldline|Archive) Storage) (.+?)( \(Early Delete\))?$/.exec(description) ?? [];
  const [, multi] = /^(.+) Multi-region$/i.exec(place) ?? [];
  const region = multi === undefined ? undefined : MULTI_REGIONS.get(multi);
  const many = multi === undefined ? /dual-region/i.test(place) : region === undefined;
  const name =
    stored === undefined ? description : many ? null : `${stored}${early === '' ? '' : ' Early Delete'}`;
  const quantity = [consumed, priced].map(inOurUnit).find((one) => one !== null);
  return {
    item: description,
    name: quantity === undefined ? null : name,
    quantity: quantity ?? 0,
    ...(region === undefined ? {} : { region }),
  };
}

const UNITS = new Map([
  ['byte-seconds', 1 / GIB_MONTH],
  ['gibibyte hour', 1 / 730],
  ['gibibyte month', 1],
  ['bytes', 1 / GIB],
  ['gibibyte', 1],
  ['requests', 1],
  ['count', 1],
]);

function inOurUnit({ quantity, unit }: FocusCells['consumed']): number | null {
  const factor = UNITS.get(unit.toLowerCase());
  return quantity === null || factor === undefined ? null : quantity * factor;
}

/** Of an AWS row without a usage type: what its description names, without the price and the band. */
export function awsPhrase(description: string): string {
  if (/ data transfer from /.test(description)) return 'DataTransfer-In-Bytes';
  return description
    .replace(/^(?:USD ?|\$)[\d.]+ per (?:GB|[\d,]+)(?: -)? /, '')
    .replace(/^(?:first|next|over) [\d,]+ TB \/ month (?:of )?/, '')
    .replace(/ out of .+ to CloudFront$/, ' out to CloudFront');
}
