/** A plan with obviously artificial figures (11, 22, 33 …), for drawings and words. Nothing here is a price or a measurement. */
import type { Archive } from '#core/pricing/archive.ts';
import type { Candidate, LatencySummary, MonthlyCost, Plan, ReadLatency } from '#core/report/plan-types.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

export const HOT = 'acme/hot@north';
export const COLD = 'acme/cold@south';

export function aScenarioText(overrides: Partial<ScenarioText> = {}): ScenarioText {
  return {
    stowage: 1,
    name: 'Artificial',
    asOf: '2026-11-20',
    workload: {
      objects: { size: '4 MB', arrivals: '11M/day', retention: '90 days' },
      reads: { rate: '33M/day', byAge: { '1 day': 0.45, '7 days': 0.8, '30 days': 0.95 } },
      readers: [
        { at: 'aws/us-east-1', share: 0.3 },
        { at: 'internet/europe', share: 0.7 },
      ],
      writer: 'aws/us-east-1',
    },
    requirements: { readP99: '800 ms' },
    ...overrides,
  };
}

export function aLatency(overrides: Partial<LatencySummary> = {}): LatencySummary {
  return {
    meanMs: 44,
    p50Ms: 33,
    p95Ms: 222,
    p99Ms: 555,
    p99BandMs: [444, 666],
    grade: 'interpolated',
    evidence: [{ dataset: 'artificial-2026', cell: 'GET 4 MB', status: 'measured', samples: 1111 }],
    adjustments: [{ kind: 'size', words: 'size 1 MB → 4 MB: + 11 ms' }],
    ...overrides,
  };
}

export function aMonthlyCost(overrides: Partial<MonthlyCost> = {}): MonthlyCost {
  const common = {
    edition: 'acme/hot/2026-01-01',
    region: 'north',
    source: 'https://example.com/prices',
    store: HOT,
  };
  return {
    total: 66_000.66,
    currency: 'USD',
    atLeast: false,
    range: [66_000.66, 66_000.66],
    reasons: [],
    lines: [
      {
        ...common,
        meter: 'storage',
        quantity: 1_000_000,
        unit: 'GB-month',
        unitPrice: 0.022,
        amount: 22_000,
        printed: '0.022 per GB-month',
      },
      {
        ...common,
        meter: 'requests.put',
        quantity: 330_000_000,
        unit: 'request',
        unitPrice: 0.00001,
        amount: 3300,
      },
      {
        ...common,
        meter: 'egress.internet',
        quantity: 100,
        unit: 'GB',
        unitPrice: 0,
        amount: 0,
        note: 'free',
      },
      {
        ...common,
        meter: 'egress.internet',
        quantity: 407_000,
        unit: 'GB',
        unitPrice: 0.1,
        amount: 40_700.66,
      },
    ],
    ...overrides,
  };
}

export function aCandidate(overrides: Partial<Candidate> = {}): Candidate {
  const read: ReadLatency = {
    ...aLatency(),
    firstByteP99Ms: null,
    firstByteP99BandMs: null,
    firstByteGrade: 'missing',
    byPlace: [
      {
        place: 'aws/us-east-1',
        share: 0.3,
        servedBy: [{ store: HOT, share: 0.8 }],
        ...aLatency({ p50Ms: 11, p95Ms: 22, p99Ms: 44 }),
      },
      { place: 'internet/europe', share: 0.7, servedBy: [{ store: COLD, share: 1 }], ...aLatency() },
    ],
  };
  return {
    id: `age:${HOT}>${COLD}@7d:tier`,
    kind: 'age',
    card: null,
    stores: [HOT, COLD],
    cdn: [],
    sureness: 0.93,
    notMeasured: [],
    effort: { total: 0, lines: [] },
    runs: [],
    conditions: [],
    asksInVain: [],
    keeps: { zones: 3, durability: 0.99999999999, availability: 0.999 },
    parts: [],
    policy: { thresholdDays: 7, entry: 'tier' },
    steps: [
      {
        from: HOT,
        to: COLD,
        leftDays: overrides.policy?.thresholdDays ?? 7,
        entry: overrides.policy?.entry ?? 'tier',
      },
    ],
    segments: [
      {
        fromDays: 0,
        toDays: 7,
        holders: [HOT],
        servers: { 'aws/us-east-1': HOT, 'internet/europe': HOT },
        readShare: 0.8,
      },
      {
        fromDays: 7,
        toDays: 90,
        holders: [COLD],
        servers: { 'aws/us-east-1': COLD, 'internet/europe': COLD },
        readShare: 0.2,
      },
    ],
    moves: [
      { atDays: 0, kind: 'arrive', from: null, to: HOT, bytesPerMonth: 1e15, amount: 3300 },
      { atDays: 7, kind: 'copy', from: HOT, to: COLD, bytesPerMonth: 1e15, amount: 11_111 },
      { atDays: 7, kind: 'drop', from: HOT, to: null, bytesPerMonth: 1e15, amount: 0 },
      { atDays: 90, kind: 'expire', from: COLD, to: null, bytesPerMonth: 1e15, amount: 0 },
    ],
    monthly: aMonthlyCost(),
    months: [],
    read,
    write: aLatency(),
    jobs: [],
    feasible: 'yes',
    violations: [],
    missing: [],
    migration: null,
    findings: [],
    ...overrides,
  };
}

export function aSingle(store: string, overrides: Partial<Candidate> = {}): Candidate {
  return aCandidate({
    id: `single:${store}`,
    kind: 'single',
    stores: [store],
    policy: null,
    steps: [],
    segments: [
      {
        fromDays: 0,
        toDays: 90,
        holders: [store],
        servers: { 'aws/us-east-1': store, 'internet/europe': store },
        readShare: 1,
      },
    ],
    moves: [{ atDays: 0, kind: 'arrive', from: null, to: store, bytesPerMonth: 1e15, amount: 3300 }],
    ...overrides,
  });
}

export function aPlan(overrides: Partial<Plan> = {}): Plan {
  const tiered = aCandidate();
  const cold = aSingle(COLD, { monthly: aMonthlyCost({ total: 77_000 }) });
  const hot = aSingle(HOT, {
    monthly: aMonthlyCost({ total: 44_000 }),
    feasible: 'unproven',
    missing: [
      {
        requirement: 'readP99',
        store: HOT,
        operation: 'GET',
        place: 'internet/europe',
        sizeBytes: 4_000_000,
        metric: 'total',
        statistic: 'p99',
        neededMs: 43,
        neededP99Ms: 43,
        estimateMs: [30, 60],
        probe: 'stowage probe run hot.yaml',
        probeCost: 1.11,
      },
    ],
  });
  return {
    scenario: aScenarioText(),
    pricing: [
      { store: 'acme/hot', region: 'north', edition: 'acme/hot/2026-01-01' },
      { store: 'acme/cold', region: 'south', edition: 'acme/cold/2026-01-01' },
    ],
    datasets: [{ id: 'artificial-2026', hash: '0'.repeat(64) }],
    model: 1,
    candidates: [tiered, cold, hot],
    cards: [tiered.id],
    rule: { sureness: 0.9, base: 77_000, baseId: cold.id, doubtBase: 77_000 },
    gap: 0.004,
    bare: null,
    frontier: [tiered.id],
    frontierStep: null,
    switchPoints: [],
    turned: [],
    rivals: [],
    recommendation: {
      id: tiered.id,
      reasons: [
        { code: 'cheapest', words: 'The cheapest placement that meets p99 ≤ 800 ms: very likely, 93 %.' },
      ],
      saving: 11_000,
      against: cold.id,
    },
    bestIf: { id: hot.id, reasons: [], saving: null, against: null, conditions: hot.missing },
    runnerUp: { id: cold.id, more: 11_000 },
    excluded: [],
    ranges: [],
    uncertainty: null,
    withoutDatasets: [],
    overTime: null,
    today: null,
    findings: [],
    ...overrides,
  };
}

/** What a plan was asked with, for who writes it into files. */
export const askedBy = ({ scenario }: Plan, archive: Archive) => ({
  scenario: parseScenario(scenario),
  archive,
});
