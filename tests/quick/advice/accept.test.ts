import { describe, expect, it } from 'vitest';
import { readAccepted } from '#tests/advice/accept.ts';

describe('accept.yaml', () => {
  it('is read by workload', () => {
    const accepted = readAccepted('loki: { oneOf: [[aws/s3-standard]], moving: 0, atMost: 3600 }');
    expect(accepted.get('loki')).toEqual({ oneOf: [['aws/s3-standard']], moving: 0, atMost: 3600 });
  });

  it.each([
    [
      'a key that is not known',
      '{ provider: aws, moving: 0, atMost: 1, more: 2 }',
      /^accept\.yaml: x: unknown key "more"/,
    ],
    ['neither stores nor a provider', '{ moving: 0, atMost: 1 }', /^accept\.yaml: x: .*oneOf or provider/],
    [
      'both of them',
      '{ oneOf: [[a/b]], provider: aws, moving: 0, atMost: 1 }',
      /^accept\.yaml: x: .*oneOf or provider/,
    ],
    [
      'a store with a region',
      '{ oneOf: [[a/b@c]], moving: 0, atMost: 1 }',
      /^accept\.yaml: x\.oneOf\[0\]\[0\]: /,
    ],
    ['half a moving part', '{ provider: aws, moving: 0.5, atMost: 1 }', /^accept\.yaml: x\.moving: /],
    ['a ceiling of nothing', '{ provider: aws, moving: 0, atMost: 0 }', /^accept\.yaml: x\.atMost: /],
    [
      'a pattern that is none',
      "{ provider: aws, moving: 0, atMost: 1, says: y, mustMention: ['('] }",
      /^accept\.yaml: x\.mustMention\[0\]: no regular expression: \($/,
    ],
    [
      'a pattern without words for people',
      '{ provider: aws, moving: 0, atMost: 1, mustMention: [y] }',
      /^accept\.yaml: x\.says: /,
    ],
  ])('is refused with the place of %s', (_, entry, message) => {
    expect(() => readAccepted(`x: ${entry}`)).toThrow(message);
  });

  it('names a workload once', () => {
    const entry = '{ provider: aws, moving: 0, atMost: 1 }';
    expect(() => readAccepted(`x: ${entry}\nx: ${entry}`)).toThrow(/unique/);
  });
});
