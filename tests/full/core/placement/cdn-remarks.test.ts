/** What a plan says where a CDN is much of its bill: figures of another CDN and of a flat rate, by hand. */
import { expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

/** Nine million reads of 1 MiB in 30 days: 8,789.0625 GiB, or 9.437184 TB. */
function remarkOf(store: string, asOf = '2026-11-20') {
  const { findings } = plan(
    ask(
      {
        stowage: 1,
        name: 'Behind CloudFront',
        asOf,
        month: '720 h',
        workload: {
          objects: { size: '1 MiB', standing: '1 TiB' },
          reads: { rate: '300k/day' },
          readers: [{ at: 'internet/DE', share: 1, via: 'aws/cloudfront', hitRatio: 0.9 }],
          writer: 'aws/us-east-1',
        },
        stores: [store],
        horizon: '1 month',
      },
      { archive, evidence: evidenceBase([]) },
    ),
  );
  return findings.find(({ code }) => code === 'cdn-decides');
}

it('names the cheapest other CDN and the flat rate that the month stays within', () => {
  expect(remarkOf('aws/s3-standard@us-east-1')).toMatchObject({
    cdn: 'aws/cloudfront',
    // The first TB is free, and all nine million requests are.
    amount: expect.closeTo((8789.0625 - 1024) * 0.085, 6) as number,
    other: { id: 'bunny/cdn-volume', total: expect.closeTo(9437.184 * 0.005, 6) as number },
    flat: { name: 'Pro', total: 15 },
  });
});

it('names Cloudflare only for objects that its terms cover', () => {
  expect(remarkOf('cloudflare/r2-standard@weur')).toMatchObject({
    other: { id: 'cloudflare/cdn', total: 0 },
  });
});

it('names no flat rate before the first was sold', () => {
  expect(remarkOf('aws/s3-standard@us-east-1', '2025-11-17')).toMatchObject({ flat: null });
});
