import { CORRECTED } from '#core/scenario/model.ts';
import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { linkSays } from '#core/report/link-says.ts';
import type { Answered } from '#core/report/link-says.ts';
import { toBase64url } from '#permalink/base64url.ts';
import { decodePermalink, encodePermalink } from '#permalink/permalink.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';

const S3 = 'aws/s3-standard@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const ANSWERED: Answered = { id: `single:${R2}`, total: 160_201.1, sureness: 0.964, model: 2 };

/** A link of `aScenario` whose answer somebody else has written. */
const forged = (a: unknown, changes: object = { stores: aScenario().stores }) =>
  `s=1.${toBase64url(deflateSync(new TextEncoder().encode(JSON.stringify({ a, model: 2, workload: aScenario().workload, ...changes }))))}`;

test('a link carries what it answered', () => {
  const link = encodePermalink(aScenario(), ANSWERED);
  expect(decodePermalink(link)).toMatchObject({ answered: ANSWERED, note: null });
  expect(decodePermalink(link).text).toEqual(decodePermalink(encodePermalink(aScenario())).text);
});

test('a link without an answer has none to show', () => {
  expect(decodePermalink(encodePermalink(aScenario()))).toMatchObject({ answered: null, note: null });
});

test('cents and thousandths are enough', () => {
  const link = encodePermalink(aScenario(), { ...ANSWERED, total: 12.3456, sureness: 0.98765 });
  expect(decodePermalink(link).answered).toMatchObject({ total: 12.35, sureness: 0.988 });
});

test.each([
  `copies:${S3}+${R2}`,
  `age:${S3}>${R2}@7d:dual`,
  `mix:new=${S3}>${R2}@30d;old=${R2}`,
  `cache:${S3}>${R2}@3d:through,upto-1MB`,
  `copies:${S3}+${R2}~by=12.21`,
])('an answer may be %s', (id) => {
  expect(decodePermalink(encodePermalink(aScenario(), { ...ANSWERED, id })).answered?.id).toBe(id);
});

test('an answer may name a CDN that readers leave open', () => {
  const { workload } = aScenario();
  const readers = workload.readers.map((reader) => ({ ...reader, via: 'any', hitRatio: 0.9 }));
  const id = `single:${S3}~via=aws/cloudfront`;
  const link = encodePermalink(aScenario({ workload: { ...workload, readers } }), { ...ANSWERED, id });
  expect(decodePermalink(link).answered?.id).toBe(id);
});

test('an answer that is too long or not finite is not written', () => {
  const stores = Array.from({ length: 9 }, (_, i) => `${S3.slice(0, -1)}${i}`);
  const id = `mix:${stores.map((store, i) => `new.${i + 1}MB=${store}`).join(';')}`;
  const scenario = aScenario({ stores });
  expect(encodePermalink(scenario, { ...ANSWERED, id })).toBe(encodePermalink(scenario));
  expect(encodePermalink(aScenario(), { ...ANSWERED, total: Infinity })).toBe(encodePermalink(aScenario()));
});

describe('an answer by a hostile hand is ignored, with a note, and the link opens', () => {
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'single:aws/s3-standard@us-east-1'],
    ['a map', { id: ANSWERED.id }],
    ['too few', [ANSWERED.id, 1, 0.9]],
    ['too many', [ANSWERED.id, 1, 0.9, 2, 3]],
    ['HTML', ['<img src=x onerror=alert(1)>', 1, 0.9, 2]],
    ['HTML in a store', ['single:aws/<b>@us-east-1', 1, 0.9, 2]],
    ['HTML after an id', [`${ANSWERED.id}<script>`, 1, 0.9, 2]],
    ['an escape for terminals', [`${ANSWERED.id}\u001b[31m`, 1, 0.9, 2]],
    ['a second line', [`${ANSWERED.id}\n`, 1, 0.9, 2]],
    ['an id that is none', ['best:aws/s3-standard@us-east-1', 1, 0.9, 2]],
    ['a number for an id', [1, 1, 0.9, 2]],
    ['an amount in words', [ANSWERED.id, '1', 0.9, 2]],
    ['an amount below zero', [ANSWERED.id, -1, 0.9, 2]],
    ['an amount of all the world', [ANSWERED.id, 1e300, 0.9, 2]],
    ['more than sure', [ANSWERED.id, 1, 1.1, 2]],
    ['sureness in words', [ANSWERED.id, 1, '90 %', 2]],
    ['half a model', [ANSWERED.id, 1, 0.9, 1.5]],
    ['no model', [ANSWERED.id, 1, 0.9, null]],
    ['a CDN that no reader leaves open', [`${ANSWERED.id}~via=aws/cloudfront`, 1, 0.9, 2]],
    ['HTML for who answers', [`${ANSWERED.id}~by=<b>`, 1, 0.9, 2]],
    ['a store that the link does not list', ['single:wasabi/pay-as-you-go@us-east-1', 1, 0.9, 2]],
    ['one such among others', [`copies:${S3}+wasabi/pay-as-you-go@us-east-1`, 1, 0.9, 2]],
    ['a very long id', [`copies:${Array.from({ length: 5000 }, () => S3).join('+')}`, 1, 0.9, 2]],
    ['a list in a list', [[[[ANSWERED.id]]], 1, 0.9, 2]],
  ])('%s', (_, a) => {
    const opened = decodePermalink(forged(a));
    expect(opened.answered).toBeNull();
    expect(opened.note).toBe('What this link says that it answered cannot be read, and is ignored.');
    expect(opened.text.stores).toEqual(aScenario().stores);
    expect(opened.text).not.toHaveProperty('a');
  });
});

test('where a link names stores without regions, or all, any region will do', () => {
  const a = [`single:${R2}`, 1, null, 2];
  expect(decodePermalink(forged(a, { stores: ['cloudflare/r2-standard'] })).answered?.id).toBe(a[0]);
  expect(decodePermalink(forged(a, { stores: 'all' })).answered?.id).toBe(a[0]);
  expect(decodePermalink(forged(a, { stores: [S3], copies: [R2] })).answered?.id).toBe(a[0]);
});

test('what a link rounds is no change', () => {
  const today = { ...ANSWERED, total: 160_201.0972, sureness: 0.96442 };
  const { answered } = decodePermalink(encodePermalink(aScenario(), today));
  expect(linkSays(answered, today, { nameOf: (id) => id })).toMatch(/Today's answer is the same\.$/);
});

test.each<[string, Answered | null, Answered | null, string]>([
  [
    'the same',
    ANSWERED,
    ANSWERED,
    `This link says the answer was single:${R2} at $160,201.10/month, 96% sure. Today's answer is the same.`,
  ],
  [
    'another rule',
    { ...ANSWERED, sureness: null, model: 1 },
    { ...ANSWERED, model: 2, total: 1 },
    `This link says the answer was single:${R2} at $160,201.10/month. Today's answer is single:${R2} at $1.00/month, 96% sure: the rule that recommends has changed since.`,
  ],
  [
    'corrected bills',
    ANSWERED,
    { ...ANSWERED, model: 3, total: 160_000 },
    `This link says the answer was single:${R2} at $160,201.10/month, 96% sure. Today's answer is single:${R2} at $160,000.00/month, 96% sure: rules of bills were corrected (${CORRECTED[3]?.join(', ')}) since.`,
  ],
  [
    'corrected bills that change nothing',
    ANSWERED,
    { ...ANSWERED, model: 3 },
    `This link says the answer was single:${R2} at $160,201.10/month, 96% sure. Today's answer is the same.`,
  ],
  [
    'other prices',
    ANSWERED,
    { ...ANSWERED, total: 160_000 },
    `This link says the answer was single:${R2} at $160,201.10/month, 96% sure. Today's answer is single:${R2} at $160,000.00/month, 96% sure: prices have changed since.`,
  ],
  [
    'other evidence',
    ANSWERED,
    { ...ANSWERED, sureness: 0.5 },
    `This link says the answer was single:${R2} at $160,201.10/month, 96% sure. Today's answer is single:${R2} at $160,201.10/month, 50% sure: evidence has changed since.`,
  ],
  [
    'no answer today',
    ANSWERED,
    null,
    `This link says the answer was single:${R2} at $160,201.10/month, 96% sure. Today nothing is recommended: prices or evidence have changed since.`,
  ],
  [
    'no answer in the link',
    null,
    ANSWERED,
    `This link was made before links kept their answer, and rules have changed since. Today's answer is single:${R2} at $160,201.10/month, 96% sure.`,
  ],
])('the words for %s', (_, answered, today, words) => {
  expect(linkSays(answered, today, { nameOf: (id) => id })).toBe(words);
});
