/** Somebody sets the time while a probe runs. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readJournal } from '#probe/kept/journal.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { expectWholeAndSwept } from '#tests/helpers/afterFault.ts';
import { littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

afterEach(() => void vi.restoreAllMocks());

describe('the time of day', () => {
  test('set three hours back and five on, within a run: every row arrives once, and its times are those that passed', async () => {
    const now = Date.now;
    let setMs = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + setMs);
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = aPlanFile([
      { op: ['GET', 'PUT', 'DELETE'], requests: 60 },
      { requests: 60, warmup: 0, rate: '300/s' },
      { op: 'MIXED', mix: { GET: 1, PUT: 1 }, requests: 60 },
    ]);
    // In the open loop others are under way, and a store refuses what was signed a quarter of an hour away.
    const steps = new Map([
      [40, -3 * HOUR],
      [100, 5 * HOUR],
      [200, -10 * MINUTE],
      [230, 12 * MINUTE],
      [260, -3 * HOUR],
    ]);
    let seen = 0;
    const startMs = performance.now();
    const { samples, stretches } = await expectWholeAndSwept(s3, file, folder.path, {
      onSample: () => {
        seen += 1;
        setMs += steps.get(seen) ?? 0;
      },
    });
    expect(seen).toBe(3 * 62 + 60 + 62);
    const wholeMs = performance.now() - startMs;
    expect(samples.filter(({ problem }) => problem !== null)).toEqual([]);
    for (const { totalMs, lateMs } of samples) {
      expect(totalMs).toBeGreaterThan(0);
      expect(lateMs).toBeGreaterThanOrEqual(0);
    }
    const alone = samples.filter(({ cell }) => cell !== 3).reduce((sum, { totalMs }) => sum + totalMs, 0);
    expect(alone).toBeLessThan(wholeMs);
    const times = samples.map(({ atMs }) => atMs);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(wholeMs);
    expect(stretches.reduce((sum, { wallMs }) => sum + wallMs, 0)).toBeLessThan(wholeMs);
  });

  test.each([
    ['behind', -20 * MINUTE],
    ['ahead', 20 * MINUTE],
  ])(
    "that comes to be far %s the store's ends the run, says what helps, and loses nothing",
    async (_, offMs) => {
      let isOff = false;
      await using s3 = await littleS3({
        now: () => Date.now() - (isOff ? offMs : 0),
        delayMs: (_request, count) => {
          isOff ||= count === 60;
          return 0;
        },
      });
      using folder = new Folder();
      const file = aPlanFile([{ op: ['GET', 'PUT'], requests: 100 }]);
      const advice = /the store says RequestTimeTooSkewed; set the clock of this machine/;
      await expect(runOn(s3, file, folder.path)).rejects.toThrow(advice);
      const kept = readJournal(folder.path)?.samples.length ?? 0;
      expect(kept).toBeGreaterThan(40);
      expect(kept).toBeLessThan(70);
      // Nor does it begin, or clean up, while the clock is wrong.
      using other = new Folder();
      await expect(runOn(s3, file, other.path)).rejects.toThrow(/RequestTimeTooSkewed\); set the clock/);
      isOff = false;
      await expectWholeAndSwept(s3, file, folder.path);
    },
  );
});
