/** Addresses of the files few visitors need: superseded editions, claimed lists, notes and the words of sources. */
export const RARE_ADDRESSES = import.meta.glob<string>(
  ['../../dist/data/{details,history}/*.json', '../../dist/data/stores/claimed.*.json'],
  { query: '?url&no-inline', import: 'default', eager: true },
);
