import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { schemaIssues } from '#core/schema-issues.ts';
import { StoreFile } from '#core/pricing/store-facts.ts';
import { parseOverTime } from '#core/evidence/over-time.ts';

describe('the words of an issue, of schemas that bring none', () => {
  const Counts = z.record(z.string().check(z.minLength(2), z.maxLength(5)), z.int());
  const wordsOf = (value: unknown) => schemaIssues(Counts.safeParse(value).error!, Counts, value)[0]?.message;

  it('say how long a key may be', () => {
    expect(wordsOf({ abcdef: 1 })).toBe('"abcdef" is not a key here: it is longer than 5 characters');
    expect(wordsOf({ a: 1 })).toBe('"a" is not a key here: it is shorter than 2 characters');
  });
});

it('says what is written where an address or a time is not understood', () => {
  const value = { lifecycle: { rules: 's3', source: 'x' } };
  const messages = schemaIssues(StoreFile.safeParse(value).error!, StoreFile, value).map(
    (one) => one.message,
  );
  expect(messages).toContain('"x" is not understood: write a URL, e.g. https://example.com/pricing');
  const text = 'store,operation,run,start,seconds,from_ms,to_ms,requests\naws/x,GET,,2026,1,5,6,1\n';
  expect(() => parseOverTime(text)).toThrow('start "2026" is not understood: a time is written');
});
