import { expect, test } from 'vitest';
import { EMPTY_HASH, Signer, encodeKey } from '#stores/s3/signature.ts';
import type { Signable } from '#stores/s3/signature.ts';
import { Secret } from '#stores/secret.ts';

// The worked examples of AWS: "Signature Calculations for the Authorization Header", Amazon S3 API Reference.
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: new Secret('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
};
const base = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-content-sha256': EMPTY_HASH,
  'x-amz-date': '20130524T000000Z',
};

const examples: [string, Signable, string][] = [
  [
    'a range of an object',
    { method: 'GET', path: '/test.txt', query: [], headers: { ...base, range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'writing an object',
    {
      method: 'PUT',
      path: `/${encodeKey('test$file.text')}`,
      query: [],
      headers: {
        ...base,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a query without a value',
    { method: 'GET', path: '/', query: [['lifecycle', '']], headers: base },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a listing',
    {
      method: 'GET',
      path: '/',
      query: [
        ['prefix', 'J'],
        ['max-keys', '2'],
      ],
      headers: base,
    },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
];

test.each(examples)('%s is signed as AWS works it out', (_, request, signature) => {
  const authorization = new Signer(key, { region: 'us-east-1', service: 's3' }).authorization(request);
  expect(authorization).toContain(`Signature=${signature}`);
  expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request');
});

test('a key keeps its slashes and loses nothing else', () => {
  expect(encodeKey("a b/ü+(1)*'!~.txt")).toBe('a%20b/%C3%BC%2B%281%29%2A%27%21~.txt');
});
