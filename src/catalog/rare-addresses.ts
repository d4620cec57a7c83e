/** Addresses of the files few visitors need: superseded editions, notes and the words of sources. */
export const RARE_ADDRESSES = import.meta.glob<string>(
  ['../../dist/data/details/**/*.json', '../../dist/data/history/**/*.json'],
  { query: '?url&no-inline', import: 'default', eager: true },
);
