/** Intelligent-Tiering in a plan: what lies unread is billed in its cheaper tiers, and search, bound and bill agree on it. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { costBound } from '#core/placement/costs/cost-bound.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { itemisedCost } from '#core/placement/costs/monthly-cost.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { plan } from '#core/placement/plan.ts';
import type { Policy } from '#core/placement/policy.ts';
import { singleStore } from '#core/placement/policy.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { ask } from '#core/question.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const TIERING = 'aws/s3-intelligent-tiering@us-east-1';
const STANDARD = 'aws/s3-standard@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';

function scenario(
  workload: Partial<ScenarioText['workload']> = {},
  more: Partial<ScenarioText> = {},
): ScenarioText {
  return {
    stowage: 1,
    name: 'Unread',
    asOf: '2026-11-20',
    month: '720 h',
    workload: {
      objects: { size: '1 MiB', arrivals: '10240/day', retention: '200 days' },
      reads: { rate: 0 },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
      ...workload,
    },
    stores: [TIERING],
    ...more,
  };
}

function linesOf(text: ScenarioText) {
  const [single] = plan(ask(text, { archive, evidence: evidenceBase([]) })).candidates;
  if (!single) throw new Error('a plan has a candidate');
  return {
    findings: single.findings.map(({ code }) => code),
    quantity: (meter: string) =>
      single.monthly.lines
        .filter((line) => line.meter === meter)
        .reduce((sum, line) => sum + line.quantity, 0),
  };
}

describe('Intelligent-Tiering in a plan', () => {
  it('automatic tiers at 30 and 90 days: unread objects lie 30, 60 and 110 of their 200 days in them', () => {
    const { quantity, findings } = linesOf(scenario());
    // 10 GiB a day.
    expect(quantity('storage')).toBeCloseTo(300, 6);
    expect(quantity('storage.infrequent')).toBeCloseTo(600, 6);
    expect(quantity('storage.archive-instant')).toBeCloseTo(1100, 6);
    expect(quantity('monitoring')).toBeCloseTo(10_240 * 200, 3);
    expect(findings).toContain('unread-estimated');
    expect(findings).not.toContain('access-tiers-unstated');
  });

  it('objects under 128 KB are never monitored and stay in Frequent Access', () => {
    const { quantity } = linesOf(
      scenario({ objects: { size: '100 KiB', arrivals: '104857.6/day', retention: '200 days' } }),
    );
    expect(quantity('storage')).toBeCloseTo(2000, 6);
    expect(quantity('storage.infrequent') + quantity('storage.archive-instant')).toBe(0);
    expect(quantity('monitoring')).toBe(0);
  });

  it('reads keep objects in Frequent Access, and hits in a CDN do not', () => {
    const reads = { rate: '1M/day' };
    const read = linesOf(scenario({ reads }));
    expect(read.quantity('storage')).toBeGreaterThan(1900);
    const cached = linesOf(
      scenario({ reads, readers: [{ at: 'internet/DE', share: 1, via: 'aws/cloudfront', hitRatio: 1 }] }),
    );
    expect(cached.quantity('storage')).toBeCloseTo(300, 6);
  });

  it('a batch job that reads much of it keeps it warm', () => {
    const job = { name: 'sweep', at: 'aws/us-east-1', read: 10_240 * 200, size: '1 MiB', perMonth: 4 };
    const { quantity } = linesOf(scenario({}, { jobs: [job] }));
    expect(quantity('storage.archive-instant')).toBeLessThan(0.001 * 1100);
  });
});

const CASES: [string, ScenarioText][] = [
  [
    'a falling read curve, two sizes',
    scenario({
      objects: {
        size: [
          { share: 0.5, size: '64 KiB' },
          { share: 0.5, size: '4 MiB' },
        ],
        arrivals: '50k/day',
        retention: '300 days',
      },
      reads: { rate: '200k/day', byAge: { '1 day': 0.5, '30 days': 0.9 } },
      readers: [
        { at: 'aws/us-east-1', share: 0.4 },
        { at: 'internet/europe', share: 0.6, via: 'aws/cloudfront', hitRatio: 0.8 },
      ],
    }),
  ],
  [
    'kept for ever, growing, with standing objects and a replica',
    scenario(
      {
        objects: { size: '1 MiB', arrivals: '20k/day', standing: '5 TiB', growth: '3 %/month' },
        reads: { rate: '100k/day', byAge: { '7 days': 0.7 } },
        readers: [
          { at: 'aws/us-east-1', share: 0.5 },
          { at: 'cloudflare/enam', share: 0.5 },
        ],
      },
      { copies: ['aws/s3-intelligent-tiering@us-west-2'] },
    ),
  ],
];

describe.each(CASES)('search, bound and bill of %s', (_, text) => {
  const context = planContext(parseScenario({ ...text, stores: [STANDARD, TIERING, R2] }), archive);
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  const readers = context.workload.readers.length;
  const policies = [0, 1, 2].flatMap((hot) =>
    [0, 1, 2].flatMap((cold): Policy[] =>
      hot === cold
        ? [singleStore(hot, readers)]
        : context.workload.edges.flatMap((thresholdDays): Policy[] => [
            { hot, cold, thresholdDays, entry: 'tier', coldServes: [false, false] },
            { hot, cold, thresholdDays, entry: 'dual', coldServes: [false, true] },
          ]),
    ),
  );

  it('agree on every policy', () => {
    for (const policy of policies) {
      const { total } = itemisedCost(context, policy).monthly;
      expect(Math.abs(exact.of(policy).total / total - 1), JSON.stringify(policy)).toBeLessThan(1e-9);
    }
  });

  it('never bound a split above what it costs', () => {
    const bound = costBound(context, tariffs);
    const row = new Float64Array(context.workload.edges.length);
    for (const { hot, cold, thresholdDays, entry } of policies) {
      if (thresholdDays === null) continue;
      const edge = context.workload.edges.indexOf(thresholdDays);
      const costWhere = (fromCold: boolean) =>
        exact.of({
          hot,
          cold,
          thresholdDays,
          entry,
          coldServes: Array.from({ length: readers }, () => fromCold),
        }).total;
      const at = `${hot} ${cold} ${thresholdDays} ${entry}`;
      bound[entry ?? 'tier'](hot, cold, row);
      const fromHot = row[edge] ?? Infinity;
      expect(fromHot, at).toBeLessThanOrEqual(costWhere(false) * (1 + 1e-9));
      if (entry !== 'dual') continue;
      let fromCold = fromHot;
      for (const q of context.workload.readers.keys()) {
        bound.hotRatherThanCold(hot, cold, q, row);
        fromCold -= row[edge] ?? 0;
      }
      expect(fromCold, at).toBeLessThanOrEqual(costWhere(true) * (1 + 1e-9));
    }
  });
});
