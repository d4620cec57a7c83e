import { describe, expect, test } from 'vitest';
import { planView } from '#cli/docs/views.ts';
import { candidateRows, plansTable } from '#cli/render/candidates.ts';
import { planBlocks } from '#cli/render/plan.ts';
import { renderBlocks } from '#cli/render/table.ts';
import { COLD, HOT, aMonthlyCost, aPlan, aSingle } from '#tests/helpers/aPlan.ts';

const lines = (plan = aPlan()) => renderBlocks(planBlocks(plan), { form: 'table' }).split('\n');

describe('the text of a plan', () => {
  test('opens with the scenario and the proven best', () => {
    const [title, , best, more] = lines();
    expect(title).toBe('Artificial (prices of 2026-11-20)');
    expect(`${best} ${more}`).toBe(
      `Proven best: ${HOT} for 7 days, then ${COLD}: $66.0k / month, p99 555 ms interpolated`,
    );
  });

  test('gives the reasons and the saving', () => {
    expect(lines()).toEqual(
      expect.arrayContaining([
        '- The cheapest placement that provably meets p99 ≤ 800 ms.',
        `- Saves $11.0k a month (14 %) against ${COLD}.`,
      ]),
    );
  });

  test('names what would be better, on which measurement, and what that costs', () => {
    expect(lines().join(' ')).toContain(
      `Best if ${HOT} GET p99 ≤ 43 ms from internet/europe: ${HOT}: $44.0k / month, p99 555 ms interpolated`,
    );
    expect(lines()).toEqual(
      expect.arrayContaining(['- To measure it, for $1.11:', '  stowage probe run hot.yaml']),
    );
  });

  test('names a promise where no measurement would settle it', () => {
    const plan = aPlan();
    plan.scenario = { ...plan.scenario, requirements: { zones: 3, jurisdiction: 'EU' } };
    plan.bestIf?.conditions.splice(0);
    expect(lines(plan).join(' ')).toContain(
      `Best if its provider promises 3 zones and jurisdiction EU: ${HOT}`,
    );
  });

  test('names the runner-up and how much more it costs', () => {
    expect(lines()).toContain(`Runner-up, $11.0k more: ${COLD}: $77.0k / month, p99 555 ms interpolated`);
  });

  test('lists the candidates with cost, p99, band, evidence, and what stands against them', () => {
    const text = lines();
    const rows = text.filter((line) => /^(age|single):/.test(line));
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(/^single:acme\/hot@north +\$44\.0k +555 ms +444–666 ms +interpolated +unproven$/);
    expect(text[text.indexOf(rows[2] ?? '') + 1]).toBe('    if GET p99 ≤ 43 ms');
  });

  test('says what the probe costs when it is next to nothing', () => {
    const plan = aPlan();
    plan.bestIf?.conditions.forEach((one) => (one.probeCost = 0));
    expect(lines(plan)).toContain('- To measure it, for less than $0.01:');
  });

  test('names a store that is left out once', () => {
    const reason = { code: 'store-left-out', store: HOT, reason: 'excluded by the requirements' } as const;
    const text = lines(aPlan({ excluded: [{ store: HOT, reason }] }));
    expect(text).toContain(`- ${HOT}: excluded by the requirements.`);
  });

  test('says once what moving by age sends out, and what nobody has measured in a sentence', () => {
    const plan = aPlan();
    const egress = { code: 'tiering-egress', amount: 1000, bytes: 1e15 } as const;
    plan.findings = [
      { ...egress, from: 'acme', to: 'another provider' },
      { code: 'evidence-missing', store: 'acme/hot', operation: 'GET' },
      { code: 'evidence-missing', store: 'acme/cold', operation: 'GET' },
    ];
    plan.candidates[0]?.findings.push({ ...egress, from: HOT, to: COLD });
    const text = lines(plan);
    expect(text.filter((line) => line.startsWith('- Moving objects'))).toHaveLength(1);
    expect(text).toContain(
      '- No dataset measured GET on acme/hot and acme/cold: their latency is unknown, not zero.',
    );
  });

  test('gives a budget and what passes it as money', () => {
    const violations = [{ requirement: 'budget', required: '50000', found: '128985.18' }];
    const failing = aSingle(COLD, { feasible: 'no', violations });
    const none = { recommendation: null, runnerUp: null, bestIf: null };
    expect(lines(aPlan({ ...none, candidates: [failing] })).join('\n')).toContain(
      'budget: $129k a month, asked ≤ $50.0k',
    );
  });

  test('marks a lower bound in the table, and a band in one unit', () => {
    const bound = aSingle(COLD, { monthly: aMonthlyCost({ total: 41_000, atLeast: true }) });
    bound.read.p99BandMs = [499.4, 1530];
    const row = lines(aPlan({ candidates: [bound] })).find((line) => line.startsWith('single:')) ?? '';
    expect(row).toContain('≥ $41.0k');
    expect(row).toContain(' 0.499–1.53 s ');
  });

  test('fits a terminal of 100 columns, except for what is to be copied', () => {
    const [age, ...others] = aPlan().candidates;
    const long = 'aws/s3-express-one-zone@us-east-1';
    const id = `age:${long}>cloudflare/r2-infrequent-access@enam@10d:tier`;
    const text = lines(aPlan({ candidates: [...(age ? [{ ...age, id }] : []), ...others] }));
    expect(text.filter((line) => line.length > 100)).toEqual([]);
  });

  test('says recommended where nothing is open', () => {
    expect(lines(aPlan({ bestIf: null }))[2]).toMatch(/^Recommended: /);
  });

  test('says at least where a price is not known, and unknown where a latency is not', () => {
    const single = aSingle(COLD, { monthly: aMonthlyCost({ total: 41_000, atLeast: true }) });
    single.read.p99Ms = null;
    single.read.grade = 'missing';
    const text = lines(
      aPlan({
        candidates: [single],
        recommendation: { id: single.id, reasons: [], saving: null, against: null },
        bestIf: null,
        runnerUp: null,
      }),
    );
    expect(text[2]).toBe(`Recommended: ${COLD}: at least $41.0k / month, p99 unknown`);
  });

  test('says so when nothing is proven, and when nothing can meet the requirements', () => {
    const failing = aSingle(COLD, {
      feasible: 'no',
      violations: [{ requirement: 'readP99', required: '800 ms', found: '1.2 s' }],
    });
    const none = { recommendation: null, runnerUp: null };
    expect(lines(aPlan(none))[2]).toBe('No placement is proven to meet the requirements.');
    const text = lines(aPlan({ ...none, bestIf: null, candidates: [failing] }));
    expect(text[2]).toBe('No placement meets the requirements.');
    expect(text.at(-2)).toBe('    read p99: 1.2 s, asked 800 ms');
  });
});

test('several plans are one table, a row each', () => {
  const table = plansTable([
    { name: 'a.yaml', plan: aPlan() },
    { name: 'b.yaml', plan: aPlan({ recommendation: null, bestIf: null, runnerUp: null }) },
  ]);
  expect(table.rows).toEqual([
    [
      'Artificial',
      `age:${HOT}>${COLD}@7d:tier`,
      '$66.0k',
      '555 ms',
      'interpolated',
      `single:${HOT}`,
      '$44.0k',
    ],
    ['Artificial', 'none', '', '', '', '', ''],
  ]);
});

test('CSV rows are not rounded', () => {
  const { columns, rows } = candidateRows([{ name: 'a.yaml', plan: aPlan() }]);
  expect(rows[0]?.[columns.indexOf('total')]).toBe(66_000.66);
});

describe('in a document', () => {
  const view = (
    name: 'total' | 'latency' | 'bill' | 'recommendation',
    options: Partial<{ inline: boolean; id: string }> = {},
  ) => planView(aPlan(), name, { inline: false, id: undefined, ...options });

  test('the total is a figure', () => {
    expect(view('total', { inline: true })).toBe('$66.0k / month');
    expect(view('total', { inline: true, id: `single:${COLD}` })).toBe('$77.0k / month');
  });

  test('the latency is a phrase in a sentence and a table elsewhere', () => {
    expect(view('latency', { inline: true })).toBe('p99 555 ms (interpolated)');
    expect(view('latency').split('\n')).toHaveLength(5);
  });

  test('the bill is exact to the cent', () => {
    expect(view('bill')).toMatch(/\*\*\$66,000\.66\*\*/);
  });

  test('an unknown candidate is answered with the nearest', () => {
    expect(() => view('total', { id: 'single:acme/cold@suoth' })).toThrow(
      /the nearest is single:acme\/cold@south/,
    );
  });
});
