/** Several stores in one run, each on a server of its own. */
import { describe, expect, test } from 'vitest';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import type { Sample } from '#probe/kept/record.ts';
import type { Runtime } from '#probe/runtime.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { expectSwept, expectWhole, expectWholeAndSwept } from '#tests/helpers/afterFault.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const REQUESTS = 80;
const FILE = aPlanFile([{ op: ['GET', 'PUT', 'DELETE'], requests: REQUESTS, warmup: 0 }], {
  targets: [
    { store: 'acme/one', bucket: BUCKET, unpriced: true },
    { store: 'acme/other', bucket: BUCKET, unpriced: true },
  ],
});

const opening = (one: TestStore, other: TestStore): Pick<Runtime, 'open'> => ({
  open: ({ store }) => (store === 'acme/one' ? one : other).open({ store }),
});

/** Lengths of the stretches that went to one target, and which target each went to. */
function turnsOf(samples: readonly Sample[]): { target: number; requests: number }[] {
  const turns: { target: number; requests: number }[] = [];
  for (const { target } of samples) {
    const last = turns.at(-1);
    if (last?.target === target) last.requests += 1;
    else turns.push({ target, requests: 1 });
  }
  return turns;
}

describe('a run on two stores', () => {
  test('measures them in turns, each with rows of its own, and leaves nothing in either', async () => {
    await using one = await littleS3();
    await using other = await littleS3({ delayMs: ({ key }) => (key === null ? 0 : 5) });
    using folder = new Folder();
    const state = await runOn(one, FILE, folder.path, opening(one, other));
    expectWhole(state, 2 * 3 * REQUESTS);
    for (const s3 of [one, other]) expectSwept(s3.server.buckets.get(BUCKET));
    // In each of twenty rounds either has four requests of a cell.
    const turns = turnsOf(state.samples);
    expect(turns.length).toBeGreaterThan(30);
    expect(Math.max(...turns.map(({ requests }) => requests))).toBeLessThanOrEqual(8);
    const firsts = Array.from({ length: 60 }, (_, round) => state.samples[round * 8]?.target);
    expect(new Set(firsts)).toEqual(new Set([0, 1]));
    const seenBy = ({ server }: TestStore) =>
      server.seen.filter(({ operation }) => operation === 'GetObject').length;
    expect([seenBy(one), seenBy(other)]).toEqual([REQUESTS, REQUESTS]);
    const rows = measurementsOf(parseProbePlan(FILE), state, () => null);
    const least = (store: string) =>
      rows.find((row) => row.store === store && row.metric === 'total' && row.statistic === 'p50')?.value ??
      0;
    expect(least('acme/other')).toBeGreaterThanOrEqual(5);
    for (const store of ['acme/one', 'acme/other'])
      expect(rows.filter((row) => row.store === store && row.metric === 'errors')).toMatchObject(
        Array.from({ length: 3 }, () => ({ value: 0, samples: REQUESTS })),
      );
  });

  test('one of which lets nothing be removed is cleaned in the other', async () => {
    let isHealed = false;
    await using one = await littleS3({
      fault: ({ method, key }) =>
        method === 'DELETE' && key?.includes('read-') && !isHealed
          ? { kind: 'error', code: 'AccessDenied' }
          : null,
    });
    await using other = await littleS3();
    using folder = new Folder();
    const both = opening(one, other);
    await expect(runOn(one, FILE, folder.path, both)).rejects.toThrow(
      /acme\/one: .*could not be removed \(403 AccessDenied\)/,
    );
    expectSwept(other.server.buckets.get(BUCKET));
    isHealed = true;
    await expectWholeAndSwept(one, FILE, folder.path, both);
  });

  test('one of which goes away ends, names it, and goes on with both when it is back', async () => {
    let isAway = false;
    let isHealed = false;
    await using one = await littleS3();
    await using other = await littleS3({
      fault: (_, count) => {
        isAway ||= count > 60;
        return isAway && !isHealed ? { kind: 'reset' } : null;
      },
    });
    using folder = new Folder();
    const both = opening(one, other);
    const file = { ...FILE, measure: aPlanFile([{ op: ['GET', 'PUT'], requests: 200, warmup: 0 }]).measure };
    await expect(runOn(one, file, folder.path, both)).rejects.toThrow(/acme\/other: .* is the network there/);
    isHealed = true;
    await expectWholeAndSwept(one, file, folder.path, both);
    expectSwept(other.server.buckets.get(BUCKET));
  });
});
