/** Intelligent-Tiering in a plan: what lies unread is billed in its cheaper tiers, and its bill agrees with its lines. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { billOf, itemise } from '#core/placement/bill/bill-of.ts';
import { agePlacement, singlePlacement } from '#core/placement/ids.ts';
import type { Placement } from '#core/placement/placement.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { plan } from '#core/placement/plan.ts';
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

  it('Deep Archive Access only where reads may wait for a restore, and no latency is asked: 20 of 200 days', () => {
    const within = (more: object) =>
      linesOf(scenario({}, { requirements: { restoreWithin: '12 h', ...more } }));
    const off = [linesOf(scenario()), within({ restoreWithin: '11 h' }), within({ readP99: '1 s' })];
    for (const { quantity, findings } of off) {
      expect(quantity('storage.deep-archive-access') + quantity('online')).toBe(0);
      expect(quantity('storage.archive-instant')).toBeCloseTo(1100, 6);
      expect(findings).not.toContain('archive-tier');
    }
    const on = within({});
    expect(on.quantity('storage.archive-instant')).toBeCloseTo(900, 6);
    // 10,240 objects a day for 20 days: 32 KiB more of each in the archive, and 8 KiB at the price of Standard.
    expect(on.quantity('storage.deep-archive-access')).toBeCloseTo(200 * (1 + 32 / 1024), 6);
    expect(on.quantity('online')).toBeCloseTo((200 * 8) / 1024, 6);
    // In place of a tier that answers at once, it saves a tenth and waits: no plan turns it on.
    expect(on.quantity('storage.archive-access')).toBe(0);
    expect(on.findings).toContain('archive-tier');
  });

  it('Autoclass: unread objects lie 170 of their 200 days in Nearline, and all pay its fee', () => {
    const { quantity } = linesOf(scenario({}, { stores: ['google/autoclass@us-central1'] }));
    // Seven more days when deleted, as Standard.
    expect(quantity('storage')).toBeCloseTo(((300 + 70) * 720) / 730, 6);
    expect(quantity('storage.nearline')).toBeCloseTo((1700 * 720) / 730, 6);
    expect(quantity('monitoring')).toBeCloseTo((10_240 * 200 * 720) / 730, 3);
  });

  it('Autoclass to Archive: planned where nothing reads, left out where reads would be billed as moves back', () => {
    const stores = ['google/autoclass-archive@us-central1'];
    const { quantity } = linesOf(scenario({}, { stores }));
    expect(quantity('storage.nearline')).toBeCloseTo((600 * 720) / 730, 6);
    expect(quantity('storage.coldline')).toBeCloseTo((1100 * 720) / 730, 6);
    expect(quantity('storage.archive')).toBe(0);
    const read = ask(scenario({ reads: { rate: '1/day' } }, { stores: [...stores, STANDARD] }), {
      archive,
      evidence: evidenceBase([]),
    });
    expect(plan(read).excluded.map(({ store }) => store)).toEqual(stores);
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

describe.each(CASES)('a placement of %s', (_, text) => {
  const context = planContext(parseScenario({ ...text, stores: [STANDARD, TIERING, R2] }), archive);
  it('is billed line by line as in total', () => {
    const placements = [0, 1, 2].flatMap((hot) =>
      [0, 1, 2].flatMap((cold): Placement[] =>
        hot === cold
          ? [singlePlacement(context, hot)]
          : context.workload.edges.flatMap((thresholdDays) =>
              (['tier', 'dual'] as const).map((entry) =>
                agePlacement(context, { hot, cold, thresholdDays, entry }),
              ),
            ),
      ),
    );
    for (const placement of placements) {
      const { monthly } = itemise(context, placement);
      const lines = monthly.lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
      expect(billOf(context)(placement).low).toBeCloseTo(monthly.total, 6);
      expect(lines).toBeCloseTo(monthly.total, 6);
    }
  });
});
