import { describe, expect, test } from 'vitest';
import { planView } from '#cli/docs/views.ts';
import { candidateRows, plansTable } from '#cli/render/candidates.ts';
import { planBlocks } from '#cli/render/plan.ts';
import { renderBlocks } from '#cli/render/table.ts';
import { itemAt } from '#core/at.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { COLD, HOT, aMonthlyCost, aPlan, aSingle } from '#tests/helpers/aPlan.ts';

const hot = () => itemAt(aPlan().candidates, 2);

/** With the hot store alone as its second card. */
function withSecond(changes: Partial<Candidate> = {}): Plan {
  const [first, cold] = aPlan().candidates;
  const second: Candidate = { ...hot(), card: 'cheaper', sureness: 0.73, ...changes };
  const candidates = [...(first ? [first] : []), second, ...(cold ? [cold] : [])];
  return aPlan({ candidates, cards: [...aPlan().cards, second.id] });
}

const lines = (plan = aPlan()) => renderBlocks(planBlocks(plan), { form: 'table' }).split('\n');

describe('the text of a plan', () => {
  test('opens with the scenario and the recommended placement', () => {
    const [title, , best, more] = lines();
    expect(title).toBe('Artificial (prices of 2026-11-20)');
    expect(`${best} ${more}`).toBe(
      `Recommended: ${HOT} for 7 days, then ${COLD}: $66.0k / month, p99 555 ms interpolated, very likely, 93 %`,
    );
  });

  test('gives the reasons, the saving, and what has to be run', () => {
    const [tiered, ...others] = aPlan().candidates;
    const runs = [{ code: 'copy-job' as const, from: HOT, to: COLD, atDays: 7 }];
    const effort = { total: 7700, lines: [{ code: 'account' as const, count: 1, amount: 7700 }] };
    const candidates = [...(tiered ? [{ ...tiered, runs, effort }] : []), ...others];
    const [reason] = aPlan().recommendation?.reasons ?? [];
    expect(lines(aPlan({ candidates }))).toEqual(
      expect.arrayContaining([
        `- ${reason?.words}`,
        `- Saves $11.0k a month (14 %) against ${COLD}.`,
        '- To run: a copy job; it must earn $7.70k a month.',
      ]),
    );
    expect(lines()).toContain('- Nothing has to be run.');
  });

  test('has a card for what would be cheaper, with what it saves and what would confirm it', () => {
    const text = lines(withSecond());
    expect(text).toContain(
      `Cheaper, if confirmed: ${HOT}: $44.0k / month, p99 555 ms interpolated, likely, 73 %`,
    );
    expect(text).toEqual(
      expect.arrayContaining([
        '- It saves $22.0k a month (33 %) against the recommended.',
        '- To measure it, for $1.11:',
        '  stowage probe run hot.yaml',
      ]),
    );
  });

  test('says on what condition a card holds', () => {
    const words = 'if its provider keeps each object in 3 zones';
    const conditions = [{ code: 'fact-unknown' as const, store: HOT, words }];
    expect(lines(withSecond({ conditions, missing: [] }))).toContain(`- It holds only ${words}.`);
  });

  test('says what the probe costs when it is next to nothing', () => {
    const missing = hot().missing.map((one) => ({ ...one, probeCost: 0 }));
    expect(lines(withSecond({ missing }))).toContain('- To measure it, for less than $0.01:');
  });

  test('says beside the cards which stores nobody has measured, what they would cost and what measures the cheapest', () => {
    const unmeasured = {
      code: 'unmeasured-cheaper' as const,
      stores: [HOT, COLD],
      total: 40_000,
      recommended: 66_000,
      probe: 'stowage probe run --store acme/hot@north',
      probeCost: 8,
    };
    const text = lines(aPlan({ findings: [unmeasured] }));
    const words = text.join(' ').replace(/\s+/g, ' ');
    expect(words).toContain(
      `- Nobody has measured ${HOT} and ${COLD}: the cheapest costs $40.0k a month instead of $66.0k, and its latency is not known. To measure it, for $8.00: stowage probe run --store ${HOT} `,
    );
    expect(text.filter((line) => line.includes('Nobody has measured'))).toHaveLength(1);
    const unknown = { ...unmeasured, probe: null, probeCost: null };
    expect(lines(aPlan({ findings: [unknown] })).join(' ')).not.toContain('To measure it, at a price');
  });

  test('draws up cost against p99 where the p99s were swept, and says nothing of it else', () => {
    expect(lines().join(' ')).not.toContain('Cost against p99');
    const [one] = aPlan().candidates;
    const hot = aSingle(HOT, { monthly: { ...one!.monthly, total: 90_000, range: [90_000, 90_000] } });
    hot.read = { ...hot.read, p99Ms: 100 };
    const plan = aPlan({ frontierStep: 0.05 });
    plan.candidates = [one!, hot];
    plan.frontier = [one!.id, hot.id];
    const words = lines(plan).join(' ').replace(/\s+/g, ' ');
    expect(words).toContain(
      'Cost against p99: 2 placements, each the cheapest found for its p99, whatever it takes to run, from $66.0k a month at 555 ms to $90.0k a month at 100 ms. p99s less than 5 % apart count as one.',
    );
    expect(words).toContain(`single:${HOT} $90.0k 100 ms interpolated yes`);
  });

  test('says what the cheapest placement whatever it takes would save, without ids', () => {
    const bare = { id: `age:${HOT}>${COLD}@1d:tier`, saves: 660 };
    expect(lines(aPlan({ bare })).join(' ').replace(/\s+/g, ' ')).toContain(
      `Whatever it takes to run, ${HOT} for 1 day → ${COLD} would save a further $660 a month (1 %).`,
    );
  });

  test('says how far the search may be from the best, where it ended early', () => {
    expect(lines().join(' ')).not.toContain('--scans');
    expect(lines(aPlan({ gap: 0.034 })).join(' ')).toContain('costs at most 3.4 % less: --scans');
    expect(lines(aPlan({ gap: null })).join(' ')).toContain('The search ended early');
  });

  test('names the copies that the scenario demands', () => {
    const plan = aPlan();
    plan.scenario = { ...plan.scenario, copies: [COLD] };
    expect(lines(plan)).toContain(`- A copy of each object lies in ${COLD}, as the scenario asks.`);
  });

  test('lists the candidates with cost, p99, band, evidence, sureness, and what stands against them', () => {
    const text = lines();
    const rows = text.filter((line) => /^(age|single):/.test(line));
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(
      /^single:acme\/hot@north +\$44\.0k +555 ms +444–666 ms +interpolated +93 % +unproven$/,
    );
    expect(text[text.indexOf(rows[2] ?? '') + 1]).toBe('    if GET p99 ≤ 43 ms');
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

  test('says at least where a price is not known, and unknown where a latency is not', () => {
    const single = aSingle(COLD, {
      monthly: aMonthlyCost({ total: 41_000, atLeast: true, range: [41_000, null] }),
    });
    single.read.p99Ms = null;
    single.read.grade = 'missing';
    const text = lines(
      aPlan({
        candidates: [{ ...single, sureness: null }],
        cards: [single.id],
        recommendation: { id: single.id, reasons: [], saving: null, against: null },
        bestIf: null,
        runnerUp: null,
      }),
    );
    expect(text[2]).toBe(`Recommended: ${COLD}: at least $41.0k / month, p99 unknown`);
  });

  test('says so when nothing that was measured, and when nothing at all meets the requirements', () => {
    const failing = aSingle(COLD, {
      feasible: 'no',
      violations: [{ requirement: 'readP99', required: '800 ms', found: '1.2 s' }],
    });
    const none = { recommendation: null, runnerUp: null, bestIf: null, cards: [] };
    const unmeasured = aSingle(HOT, { sureness: 0, notMeasured: [HOT] });
    expect(lines(aPlan({ ...none, candidates: [unmeasured, failing] }))[2]).toBe(
      'No placement that anyone has measured meets the requirements.',
    );
    const text = lines(aPlan({ ...none, candidates: [failing] }));
    expect(text[2]).toBe('No placement meets the requirements: relax one of them, or allow more stores.');
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
      '93 %',
      `single:${HOT}`,
      '$44.0k',
    ],
    ['Artificial', 'none', '', '', '', '', '', ''],
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
