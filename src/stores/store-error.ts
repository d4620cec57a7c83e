/** A store that cannot be reached or used as asked. Says what was seen, where, and what to try; never a secret. */
export class StoreError extends Error {
  override name = 'StoreError';
}
