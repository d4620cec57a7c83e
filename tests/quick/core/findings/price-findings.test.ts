import { describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import type { PriceFinding } from '#core/findings/price-findings.ts';

const FINDINGS: [PriceFinding, RegExp][] = [
  [
    { code: 'price-missing', store: 'a/b', region: 'north', meter: 'upload', edition: 'a/b/2026-01-01' },
    /upload of a\/b@north\. The total counts the least/,
  ],
  [
    { code: 'price-changed-between', store: 'a/b', after: '2023-04-02', by: '2025-01-16' },
    /Prices of a\/b changed between 2023-04-02 and 2025-01-16, .* billed with both price lists/,
  ],
  [
    { code: 'price-changed-between', store: 'a/transfer', after: '2023-04-02', by: '2025-01-16' },
    /Prices of data that leaves a changed/,
  ],
  [
    { code: 'before-record', store: 'a/b', asOf: '2020-01-01', first: '2022-01-01' },
    /a\/b has no price for 2020-01-01\. The first price list is of 2022-01-01/,
  ],
  [
    { code: 'before-record', store: 'a/b', asOf: '2020-01-01', first: '2022-01-01', knownOn: '2019-01-01' },
    /as the archive was on 2019-01-01/,
  ],
  [{ code: 'store-unknown', store: 'a/transfer' }, /no price of data that leaves a\./],
  [{ code: 'store-unknown', store: 'a/c' }, /no store "a\/c"\. "stowage prices list" names them all/],
  [
    { code: 'stale', edition: 'a/b/2026-01-01', confirmed: '2026-01-01', asOf: '2026-06-01', days: 151 },
    /2026-01-01, 151 days before 2026-06-01/,
  ],
  [
    { code: 'price-confidence', edition: 'a/b/2026-01-01', region: 'north', confidence: 'claimed' },
    /claimed by an author/,
  ],
  [
    { code: 'operation-unlisted', store: 'a/b', operation: 'RestoreObject', takenAs: 'put' },
    /RestoreObject.*billed as put/,
  ],
  [{ code: 'fair-use', store: 'a/b', ratio: 1.4999, allowed: 1 }, /1\.5 × what.*breach, not a price/],
  [{ code: 'fair-use', store: 'a/b', ratio: Infinity, allowed: 1 }, /egress from a\/b and nothing is stored/],
  [{ code: 'size-unstated', store: 'a/b', meter: 'upload' }, /Upload of a\/b.*Add objectSize/],
  [
    { code: 'access-tiers-unstated', store: 'a/b', tiers: ['cool', 'cold'] },
    /a\/b moves unread objects .*billed in the first tier\. Add accessTiers \(cool, cold\)/,
  ],
  [{ code: 'access-tier-unknown', store: 'a/b', tier: 'kool', tiers: ['cool'] }, /no tier "kool".*Try cool/],
  [{ code: 'access-tier-unknown', store: 'a/b', tier: 'cool', tiers: [] }, /It has no tiers\./],
  [
    { code: 'part-of-month', store: 'a/b', days: 30, ofMonth: 31, month: '2026-03' },
    /30 days on a\/b are billed as 30\/31 of 2026-03\. Leave days out/,
  ],
  [
    {
      code: 'region-missing',
      store: 'a/b',
      region: 'x',
      edition: 'a/b/2026-01-01',
      regions: ['1', '2', '3', '4', '5', '6', '7', '8'],
    },
    /no price in "x"\. Try 1, 2, 3, 4, 5, 6 or one of 2 more/,
  ],
  [
    { code: 'region-missing', store: 'a/b', region: '', edition: 'a/b/2026-01-01', regions: ['north'] },
    /priced by region and none was given\. Try north/,
  ],
  [
    { code: 'region-missing', store: 'a/b', region: 'x', edition: 'a/b/2026-01-01', regions: [] },
    /Try a\/b without a region/,
  ],
];

describe('a remark on prices', () => {
  it.each(FINDINGS)('says what was seen: $code', (finding, words) => {
    expect(describeFinding(finding)).toMatch(words);
    expect(describeFinding(finding)).toMatch(/[.?]$/);
  });
});
