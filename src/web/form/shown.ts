/** What a scenario holds as the form shows it. */
import { formatCount } from '#core/units.ts';
import { readAt } from '#web/state/paths.ts';
import { placeName, storeWithRegion } from '#web/words/names.ts';

export const placeShown = (id: unknown): string =>
  typeof id !== 'string' ? '' : id.includes('/') ? placeName(id) : id;

export const storeShown = (ref: unknown): string => (typeof ref === 'string' ? storeWithRegion(ref) : '');

/** Today's placement in a few words. */
export function currentShown(current: unknown): string {
  if (Array.isArray(current)) return 'several stores';
  const { hot, cold } = Object(current) as { hot?: unknown; cold?: unknown };
  return hot && cold ? `${storeShown(hot)}, then ${storeShown(cold)}` : storeShown(current);
}

/** `10M/day` → `10M a day`; what is no rate of one period stays as it is written. */
export function rateShown(rate: unknown): string {
  const text = countShown(typeof rate === 'number' || typeof rate === 'string' ? String(rate) : '');
  const [, count, period] = /^([^/]*[^/\s])\s*\/\s*([a-z]+)$/i.exec(text) ?? [];
  return count === undefined || period === undefined ? text : `${count} ${everyWords(period)}`;
}

export const everyWords = (period: string) =>
  /^h(our)?$/.test(period) ? 'an hour' : `a ${period === 's' ? 'second' : period}`;

/** Billions by the letter that people say. */
export const countShown = (written: string) => written.replace(/(?<=\d\s*)G(?!\w)/g, 'B');

export function storedShown(objects: unknown): string {
  const [standing, count] = [readAt(objects, ['standing']), readAt(objects, ['count'])];
  if (count !== undefined)
    return `${typeof count === 'number' ? formatCount(count) : countShown(String(count))} objects`;
  return typeof standing === 'string' || typeof standing === 'number' ? String(standing) : '';
}
