import { expect, test } from 'vitest';
import { Tally } from '#probe/tally.ts';
import { liveLine } from '#cli/answers/probe/watching.ts';
import { aPlan, aSample } from '#tests/helpers/aProbe.ts';

test('a run under way shows its pace, its quantiles, its errors and what is left', () => {
  const tally = new Tally(aPlan([{ requests: 998 }]), 1000, 100);
  expect(tally.figures(0)).toBeNull();
  // One every 10 ms for 4 s, which take 1 ms, the hundredth 50 ms; every 80th fails.
  for (let i = 0; i < 400; i++)
    tally.note(aSample(i, i % 100 === 99 ? 50 : 1, i % 80 === 0 ? 'SlowDown' : null), 1000 + 10 * i);
  const figures = tally.figures(5000);
  expect(figures).toMatchObject({
    store: 'aws/s3-standard@us-east-1',
    cell: 'GET 10 KiB, 1 at a time',
    done: 500,
    of: 1000,
    errors: 5,
    p50Ms: 1,
  });
  expect(figures?.perSecond).toBeCloseTo(100, 0);
  expect(figures?.leftS).toBeCloseTo(5, 1);
  // Half a minute of silence: nothing is recent.
  expect(tally.figures(35_000)?.perSecond).toBe(0);
  const line = figures && liveLine({ ...figures, spent: 0.0123, currency: 'USD' });
  expect(line).toMatch(
    /^50% · GET 10 KiB, 1 at a time on aws\/s3-standard@us-east-1 · 100\/s · p50 1 ms · p99 /,
  );
  expect(line).toMatch(/5 errors · \$0\.01.* spent · [56] s left at most$/);
});
