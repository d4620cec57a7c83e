/**
 * What a DEV article's own prices give for its own workloads, from its price list as `claimed` editions: the closed forms were
 * worked out by hand from the article (storage 0.20 and 0.015 a GB-month, 0.09 a GB sent, 48 TB a day, 1.5 PB sent, 30 days).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const EXPRESS = 'claimed/dev-s3-express-one-zone';
const R2 = 'claimed/dev-r2';
const GB = 1e9;

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

/** Thirty days on one store: gigabytes stored throughout, gigabytes sent to the internet. */
function month(store: string, storedGb: number, sentGb: number): Usage {
  return {
    store,
    region: store === EXPRESS ? 'us-east-1' : 'everywhere',
    asOf: '2024-06-30',
    period: { days: 30 },
    byteHours: storedGb * GB * 720,
    held: [],
    requests: [],
    egress: [{ to: 'internet', bytes: sentGb * GB }],
    deletedEarly: [],
    transitionsIn: 0,
  };
}

const total = (...usages: Usage[]) => bill(usages, archive).total;

const DAILY_GB = 48_000;
const SENT_GB = 1.5e6;
const HOT_DAYS = 7;

function hybrid(days: number, moved: 'free' | 'sent'): number {
  const leaving = moved === 'sent' && days > HOT_DAYS ? DAILY_GB * 30 : 0;
  return total(
    month(EXPRESS, DAILY_GB * Math.min(days, HOT_DAYS), 0.8 * SENT_GB + leaving),
    month(R2, DAILY_GB * Math.max(0, days - HOT_DAYS), 0.2 * SENT_GB),
  );
}

describe('StreamingCo at the prices its article claims', () => {
  it.each([
    [7, 202_200, 175_200, 175_200, 5_040],
    [14, 269_400, 180_240, 309_840, 10_080],
    [30, 423_000, 191_760, 321_360, 21_600],
    [60, 711_000, 213_360, 342_960, 43_200],
    [90, 999_000, 234_960, 364_560, 64_800],
    [180, 1_863_000, 299_760, 429_360, 129_600],
    [365, 3_639_000, 432_960, 562_560, 262_800],
    [3650, 35_175_000, 2_798_160, 2_927_760, 2_628_000],
  ])(
    'costs, kept %s days: all on Express %s, split %s, split with the moves sent %s, all on R2 %s',
    (days, express, split, splitSent, r2) => {
      expect(total(month(EXPRESS, DAILY_GB * days, SENT_GB))).toBeCloseTo(express, 4);
      expect(hybrid(days, 'free')).toBeCloseTo(split, 4);
      expect(hybrid(days, 'sent')).toBeCloseTo(splitSent, 4);
      expect(total(month(R2, DAILY_GB * days, SENT_GB))).toBeCloseTo(r2, 4);
    },
  );

  it('never saves the 92 % the article prints, but for objects kept ten years, and costs more than Express at 14 days', () => {
    const saving = (days: number) =>
      1 - hybrid(days, 'sent') / total(month(EXPRESS, DAILY_GB * days, SENT_GB));
    for (const days of [7, 14, 30, 60, 90, 180, 365]) expect(saving(days)).toBeLessThan(0.85);
    expect(saving(14)).toBeLessThan(0);
    expect(saving(3650)).toBeCloseTo(0.917, 3);
  });

  it('sends nine times the egress that the article books for the split', () => {
    expect(total(month(EXPRESS, 0, 0.8 * SENT_GB)) / 11_800).toBeGreaterThan(9);
  });

  it('comes to the same in a plan, requests apart', () => {
    const scenario: ScenarioText = {
      stowage: 1,
      name: 'StreamingCo as claimed',
      asOf: '2024-06-30',
      month: '720 h',
      workload: {
        objects: { size: '4 MB', arrivals: '12M/day', retention: '30 days' },
        reads: { rate: '12.5M/day', byAge: { '7 days': 0.8 } },
        readers: [{ at: 'internet/north-america', share: 1 }],
        writer: 'internet/north-america',
      },
      stores: [`${EXPRESS}@us-east-1`, R2],
      // The article counts no router.
      router: 'own',
    };
    const { candidates } = plan(ask(scenario, { archive, evidence: evidenceBase([]) }), {
      also: [{ hot: `${EXPRESS}@us-east-1`, cold: `${R2}@everywhere`, thresholdDays: 7, entry: 'tier' }],
    });
    const withoutRequests = (start: string, end = '') => {
      const found = candidates.find((one) => one.id.startsWith(start) && one.id.endsWith(end));
      const lines = (found?.monthly.lines ?? []).filter((line) => !line.meter.startsWith('requests.'));
      return lines.reduce((sum, line) => sum + (line.amount ?? NaN), 0);
    };
    expect(withoutRequests(`single:${EXPRESS}`)).toBeCloseTo(423_000, 3);
    expect(withoutRequests(`single:${R2}`)).toBeCloseTo(21_600, 3);
    expect(withoutRequests(`age:${EXPRESS}`, '@7d:tier')).toBeCloseTo(321_360, 3);
  });
});

describe('ten petabytes at the prices the article claims', () => {
  it('cost its headline with decimal petabytes', () => {
    expect(total(month(EXPRESS, 10e6, 10e6))).toBeCloseTo(2_900_000, 4);
    expect(total(month(R2, 10e6, 10e6))).toBeCloseTo(150_000, 4);
  });

  it('cost 4.9 % more with the petabytes of its own calculator', () => {
    expect(total(month(EXPRESS, 10 * 1024 ** 2, 10 * 1024 ** 2))).toBeCloseTo(3_040_870.4, 4);
    expect(total(month(R2, 10 * 1024 ** 2, 10 * 1024 ** 2))).toBeCloseTo(157_286.4, 4);
  });

  it('cost 10.8 million a year to send every month, where the article saves 380 thousand', () => {
    expect(12 * total(month(EXPRESS, 0, 10e6))).toBeCloseTo(10_800_000, 3);
  });
});

describe('100 Gbps for a year', () => {
  const YEAR_GB = 12.5 * 365 * 86_400;

  it('cost 35.5 million at 0.09, where the article says 42 thousand', () => {
    const [first] =
      bill([month(EXPRESS, 0, YEAR_GB / 12)], archive).bills[0]?.lines.filter(
        (line) => line.meter === 'egress.internet',
      ) ?? [];
    expect(YEAR_GB * (first?.unitPrice ?? NaN)).toBeCloseTo(35_478_000, 2);
  });

  it("cost 4 % less in the article's own bands", () => {
    const first = 10 * 1024 ** 2;
    expect(12 * total(month(EXPRESS, 0, YEAR_GB / 12))).toBeCloseTo(
      12 * (first * 0.09 + (YEAR_GB / 12 - first) * 0.085),
      2,
    );
  });
});
