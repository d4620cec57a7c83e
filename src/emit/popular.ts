/** Which keys are popular, found out from the reads of the last days. */
import type { Bucket, Course, PopularRule } from './course-types.ts';
import { oneLine } from './quote.ts';
import TOP_KEYS from './templates/top-keys.sh?raw';

export type PopularParts = Omit<PopularRule, 'hot' | 'rest'> & Record<'hot' | 'rest', Bucket>;

/** Null: the course goes by no popularity. */
export function popularParts({ popular, buckets }: Course): PopularParts | null {
  const bucket = (id?: string) => buckets.find((one) => one.id === id);
  const [hot, rest] = [bucket(popular?.hot), bucket(popular?.rest)];
  return popular && hot && rest ? { ...popular, hot, rest } : null;
}

/** Null: the course goes by no popularity. A key in the access log of a GET is encoded twice; a plus of its own is %2B there. */
export function topKeysScript(course: Course, title: string): string | null {
  const parts = popularParts(course);
  if (!parts) return null;
  return TOP_KEYS.replaceAll('OBJECTS', String(parts.objects)).replace('TITLE', () => oneLine(title));
}
