/** What limits count: asked apart from their schema, which the page's first answer goes without. */
import type { Limit } from './limit.ts';

/** Of what is held at a time. */
export const isOfHeld = ({ quantity }: Limit) => quantity === 'stored' || quantity === 'objects';

/** Of what is asked in a second. */
export const isRate = (limit: Limit): limit is Limit & { quantity: 'operations' | 'bytes' } =>
  limit.quantity === 'operations' || limit.quantity === 'bytes';
