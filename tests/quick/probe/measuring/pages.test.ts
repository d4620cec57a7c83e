import { describe, expect, test } from 'vitest';
import { pagesOf } from '#probe/measuring/pages.ts';
import { StoreError } from '#stores/store-error.ts';
import type { Listing } from '#stores/store.ts';

const ANSWER = {
  status: 200,
  headers: {},
  failure: null,
  detail: null,
  bytes: 0,
  text: '',
  startMs: 0,
  opening: null,
  firstByteMs: null,
  totalMs: 1,
  code: null,
};

/** Lists by `pageAt`, and says how many pages were asked for. */
async function listed(pageAt: (n: number) => Pick<Listing, 'keys' | 'next'>, expected = 5) {
  let asked = 0;
  const keys: string[] = [];
  const ask = () => Promise.resolve({ answer: ANSWER, ...pageAt(asked++) });
  const pages = pagesOf('acme/store', ask, (page) => page.keys.length, expected);
  let failure: unknown = null;
  try {
    for await (const page of pages) keys.push(...page.keys);
  } catch (error) {
    failure = error;
  }
  return { asked, keys, failure };
}

describe('a listing', () => {
  test('is followed to its end, over pages of nothing', async () => {
    const { keys, failure } = await listed((n) => ({
      keys: n % 3 === 0 ? [`k${n}`] : [],
      next: n < 9 ? `t${n}` : null,
    }));
    expect({ keys, failure }).toEqual({ keys: ['k0', 'k3', 'k6', 'k9'], failure: null });
  });

  test.each([
    ['gives the same page for ever', () => ({ keys: ['k'], next: 'again' })],
    ['gives pages of nothing for ever', (n: number) => ({ keys: [], next: `t${n}` })],
  ])('that %s ends within 20 requests', async (_, pageAt) => {
    const { asked, failure } = await listed(pageAt, 1_000_000);
    expect(asked).toBeLessThan(20);
    expect(failure).toBeInstanceOf(StoreError);
    expect(String(failure)).toMatch(/acme\/store: the store lists without end/);
  });

  test('ends where there are more pages than objects were made', async () => {
    const { asked, failure } = await listed((n) => ({ keys: [`k${n}`], next: `t${n}` }), 5);
    expect(asked).toBeLessThan(110);
    expect(failure).toBeInstanceOf(StoreError);
  });
});
