import { describe, expect, it } from 'vitest';
import { aheadFrom } from '#core/placement/variations/over-time.ts';
import { overTime } from '#tests/helpers/core/asked.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: allDatasets(), named: [] } };
const r2 = 'cloudflare/r2-standard@enam';
const standard = 'aws/s3-standard@us-east-1';

/** 100 TB for ever, read from Germany. */
const kept = (changes: Partial<ScenarioText['workload']> = {}): ScenarioText => ({
  stowage: 1,
  asOf: '2026-11-20',
  month: '730 h',
  horizon: '6 months',
  workload: {
    objects: { size: '1 MB', standing: '100 TB' },
    reads: { rate: '1M/day' },
    readers: [{ at: 'internet/DE', share: 1 }],
    writer: 'internet/DE',
    ...changes,
  },
  stores: [r2, standard],
});

describe('a plan month by month', () => {
  it('bills each month at its own rates: R2 by hand, 15 a TB-month of 720 h and 0.36 a million reads past the free ones', () => {
    const answer = overTime(ask(kept({ timeline: [{ month: 3, reads: 'x4' }] }), sources));
    const one = answer?.placements.find(({ id }) => id === `single:${r2}`);
    const days = 730 / 24;
    const month = (readsPerDay: number) =>
      Math.ceil((100e3 * 730) / 720 - 10) * 0.015 + Math.ceil((readsPerDay * days) / 1e6 - 10) * 0.36;
    expect(one?.totals.map((total) => total.toFixed(6))).toEqual(
      [1e6, 1e6, 4e6, 4e6, 4e6, 4e6].map((reads) => month(reads).toFixed(6)),
    );
    expect(one?.sum).toBeCloseTo(2 * month(1e6) + 4 * month(4e6), 6);
  });

  it('names the month in which another placement becomes the cheapest, and from when on that is ahead in all', () => {
    // Objects that nobody reads are cheapest in IA; from the fourth month on they are read by Germany.
    const ia = 'aws/s3-standard-ia@us-east-1';
    const text = {
      ...kept({ reads: { rate: 0 }, timeline: [{ month: 4, reads: '3M/day' }] }),
      stores: [r2, ia],
    };
    const answer = overTime(ask(text, sources));
    expect(answer?.first).toBe(`single:${ia}`);
    expect(answer?.flips).toEqual([{ month: 'month 4', from: `single:${ia}`, to: `single:${r2}` }]);
    const [a, b] = [ia, r2].map((ref) => answer?.placements.find(({ id }) => id === `single:${ref}`));
    const lead = (a?.totals ?? []).map((total, m) => total - (b?.totals[m] ?? 0));
    expect(answer?.whole).toBe(lead.reduce((sum, one) => sum + one, 0) > 0 ? `single:${r2}` : `single:${ia}`);
    expect(answer?.words.join(' ')).toContain('From month 4 on');
  });

  it('has sums that are those of the months, and in the first month the candidates of the plan', () => {
    const text: ScenarioText = {
      ...kept(),
      horizon: '4 months',
      workload: {
        objects: { size: '4 MB', arrivals: '1M/day', retention: '60 days' },
        reads: { rate: '2M/day', byAge: { '7 days': 0.8 } },
        season: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 1],
        readers: [{ at: 'internet/DE', share: 1 }],
        writer: 'aws/us-east-1',
      },
      stores: [r2, standard, 'tigris/standard@global'],
    };
    const answer = overTime(ask(text, sources));
    const { candidates } = plan(ask(text, sources));
    expect(answer?.placements.length).toBeGreaterThanOrEqual(candidates.length);
    for (const { id, totals, sum } of answer?.placements ?? []) {
      expect(totals.reduce((all, one) => all + one, 0)).toBeCloseTo(sum, 6);
      const candidate = candidates.find((one) => one.id === id);
      if (candidate) {
        expect(totals[0]! / candidate.monthly.total).toBeCloseTo(1, 9);
        for (const [m, month] of candidate.months.entries())
          expect(totals[m]! / month.total).toBeCloseTo(1, 9);
      }
    }
    const best = answer?.placements.find(({ id }) => id === answer.whole);
    expect(answer?.placements.every((one) => one.sum >= (best?.sum ?? Infinity) - 1e-6)).toBe(true);
  });

  it('says nothing of a plan with one month', () => {
    const text = kept();
    const once = {
      ...text,
      workload: { ...text.workload, objects: { size: '1 MB', arrivals: '1/day', retention: '9 days' } },
    };
    delete once.horizon;
    expect(overTime(ask(once, sources))).toBeNull();
  });

  it('counts a lead only once it lasts', () => {
    const of = (...totals: number[]) => ({
      id: '',
      feasible: 'yes' as const,
      atLeast: false,
      totals,
      sum: 0,
    });
    expect(aheadFrom(of(10, 10, 10, 10), of(15, 10, 4, 4))).toBe(2);
    expect(aheadFrom(of(10, 10, 10, 10), of(9, 12, 12, 4))).toBe(3);
  });
});
