import { describe, expect, test } from 'vitest';
import { operationAt } from '#probe/plan/cell.ts';
import { datasetHead } from '#probe/kept/dataset-of.ts';
import { Progressed, looksAt, spanOf } from '#probe/measuring/enough.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { parseProbePlan, plannedRequests } from '#probe/plan/plan-file.ts';
import { ALONE } from '#probe/plan/shard.ts';
import { workOf } from '#probe/costs/estimate.ts';
import { aPlan, aPlanFile, aSample, runOn } from '#tests/helpers/aProbe.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const until = { quantile: 'p50', width: '60 %', atLeast: 50, atMost: 1000 } as const;
const stopping = (changes: object = {}) => aPlanFile([{ requests: undefined, until, ...changes }]);

describe('a cell that stops by itself', () => {
  test('is looked at at its least, after each tenth more, and at its most', () => {
    const [cell] = parseProbePlan(stopping({ warmup: 7 })).cells;
    const looks = cell ? looksAt(cell) : [];
    expect(looks.slice(0, 3)).toEqual([57, 62, 68]);
    expect(looks.at(-1)).toBe(1007);
    expect(looks).toEqual([...new Set(looks)].sort((a, b) => a - b));
  });

  test('knows its median from 1 to 100 between the 40th and the 61st', () => {
    // 95 % for n = 100, p = 1/2: ranks 40 and 61, as in tables of the sign test.
    const good = Array.from({ length: 100 }, (_, i) => aSample(i, i + 1));
    expect(spanOf({ quantile: 'p50', width: 0.1, atLeast: 1 }, good)).toBeCloseTo(21 / 50, 12);
    expect(spanOf({ quantile: 'p99', width: 0.1, atLeast: 1 }, good)).toBeNull();
  });

  test('ends early where its quantile is known, and the dataset says why', async () => {
    await using s3 = await littleS3({ delayMs: () => 4 });
    using folder = new Folder();
    const file = stopping();
    const plan = parseProbePlan(file);
    const state = await runOn(s3, file, folder.path);
    expect(state.samples.length).toBeGreaterThanOrEqual(52);
    expect(state.samples.length).toBeLessThan(plannedRequests(plan));
    const { caveats } = datasetHead('x', plan, [{ round: 1, state }], '1');
    expect(caveats.join('\n')).toMatch(
      /GET 10 KiB, 1 at a time on aws\/s3-standard@us-east-1: ended after \d+ requests, the interval of its p50 spans [\d.]+% of it; at most 60% was asked/,
    );
    expect(caveats.join('\n')).not.toMatch(/before its end/);
    // What is finished is not begun again.
    const asked = s3.server.seen.length;
    expect((await runOn(s3, file, folder.path)).samples).toEqual(state.samples);
    expect(s3.server.seen).toHaveLength(asked);
  });

  test('makes its most where that does not come', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = stopping({ until: { quantile: 'p50', width: '0.001 %', atLeast: 50, atMost: 120 } });
    const plan = parseProbePlan(file);
    const state = await runOn(s3, file, folder.path);
    expect(state.samples).toHaveLength(122);
    expect(datasetHead('x', plan, [{ round: 1, state }], '1').caveats.join('\n')).toMatch(
      /ended after 120 requests, .*the most that were to be made, though 0\.001% was asked/,
    );
  });

  test('goes on after a stop with the same decision', async () => {
    await using s3 = await littleS3({ delayMs: () => 2 });
    using folder = new Folder();
    const file = stopping({ op: ['GET', 'DELETE'], until: { ...until, width: '40 %', atMost: 300 } });
    const stop = new AbortController();
    const stopped = runOn(s3, file, folder.path, {
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'measure') stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    const plan = parseProbePlan(file);
    const before = readJournal(folder.path)?.samples ?? [];
    expect(new Progressed(plan, ALONE, before).isDone).toBe(false);
    const { samples } = await runOn(s3, file, folder.path);
    expect(samples.slice(0, before.length)).toEqual(before);
    expect(new Set(samples.map(({ cell, index }) => `${cell}|${index}`)).size).toBe(samples.length);
    expect(new Progressed(plan, ALONE, samples).isDone).toBe(true);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('of a mix goes on until each operation is known well enough', () => {
    const plan = parseProbePlan(
      stopping({ op: 'MIXED', mix: { GET: 1, PUT: 1 }, warmup: 0, until: { ...until, width: '25 %' } }),
    );
    const [cell] = plan.cells;
    if (!cell) throw new Error('no cell');
    const spanWith = (putMs: (index: number) => number) => {
      const samples = Array.from({ length: 400 }, (_, index) =>
        aSample(index, operationAt(cell, 0, index, plan.seed) === 'GET' ? 10 : putMs(index)),
      );
      return new Progressed(plan, ALONE, samples).standing(0, 0);
    };
    expect(spanWith(() => 500)).toMatchObject({ isDone: true, span: 0 });
    // All together would be as narrow: what the writes hide is in their own.
    expect(spanWith((index) => (index % 2 === 0 ? 1 : 100))).toMatchObject({ isDone: false });
  });

  test('is billed as if it made its most', () => {
    const { cells } = aPlan([{ requests: 1000 }]);
    const plan = parseProbePlan(stopping());
    expect(workOf(plan)).toEqual(workOf({ ...plan, cells }));
  });

  test.each([
    [{ until: undefined }, /requests.*is missing; say how many, or until when/],
    [{ requests: 5 }, /and until say two things/],
    [{ until: { ...until, atLeast: 2000 } }, /is more than atMost/],
    [{ until: { ...until, width: 0 } }, /width/],
  ])('%j is not understood', (changes, message) => {
    expect(() => parseProbePlan(stopping(changes))).toThrow(message);
  });
});
