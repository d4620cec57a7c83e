/** Beside storage and requests, what a region may have a price for, under this key. */
export const PRICED_METERS = [
  'upload',
  'retrieval',
  'online',
  'transition',
  'monitoring',
  'segments',
  'buckets',
  'replication',
] as const;

/** Ids of meters that stand alone; `requests.<class>`, `egress.<destination>`, `storage.<tier>` and `restore.<tier>` name the rest. */
export const QUANTITY_METERS: readonly string[] = [
  'storage',
  'minimum-size',
  'early-delete',
  ...PRICED_METERS,
];

/** Charged whole, whatever is used. */
export const FEE_METERS: readonly string[] = ['subscription', 'minimum'];
