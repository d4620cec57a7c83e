import { describe, expect, it } from 'vitest';
import { withOpening } from '#core/latency/client/connection-cost.ts';
import { openingWork } from '#core/latency/client/opening-work.ts';
import { GRID_P, MEDIAN, P99 } from '#core/latency/distributions/curve.ts';
import { fromQuantiles } from '#core/latency/distributions/from-quantiles.ts';
import type { Prediction } from '#core/latency/types.ts';
import { shiftedLogNormal } from '#tests/helpers/core/latency/shifted-log-normal.ts';
import { aDataset } from '#tests/helpers/datasets.ts';

const S3 = 'aws/s3-standard';
const EXPRESS = 'aws/s3-express-one-zone';
const R2 = 'cloudflare/r2-standard';

/** Later and first requests of one cell, by their p50 and p99. */
const cell = (
  shared: Record<string, string | number>,
  later: readonly [number, number],
  first: readonly [number, number],
) =>
  [later, first].flatMap((figures, i) =>
    figures.map((value, at) => ({
      ...shared,
      metric: i === 0 ? 'total' : 'first_request',
      statistic: at === 0 ? 'p50' : 'p99',
      value,
    })),
  );

const lambda = aDataset('lambda', [
  ...cell({ store: EXPRESS, client_runtime: 'Lambda' }, [5, 7], [52, 127]),
  ...cell({ store: EXPRESS, client_runtime: 'Lambda', operation: 'PUT' }, [7, 12], [56, 156]),
  ...cell({ store: S3, client_runtime: 'Lambda' }, [27, 105], [68, 149]),
]);
const p50AndP99 = (curve: readonly number[] | undefined) =>
  [curve?.[MEDIAN], curve?.[P99]].map((ms) => Number(ms?.toFixed(6)));

describe('the work of opening a connection', () => {
  it('is what a first request took beyond later ones: the least of the store’s cells, and at most the greatest', () => {
    const work = openingWork([lambda], EXPRESS);
    expect(p50AndP99(work?.best)).toEqual([47, 120]);
    expect(p50AndP99(work?.high)).toEqual([49, 144]);
    expect(work).toMatchObject({ isOwn: true, source: 'lambda, Lambda' });
    expect(work?.evidence.map(({ dataset, cell: name, samples }) => [dataset, name, samples])).toEqual([
      ['lambda', 'first GET 1 KiB, AWS us-east-1 → AWS us-east-1, aws/s3-express-one-zone', 1000],
      ['lambda', 'first PUT 1 KiB, AWS us-east-1 → AWS us-east-1, aws/s3-express-one-zone', 1000],
    ]);
  });

  it('of a store that nobody measured is that of the others, at most the p99 of the slowest', () => {
    const work = openingWork([lambda], R2);
    expect(p50AndP99(work?.best)).toEqual([41, 44]);
    expect(p50AndP99(work?.high)).toEqual([144, 144]);
    expect(work?.isOwn).toBe(false);
    expect(work?.evidence).toHaveLength(3);
    expect(openingWork([], S3)).toBeNull();
  });

  it('comes from no first requests without later ones, none from elsewhere, and no claimed or corrected dataset', () => {
    const rows = cell({}, [27, 105], [68, 149]);
    const alone = aDataset(
      'alone',
      rows.filter(({ metric }) => metric === 'first_request'),
    );
    const otherwise = aDataset('otherwise', [
      ...cell({ size_bytes: 9 }, [27, 105], [68, 149]).slice(0, 2),
      ...rows.slice(2),
    ]);
    const nowhere = aDataset('nowhere', cell({ client_place: '' }, [27, 105], [68, 149]));
    const far = aDataset('far', cell({ client_place: 'aws/eu-central-1' }, [127, 205], [368, 449]));
    const claimed = aDataset('claimed', rows, { status: 'claimed' });
    const wrong = aDataset('wrong', rows);
    const right = aDataset('right', rows.slice(0, 2), { supersedes: 'wrong' });
    expect(openingWork([wrong], S3)).not.toBeNull();
    expect(openingWork([alone, otherwise, nowhere, far, claimed, wrong, right], S3)).toBeNull();
  });
});

describe('a request that opens its connection first', () => {
  const near = { km: 0, ms: 0, lowMs: 0, highMs: 0 };
  const later = fromQuantiles(0, [
    { p: 0.5, ms: 5 },
    { p: 0.99, ms: 7 },
  ]);
  const prediction: Prediction = {
    best: later,
    low: later,
    high: later,
    grade: 'measured',
    evidence: [],
    adjustments: [],
    findings: [],
  };
  const session = { ...prediction, best: shiftedLogNormal(1, { p: 0.5, ms: 6 }, { p: 0.99, ms: 30 }) };
  const opening = { coldShare: 1, way: near, lastMileMs: 0, session, work: openingWork([lambda], EXPRESS) };

  it('takes in region what first requests took there, session and all', () => {
    const cold = withOpening(prediction, opening);
    expect(cold.best.quantile(0.5)).toBeCloseTo(52, 9);
    expect(cold.best.quantile(0.99)).toBeCloseTo(127, 9);
    expect(cold.high.quantile(0.99)).toBeCloseTo(7 + 144, 9);
    expect(cold.low.quantile(0.99)).toBeCloseTo(7, 9);
    expect(cold.evidence).toHaveLength(2);
    expect(cold.adjustments.map(({ words }) => words)).toEqual([
      '100% of reads open a connection: + 47 ms (3 round trips of 0 ms for TCP, TLS 1.3 and a session, 47 ms of work; 0 ms to 49 ms, at most with TLS 1.2)',
      'work of opening a connection: 47 ms at p50, 120 ms at p99 (none to 49 ms at p50, 144 ms at p99), from first requests (lambda, Lambda). The client’s own work for TLS is part of it, and so is the session.',
    ]);
  });

  const way = { km: 1000, ms: 20, lowMs: 15, highMs: 40 };

  it('takes round trips besides, from afar, and one more for its session', () => {
    const cold = withOpening(prediction, { ...opening, way });
    expect(cold.best.quantile(0.5)).toBeCloseTo(5 + 3 * 20 + 47, 9);
    expect(cold.high.quantile(0.5)).toBeCloseTo(5 + 4 * 40 + 49, 9);
    expect(cold.low.quantile(0.5)).toBeCloseTo(5 + 2 * 15, 9);
    const without = withOpening(prediction, { ...opening, way, session: null });
    expect(without.best.quantile(0.5)).toBeCloseTo(5 + 2 * 20 + 47, 9);
    expect(without.adjustments.at(-1)?.words).not.toContain('session');
  });

  it('takes round trips and a small request for its session besides, where others were measured', () => {
    const cold = withOpening(prediction, { ...opening, way, work: openingWork([lambda], R2) });
    expect(cold.best.quantile(0.5)).toBeCloseTo(5 + 2 * 20 + 6 + 41, 9);
    expect(cold.high.quantile(0.5)).toBeCloseTo(5 + 3 * 40 + 7 + 144, 6);
    expect(cold.low.quantile(0.5)).toBeCloseTo(5 + 2 * 15, 9);
    expect(cold.adjustments.map(({ words }) => words)).toEqual([
      '100% of reads open a connection: + 87 ms (2 round trips of 20 ms for TCP and TLS 1.3, 41 ms of work, a session of 6 ms; 30 ms to 271 ms, at most with TLS 1.2)',
      'work of opening a connection: 41 ms at p50, 44 ms at p99 (none to 144 ms at p50, 144 ms at p99), from first requests to other stores, since nobody measured this one (lambda, Lambda). The client’s own work for TLS is part of it.',
    ]);
  });

  it('has a best estimate inside its band at every p, also where nothing is added', () => {
    const nothing = aDataset('nothing', cell({ store: EXPRESS }, [5, 7], [5, 7.5]));
    for (const work of [opening.work, openingWork([lambda], R2), openingWork([nothing], EXPRESS)]) {
      const { low, best, high } = withOpening(prediction, { ...opening, work });
      for (const p of [...GRID_P, 0.3, 0.97, 0.995, 0.9995]) {
        expect(best.quantile(p)).toBeGreaterThanOrEqual(low.quantile(p));
        expect(high.quantile(p)).toBeGreaterThanOrEqual(best.quantile(p));
      }
    }
  });
});
