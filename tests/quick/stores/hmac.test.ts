import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Hmac } from '#stores/hmac.ts';

const key = fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.uint8Array({ minLength: 60, maxLength: 200 }));
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ minLength: 500, maxLength: 3000 }),
);

test('many texts under one key are what node:crypto makes of each', () => {
  fc.assert(
    fc.property(key, fc.array(text, { minLength: 1, maxLength: 8 }), (bytes, texts) => {
      const hmac = new Hmac(bytes);
      for (const one of texts)
        for (const encoding of ['hex', 'base64'] as const)
          expect(hmac.digest(one, encoding)).toBe(createHmac('sha256', bytes).update(one).digest(encoding));
    }),
  );
});

test('of RFC 4231, cases 2 and 6', () => {
  expect(new Hmac(Buffer.from('Jefe')).digest('what do ya want for nothing?', 'hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  const long = new Hmac(Buffer.alloc(131, 0xaa));
  expect(long.digest('Test Using Larger Than Block-Size Key - Hash Key First', 'hex')).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});
