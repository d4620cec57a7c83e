/** Requests that fail, by what their providers publish of them. */
import { expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import { usagesOf } from '#tests/helpers/usages-of.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function billed(store: string, region: string, answers: readonly number[]) {
  const failed = { GetObject: Object.fromEntries(answers.map((answer) => [answer, '1M'])) };
  const { total, bills } = bill(usagesOf({ store, region, asOf: '2026-11-20', failed }), archive);
  return { total, codes: bills.flatMap(({ findings }) => findings.map(({ code }) => code)) };
}

it.each(['standard', 'infrequent-access', 'archive', 'archive-instant-retrieval'])(
  'Tigris %s bills none of the answers on its list, and a 404',
  (name) => {
    const free = [301, 304, 307, 400, 401, 403, 405, 409, 411, 412, 416, 500, 501];
    const { total, codes } = billed(`tigris/${name}`, 'global', free);
    expect(total).toBe(0);
    expect(codes).not.toContain('answer-unlisted');
    expect(billed(`tigris/${name}`, 'global', [404]).total).toBeGreaterThan(0);
  },
);

it.each([
  's3-standard',
  's3-standard-ia',
  's3-intelligent-tiering',
  's3-one-zone-ia',
  's3-glacier-instant-retrieval',
])('AWS %s bills no redirect and no error of its own, and a 404', (name) => {
  const { total, codes } = billed(`aws/${name}`, 'us-east-1', [301, 307, 500, 503]);
  expect([total, codes.includes('answer-unlisted')]).toEqual([0, false]);
  expect(billed(`aws/${name}`, 'us-east-1', [404]).total).toBeGreaterThan(0);
});
