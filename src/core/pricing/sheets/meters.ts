/** Ids of meters that stand alone; `requests.<class>`, `egress.<destination>` and `storage.<tier>` name the rest. */
export const QUANTITY_METERS: readonly string[] = [
  'storage',
  'minimum-size',
  'early-delete',
  'upload',
  'retrieval',
  'transition',
  'monitoring',
  'segments',
  'buckets',
  'replication',
];

/** Charged whole, whatever is used. */
export const FEE_METERS: readonly string[] = ['subscription', 'minimum'];
