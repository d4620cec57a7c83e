import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { datasetHead } from '#probe/kept/dataset-of.ts';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { parseProbePlan, plannedRequests } from '#probe/plan/plan-file.ts';
import type { PlanFileText } from '#probe/plan/plan-file.ts';
import { readRounds, runRounds } from '#probe/rounds.ts';
import type { RoundClock, RoundNews, RoundsRuntime } from '#probe/rounds.ts';
import { expectSwept, expectWhole } from '#tests/helpers/afterFault.ts';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const HOUR = 3_600_000;
const FILE = aPlanFile([{ op: ['GET', 'DELETE'], requests: 10 }], { repeat: { every: '1h', for: '5h' } });

/** Time passes only where somebody waits, and then all at once; `sleeps` says by how much more. */
class FakeClock implements RoundClock {
  elapsed = 7 * HOUR;
  now = Date.parse('2026-11-20T12:00:00Z');
  onWait: (clock: FakeClock) => void = () => {};

  elapsedMs = () => this.elapsed;
  nowMs = () => this.now;
  wait = (ms: number) => {
    this.pass(ms);
    this.onWait(this);
    return Promise.resolve();
  };
  pass(ms: number): void {
    this.elapsed += ms;
    this.now += ms;
  }
}

async function rounds(
  s3: TestStore,
  folder: Folder,
  clock: FakeClock,
  runtime: Partial<RoundsRuntime> = {},
  file: PlanFileText = FILE,
) {
  const news: RoundNews[] = [];
  const begun: { round: number; hours: number }[] = [];
  const started = clock.elapsed;
  const plan = parseProbePlan(file);
  const made = runRounds(
    plan,
    file,
    {
      folder: folder.path,
      open: () => s3.open(),
      clock,
      onRound: (one) => {
        news.push(one);
        if (one.kind === 'begins') begun.push({ round: one.round, hours: (clock.elapsed - started) / HOUR });
      },
      ...runtime,
    },
    plan.repeat ?? { everyMs: HOUR, forMs: HOUR },
  );
  return { made, news, begun, plan };
}

describe('a plan over time', () => {
  test('has a round at each whole hour, each with rows of its own', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const { made, begun, plan } = await rounds(s3, folder, new FakeClock());
    const states = await made;
    expect(begun).toEqual([1, 2, 3, 4, 5].map((round) => ({ round, hours: round - 1 })));
    const dates = states.map(({ round, state }) => ({
      ...state,
      head: { ...state.head, startedAt: `2026-11-20T1${round}:00:00.000Z` },
    }));
    const rows = dates.flatMap((state) => measurementsOf(plan, state, () => null));
    const errors = rows.filter(({ metric, operation }) => metric === 'errors' && operation === 'GET');
    expect(errors.map((row) => [row.measured_at, row.samples])).toEqual(
      [1, 2, 3, 4, 5].map((round) => [`2026-11-20T1${round}:00:00Z`, 10]),
    );
    expect(datasetHead('x', plan, states, '1').caveats.join('\n')).toMatch(/5 of 5 rounds are whole/);
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('leaves out what passed while the machine slept, and says so', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const clock = new FakeClock();
    let isAwake = true;
    clock.onWait = (own) => {
      if (isAwake) own.pass(2.5 * HOUR);
      isAwake = false;
    };
    const { made, news, begun, plan } = await rounds(s3, folder, clock);
    const states = await made;
    // Asleep from a moment after noon until half past two: of one and two o'clock, two's has half its hour left.
    expect(begun.map(({ round }) => round)).toEqual([1, 3, 4, 5]);
    expect(begun.map(({ hours }) => Math.floor(hours * 10) / 10)).toEqual([0, 2.5, 3, 4]);
    expect(news.filter(({ kind }) => kind === 'missed').map(({ round }) => round)).toEqual([2]);
    expect(datasetHead('x', plan, states, '1').caveats.join('\n')).toMatch(
      /4 of 5 .*\n.*Not measured: round 2\./,
    );
  });

  test('keeps its pace when somebody sets the time', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const clock = new FakeClock();
    clock.onWait = (own) => (own.now += (own.elapsed % 2 === 0 ? -30 : 30) * HOUR);
    const { made, begun } = await rounds(s3, folder, clock);
    await made;
    expect(begun.map(({ hours }) => hours)).toEqual([0, 1, 2, 3, 4]);
  });

  test('goes on after a kill: what is whole stays, what is cut short and past is only cleaned', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const clock = new FakeClock();
    const stop = new AbortController();
    let round = 0;
    const first = await rounds(s3, folder, clock, {
      signal: stop.signal,
      onRound: (one) => void (round = one.round),
      onProgress: ({ phase }) => {
        if (round === 2 && phase === 'measure') stop.abort();
      },
    });
    await expect(first.made).rejects.toThrow('stopped');
    const before = readRounds(folder.path);
    expect(before.map((one) => one.state.isSwept)).toEqual([true, false]);
    expect(s3.server.buckets.get(BUCKET)?.size).toBeGreaterThan(0);
    // The machine began anew, so that its clock did, and it is past three.
    const later = new FakeClock();
    later.elapsed = 5;
    later.now = clock.now + 2.2 * HOUR;
    const { made, news, plan } = await rounds(s3, folder, later);
    const states = await made;
    expect(states.map((one) => one.round)).toEqual([1, 2, 4, 5]);
    expect(news.filter(({ kind }) => kind === 'missed').map((one) => one.round)).toEqual([3]);
    expect(states[0]?.state.samples).toEqual(before[0]?.state.samples);
    expect(states[1]?.state.samples).toEqual(before[1]?.state.samples);
    expect(states.map(({ state }) => state.isSwept)).toEqual([true, true, true, true]);
    expect(datasetHead('x', plan, states, '1').caveats.join('\n')).toMatch(
      /3 of 5 rounds are whole.*\nCut short: round 2\.\nNot measured: round 3\./,
    );
    expect(s3.server.buckets.get(BUCKET)?.size).toBe(0);
  });

  test('goes over a round that fails, and ends after three', async () => {
    let isDown = false;
    await using s3 = await littleS3({
      fault: ({ method }) => (isDown && method === 'GET' ? { kind: 'error', code: 'AccessDenied' } : null),
    });
    using folder = new Folder();
    const once: RoundNews[] = [];
    const good = await rounds(s3, folder, new FakeClock(), {
      onRound: (one) => {
        once.push(one);
        if (one.kind === 'begins') isDown = one.round === 2;
      },
    });
    const states = await good.made;
    expect(once.filter(({ kind }) => kind === 'failed')).toMatchObject([{ round: 2 }]);
    expect(states.map(({ state }) => state.isSwept)).toEqual([true, true, true, true, true]);
    for (const { round, state } of states)
      expectWhole(state, round === 2 ? state.samples.length : plannedRequests(good.plan));
    expect(states[1]?.state.samples).toMatchObject([{ problem: 'AccessDenied' }]);
    expectSwept(s3.server.buckets.get(BUCKET));
    using other = new Folder();
    isDown = true;
    const bad = await rounds(s3, other, new FakeClock());
    await expect(bad.made).rejects.toThrow(/AccessDenied/);
    expect(bad.begun.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(s3.server.buckets.get(BUCKET)?.size).toBeGreaterThan(0);
    isDown = false;
    const after = await rounds(s3, other, new FakeClock());
    const healed = await after.made;
    expect(healed.map(({ state }) => state.isSwept)).toEqual([true, true, true, true, true]);
    for (const { state } of healed) expectWhole(state, plannedRequests(bad.plan));
    expectSwept(s3.server.buckets.get(BUCKET));
  });

  test('says what a failed round left, where it cannot be removed at the end either', async () => {
    let round = 0;
    let isHealed = false;
    const ofSecond = new Set<string | null>();
    await using s3 = await littleS3({
      fault: ({ method, key }) => {
        if (round === 2) ofSecond.add(key);
        const isRefused = !isHealed && (method === 'GET' || method === 'DELETE') && key !== null;
        return isRefused && ofSecond.has(key) ? { kind: 'error', code: 'AccessDenied' } : null;
      },
    });
    using folder = new Folder();
    const clock = new FakeClock();
    const news: RoundNews[] = [];
    const { made, plan } = await rounds(s3, folder, clock, {
      onRound: (one) => {
        news.push(one);
        if (one.kind === 'begins') round = one.round;
      },
    });
    const states = await made;
    expect(states.map(({ state }) => state.isSwept)).toEqual([true, false, true, true, true]);
    expect(news.filter(({ kind }) => kind === 'left')).toMatchObject([
      { round: 2, message: expect.stringMatching(/could not be removed \(403 AccessDenied\)/) },
    ]);
    isHealed = true;
    const again = await (await rounds(s3, folder, clock)).made;
    for (const { round: one, state } of again)
      expectWhole(state, one === 2 ? state.samples.length : plannedRequests(plan));
    expectSwept(s3.server.buckets.get(BUCKET));
  });

  test('refuses a folder whose beginning is damaged', async () => {
    await using s3 = await littleS3();
    using folder = new Folder({ 'rounds.json': '{' });
    const { made } = await rounds(s3, folder, new FakeClock());
    await expect(made).rejects.toThrow(/rounds\.json: is damaged/);
    expect(existsSync(path.join(folder.path, 'round-0001'))).toBe(false);
  });

  test.each([
    [{ every: '1h', for: '30 min' }, /is shorter than one round/],
    [{ every: '1 s', for: '2 days' }, /at most 1000 are made/],
    [{ every: '10 ms', for: '1 s' }, /at least a second/],
  ])('%j is not understood', (repeat, message) => {
    expect(() => parseProbePlan(aPlanFile([{}], { repeat }))).toThrow(message);
  });
});
