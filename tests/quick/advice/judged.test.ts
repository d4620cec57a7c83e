import { describe, expect, it } from 'vitest';
import type { Accepted } from '#tests/advice/accept.ts';
import { judged } from '#tests/advice/judged.ts';
import type { Card } from '#tests/advice/judged.ts';

const R2: Card = {
  stores: ['cloudflare/r2-standard@enam'],
  moving: 0,
  monthly: { low: 7800, high: 7800 },
};
const WANTED: Accepted = {
  oneOf: [['tigris/standard'], ['cloudflare/r2-standard', 'cloudflare/r2-infrequent-access']],
  moving: 0,
  atMost: 8500,
};
const reasons = (card: Card | null, accepted: Accepted = WANTED, sentences: string[] = []) =>
  judged({ card, sentences }, accepted).reasons;

describe('an answer', () => {
  it('is accepted with the stores of one set, or fewer', () => {
    const both = { ...R2, stores: ['cloudflare/r2-standard@enam', 'cloudflare/r2-infrequent-access@enam'] };
    expect(reasons(R2)).toEqual([]);
    expect(reasons(both)).toEqual([]);
  });

  it('is rejected without a placement', () => {
    expect(reasons(null)).toEqual(['no placement is recommended']);
  });

  it('is rejected with stores of two sets', () => {
    expect(reasons({ ...R2, stores: ['cloudflare/r2-standard@enam', 'tigris/standard@global'] })).toEqual([
      'cloudflare/r2-standard + tigris/standard not among tigris/standard, cloudflare/r2-standard + cloudflare/r2-infrequent-access',
    ]);
  });

  it('counts a class in two regions as one', () => {
    const stores = ['aws/s3-standard@eu-west-1', 'aws/s3-standard@ap-southeast-1'];
    expect(reasons({ ...R2, stores }, { ...WANTED, oneOf: [['aws/s3-standard']] })).toEqual([]);
  });

  it('is rejected with a store of another provider', () => {
    const accepted: Accepted = { provider: 'aws', moving: 0, atMost: 8500 };
    expect(reasons({ ...R2, stores: ['aws/s3-standard@us-east-1'] }, accepted)).toEqual([]);
    expect(reasons(R2, accepted)).toEqual(['cloudflare/r2-standard not of aws']);
    expect(reasons({ ...R2, stores: ['aws-like/x@y'] }, accepted)).toEqual(['aws-like/x not of aws']);
  });

  it('is rejected with a moving part too many', () => {
    expect(reasons({ ...R2, moving: 1 })).toEqual(['more moving parts than 0: 1']);
    expect(reasons({ ...R2, moving: 1 }, { ...WANTED, moving: 1 })).toEqual([]);
  });

  it('is rejected above the ceiling, at either end of its bill', () => {
    const at = (low: number, high: number | null) => reasons({ ...R2, monthly: { low, high } });
    expect(at(8500, 8500)).toEqual([]);
    expect(at(8600, 8600)).toEqual(['dearer than $8.50k: $8.60k']);
    expect(at(8600, null)).toEqual(['dearer than $8.50k: $8.60k']);
    expect(at(8000, 9000)).toEqual(['may be dearer than $8.50k: $9.00k']);
    expect(at(8000, null)).toEqual(['an unknown price: at least $8.00k, and no upper end']);
  });

  it('names everything that is wrong with it', () => {
    const card = {
      stores: ['aws/s3-express-one-zone@us-east-1'],
      moving: 1,
      monthly: { low: 9000, high: 9000 },
    };
    expect(reasons(card)).toHaveLength(3);
  });
});

describe('what an answer must say', () => {
  const accepted: Accepted = {
    ...WANTED,
    says: 'how long a resume takes',
    mustMention: ['resume takes \\d', 's3'],
  };

  it('is found in any of its sentences, upper or lower case', () => {
    const answer = { card: R2, sentences: ['Recommended: S3.', 'Resume takes 4 minutes.'] };
    expect(judged(answer, accepted)).toEqual({ reasons: [], toRead: null });
  });

  it('rejects it when one part is missing', () => {
    const { reasons } = judged({ card: R2, sentences: ['Recommended: S3.'] }, accepted);
    expect(reasons).toEqual(['must say: how long a resume takes (no sentence matches resume takes \\d)']);
  });

  it('is left to a person where no pattern looks for it', () => {
    const { mustMention: _, ...forPeople } = accepted;
    expect(judged({ card: R2, sentences: [] }, forPeople)).toEqual({
      reasons: [],
      toRead: 'how long a resume takes',
    });
  });
});
