/** The least that a `store.yaml` says, with a name that no other store has. */
import { StoreFile, storeFacts } from '#core/pricing/store-facts.ts';
import type { StoreFacts } from '#core/pricing/store-facts.ts';

export function someFacts(id: string, more: Record<string, unknown> = {}): StoreFacts {
  return storeFacts(StoreFile.parse({ title: id, short: id, ...more }));
}
