/** What Google Cloud Storage says in JSON, read strictly. */
import * as z from 'zod/mini';
import { jsonOf } from '../ask.ts';

const Failed = z.object({
  error: z.object({ errors: z.optional(z.array(z.object({ reason: z.string() }))), message: z.string() }),
});
const Written = z.object({ generation: z.string().check(z.regex(/^\d{1,20}$/)) });
const Page = z.object({
  items: z.optional(z.array(z.object({ name: z.string() }))),
  nextPageToken: z.optional(z.string()),
});

/** `notFound`, `forbidden`, `conditionNotMet`; null where it says none. */
export function errorReason(text: string): string | null {
  const failed = Failed.safeParse(jsonOf(text));
  return failed.success ? (failed.data.error.errors?.[0]?.reason ?? failed.data.error.message) : null;
}

/** Of an object that was written; null where it does not say. */
export function generationOf(text: string): string | null {
  const written = Written.safeParse(jsonOf(text));
  return written.success ? written.data.generation : null;
}

export function listingOf(text: string): { keys: string[]; next: string | null } {
  const page = Page.safeParse(jsonOf(text));
  if (!page.success) return { keys: [], next: null };
  return { keys: (page.data.items ?? []).map(({ name }) => name), next: page.data.nextPageToken || null };
}
