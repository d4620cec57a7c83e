/** Rows of a provider's invoice, in four dialects told apart by their columns, each brought to one form. */
import { nearest } from '../nearest.ts';
import { shorten } from '../units.ts';
import { usageTypeMeaning } from './aws-usage-types.ts';
import { awsPhrase, focusMeaning } from './focus-meters.ts';
import type { FocusCells } from './focus-meters.ts';
import type { UsageTypeMeaning, UsageTypes } from './aws-usage-types.ts';
import { hoursOfMonth } from '../pricing/bills/period.ts';

export class InvoiceError extends Error {
  override name = 'InvoiceError';
}

export interface InvoiceRow {
  /** `2026-03` */
  month: string;
  /** The provider's own name of what is billed. */
  item: string;
  region: string;
  billed: UsageTypeMeaning['billed'];
  /** In the unit of the meter: GB-months, GB, requests, objects. */
  quantity: number;
  /** Null: the file has none. */
  cost: number | null;
  currency: string;
}

/** A row that is no use of object storage: another service, or tax, credit and the like. */
export interface AsideRow {
  aside: string;
  cost: number | null;
}

type Field =
  | 'usageType'
  | 'quantity'
  | 'start'
  | 'cost'
  | 'product'
  | 'kind'
  | 'unit'
  | 'region'
  | 'currency'
  | 'sku'
  | 'pricingQuantity'
  | 'operation'
  | 'description'
  | 'meter'
  | 'meterName'
  | 'meterProduct'
  | 'consumedUnit'
  | 'listCost'
  | 'listPrice'
  | 'blockSize'
  | 'location';

interface Dialect {
  id: string;
  title: string;
  columns: Partial<Record<Field, string>>;
  /** Without these it is another file. */
  marks: readonly Field[];
}

const DIALECTS: readonly Dialect[] = [
  {
    id: 'aws-usage-report',
    title: 'AWS usage report',
    columns: {
      product: 'Service',
      operation: 'Operation',
      usageType: 'UsageType',
      start: 'StartTime',
      quantity: 'UsageValue',
    },
    marks: ['usageType', 'start', 'quantity'],
  },
  {
    id: 'aws-cur',
    title: 'AWS Cost and Usage Report',
    columns: {
      product: 'lineItem/ProductCode',
      kind: 'lineItem/LineItemType',
      usageType: 'lineItem/UsageType',
      operation: 'lineItem/Operation',
      start: 'lineItem/UsageStartDate',
      quantity: 'lineItem/UsageAmount',
      cost: 'lineItem/UnblendedCost',
      currency: 'lineItem/CurrencyCode',
      unit: 'pricing/unit',
      region: 'product/regionCode',
    },
    marks: ['usageType', 'start', 'quantity', 'cost', 'kind', 'product'],
  },
  {
    id: 'aws-cur-2',
    title: 'AWS Data Export (CUR 2.0)',
    columns: {
      product: 'line_item_product_code',
      kind: 'line_item_line_item_type',
      usageType: 'line_item_usage_type',
      operation: 'line_item_operation',
      start: 'line_item_usage_start_date',
      quantity: 'line_item_usage_amount',
      cost: 'line_item_unblended_cost',
      currency: 'line_item_currency_code',
      unit: 'pricing_unit',
      region: 'product_region_code',
    },
    marks: ['usageType', 'start', 'quantity', 'cost', 'kind', 'product'],
  },
  {
    id: 'focus',
    title: 'FOCUS file',
    columns: {
      product: 'ServiceName',
      kind: 'ChargeCategory',
      usageType: 'x_UsageType',
      operation: 'x_Operation',
      description: 'ChargeDescription',
      meter: 'SkuMeter',
      meterName: 'x_SkuMeterName',
      meterProduct: 'x_SkuMeterSubcategory',
      consumedUnit: 'ConsumedUnit',
      listCost: 'ListCost',
      listPrice: 'ListUnitPrice',
      blockSize: 'x_PricingBlockSize',
      location: 'x_Location',
      start: 'ChargePeriodStart',
      quantity: 'ConsumedQuantity',
      pricingQuantity: 'PricingQuantity',
      cost: 'BilledCost',
      currency: 'BillingCurrency',
      unit: 'PricingUnit',
      region: 'RegionId',
      sku: 'SkuId',
    },
    marks: ['kind', 'start', 'cost', 'pricingQuantity', 'currency'],
  },
];

export const DIALECT_TITLES = DIALECTS.map(({ title }) => title);
export interface InvoiceReader {
  id: string;
  title: string;
  /** Names of the columns that are read, for those who can leave out the others. */
  columns: readonly string[];
  /** `cells` by the name of the column. Throws `InvoiceError`. */
  read(cells: (column: string) => string): InvoiceRow | AsideRow;
}

/** The reader of a file with these columns; `usageTypes` says what a row of the provider's own is billed as. Throws `InvoiceError` where no dialect has them. */
export function invoiceReader(columns: readonly string[], usageTypes: UsageTypes): InvoiceReader {
  const names = new Set(columns.map((name) => name.trim()));
  const wantingOf = ({ columns: own, marks }: Dialect) =>
    marks.map((field) => own[field] ?? '').filter((name) => !names.has(name));
  const dialect = DIALECTS.find((one) => wantingOf(one).length === 0);
  if (!dialect) {
    const closest = DIALECTS.toSorted((a, b) => share(wantingOf(a), a) - share(wantingOf(b), b))[0];
    const wanting = closest ? wantingOf(closest) : [];
    const hint = nearest(wanting[0] ?? '', [...names]);
    throw new InvoiceError(
      `is none of ${DIALECT_TITLES.join(', ')}; for the nearest, ${closest?.title}, it has no column ${wanting.join(', ')}${hint ? ` (its own: ${hint})` : ''}`,
    );
  }
  const present = Object.values(dialect.columns).filter((name) => names.has(name));
  return {
    id: dialect.id,
    title: dialect.title,
    columns: present,
    read: (cells) =>
      rowOf(dialect, usageTypes, (field) => {
        const name = dialect.columns[field];
        const text = name === undefined || !names.has(name) ? '' : cells(name).trim();
        return /^null$/i.test(text) ? '' : text;
      }),
  };
}

const share = (wanting: readonly string[], { marks }: Dialect) => wanting.length / marks.length;

function rowOf(
  dialect: Dialect,
  usageTypes: UsageTypes,
  cell: (field: Field) => string,
): InvoiceRow | AsideRow {
  const cost = cell('cost') === '' ? null : numberOf(cell('cost'), 'cost');
  const kind = cell('kind');
  if (dialect.columns.kind !== undefined && kind !== 'Usage')
    return dialect.id === 'focus' && ourSku(cell('sku'))
      ? feeOf(cell, cost)
      : { aside: kind || 'no type', cost };
  const product = cell('product');
  const own = dialect.id === 'focus' ? ourSku(cell('sku')) : null;
  if (own) return focusRowOf(own, cell, cost);
  const month = () => monthOf(cell('start'));
  const focus = dialect.id === 'focus' ? focusMeaning(focusCells(cell)) : undefined;
  if (focus) {
    if ('aside' in focus) return { aside: focus.aside, cost };
    const { item, name, quantity } = focus;
    return {
      month: month(),
      item,
      region: focus.region ?? (cell('region') || cell('location')).toLowerCase(),
      billed: (name === null ? undefined : usageTypes.get(name)) ?? null,
      quantity,
      cost,
      currency: cell('currency'),
    };
  }
  if (!/^(AmazonS3|Amazon Simple Storage Service|Amazon S3)$/i.test(product))
    return { aside: product || 'no product', cost };
  const item = cell('usageType') || awsPhrase(cell('description'));
  if (item === '') return { aside: `${product} without a usage type`, cost };
  const { region, billed } = usageTypeMeaning(item, usageTypes, cell('region'), cell('operation'));
  const amount = numberOf(cell('pricingQuantity') || cell('quantity'), 'quantity');
  return {
    month: month(),
    item,
    region,
    billed,
    quantity: dialect.id === 'aws-usage-report' ? fromBytes(item, amount, month()) : amount,
    cost,
    currency: cell('currency') || 'USD',
  };
}

function focusCells(cell: (field: Field) => string): FocusCells {
  const number = (field: Field) => (cell(field) === '' ? null : numberOf(cell(field), field));
  return {
    service: cell('product'),
    description: cell('description'),
    meter: cell('meterName') || cell('meter'),
    product: cell('meterProduct'),
    consumed: { quantity: number('quantity'), unit: cell('consumedUnit') },
    priced: { quantity: number('pricingQuantity'), unit: cell('unit') },
    listCost: number('listCost'),
    listPrice: number('listPrice'),
    blockSize: number('blockSize'),
  };
}

/** A row that `stowage bill --format focus` wrote: its SKU is `store:meter`. */
function ourSku(sku: string): { store: string; meter: string } | null {
  const [, store, meter] = /^([a-z0-9-]+\/[a-z0-9-]+):([a-z0-9.-]+)$/.exec(sku) ?? [];
  return store === undefined || meter === undefined ? null : { store, meter };
}

function focusRowOf(
  { store, meter }: { store: string; meter: string },
  cell: (field: Field) => string,
  cost: number | null,
): InvoiceRow {
  return {
    month: monthOf(cell('start')),
    item: `${store}:${meter}`,
    region: cell('region'),
    billed: { store, meter },
    quantity: numberOf(cell('pricingQuantity'), 'quantity'),
    cost,
    currency: cell('currency'),
  };
}

function feeOf(cell: (field: Field) => string, cost: number | null): InvoiceRow | AsideRow {
  const own = ourSku(cell('sku'));
  return own ? focusRowOf(own, cell, cost) : { aside: cell('kind'), cost };
}

const GIB = 2 ** 30;

/** A usage report counts bytes and byte-hours where an invoice has GB and GB-months. */
function fromBytes(usageType: string, amount: number, month: string): number {
  if (/TagHrs$/.test(usageType)) return amount / hoursOfMonth(month);
  if (/ByteHrs$|SmObjects$|Staging$|EarlyDelete-/.test(usageType)) return amount / GIB / hoursOfMonth(month);
  return /Bytes$|Retrieval-|Upload-/.test(usageType) ? amount / GIB : amount;
}

function numberOf(text: string, what: string): number {
  if (!/^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/.test(text))
    throw new InvoiceError(`${what} "${shorten(text, 40)}" is not a number`);
  return Number(text);
}

/** `2026-03` of `2026-03-01T00:00:00Z`, `2026-03-01 00:00:00` or, as usage reports write it, `03/01/26 00:00:00`. */
function monthOf(text: string): string {
  const iso = /^(\d{4})-(0[1-9]|1[0-2])-\d{2}([T ]|$)/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]}`;
  const american = /^(0[1-9]|1[0-2])\/\d{2}\/(\d{2}) /.exec(text);
  if (american) return `20${american[2]}-${american[1]}`;
  throw new InvoiceError(
    `"${shorten(text, 40)}" is no start of a period; it is written 2026-03-01T00:00:00Z or 03/01/26 00:00:00`,
  );
}
