import { describe, expect, test } from 'vitest';
import { estimate } from '#probe/costs/estimate.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { Spend } from '#probe/costs/spend.ts';
import { expectWholeAndSwept } from '#tests/helpers/afterFault.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const DAY = '2026-11-20';
const FILE = aPlanFile([
  { op: ['GET', 'PUT', 'COPY', 'HEAD', 'LIST', 'DELETE'], requests: 40 },
  { op: 'GET_RANGE', range: '1 KiB', requests: 40 },
  { op: 'DELETE', batch: 10, requests: 4, layout: 'flat' },
  { op: ['GET', 'PUT'], size: '2 KiB', requests: 12, ifMatch: true, ifNoneMatch: true },
  { op: 'MIXED', mix: { GET: 6, PUT: 3 }, requests: 40, layout: 'flat' },
]);
const plan = parseProbePlan(FILE);

describe('what is spent', () => {
  test('comes to the estimate where nothing went wrong', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const spend = new Spend(plan, archive, DAY);
    const totals: number[] = [];
    await runOn(s3, FILE, folder.path, { spend, onProgress: () => totals.push(spend.total) });
    expect(spend.total).toBeCloseTo(estimate(plan, archive, DAY).total, 12);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    const again = new Spend(plan, archive, DAY);
    const state = readJournal(folder.path);
    if (state) again.resume(state);
    expect(again.total).toBeCloseTo(spend.total, 12);
  });

  test('counts what an earlier run sent, and stops above the most', async () => {
    let isBroken = true;
    await using s3 = await littleS3({
      fault: ({ method }, count) =>
        isBroken && method === 'GET' && count > 150 ? { kind: 'error', code: 'AccessDenied' } : null,
    });
    using folder = new Folder();
    const mostCost = estimate(plan, archive, DAY).total * 1.01;
    const run = (runtime: object = {}) =>
      runOn(s3, FILE, folder.path, { spend: new Spend(plan, archive, DAY), mostCost, ...runtime });
    await expect(run()).rejects.toThrow(/AccessDenied/);
    isBroken = false;
    // Cleaned, so that all objects have to be made a second time.
    await run({ cleansOnly: true });
    await expect(run()).rejects.toThrow(/what was sent comes to .*\$.*at most .*\$.* may be spent/);
    await expectWholeAndSwept(s3, FILE, folder.path, {
      spend: new Spend(plan, archive, DAY),
      mostCost: mostCost * 2,
    });
  });
});
