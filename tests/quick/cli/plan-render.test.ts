import { describe, expect, test } from 'vitest';
import type { Asked, View } from '#cli/docs/marks.ts';
import { planView } from '#cli/docs/views.ts';
import { batchWords } from '#cli/render/batch.ts';
import { allCandidatesFigure, plansFigure } from '#core/answer/figures/placements.ts';
import { renderBlocks } from '#cli/render/table.ts';
import { namesWith } from '#core/answer/words/placement.ts';
import { itemAt } from '#core/at.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { COLD, HOT, aMonthlyCost, aPlan, aSingle } from '#tests/helpers/aPlan.ts';
import { planBlocks } from '#tests/helpers/cli/plan-blocks.ts';

/** As written: no file names them. */
const names = namesWith(
  (ref) => ref,
  () => undefined,
);

const hot = () => itemAt(aPlan().candidates, 2);

/** With the hot store alone as its second card. */
function withSecond(changes: Partial<Candidate> = {}): Plan {
  const [first, cold] = aPlan().candidates;
  const second: Candidate = { ...hot(), card: 'cheaper', sureness: 0.73, ...changes };
  const candidates = [...(first ? [first] : []), second, ...(cold ? [cold] : [])];
  return aPlan({ candidates, cards: [...aPlan().cards, second.id] });
}

const lines = (plan = aPlan(), columns = 100) =>
  renderBlocks(planBlocks(plan, { names, all: true, notes: true }), { form: 'table', columns }).split('\n');
const words = (plan?: Plan) => lines(plan).join(' ').replace(/\s+/g, ' ');

describe('the text of a plan', () => {
  test('opens with the scenario and the recommended placement', () => {
    const [title, , billed, , best, more] = lines();
    expect(title).toBe('Artificial (prices of 2026-11-20)');
    expect(billed).toBe('Billed: 3.96 PB of new objects kept 90 days.');
    expect(`${best} ${more}`).toBe(
      `Recommended: ${HOT} for 7 days, then ${COLD}. $66.0k/month, read p99 555 ms (444–666 ms, interpolated), likely meets 93%.`,
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
        `- It saves $11.0k/month (14%) against ${COLD}.`,
        '- To run: a copy job. Worth running if it saves $7.70k/month (effort).',
      ]),
    );
    expect(lines()).toContain('- Nothing has to be run.');
  });

  test('has a row for the best single store beside what has to be run', () => {
    const [tiered, ...others] = aPlan().candidates;
    const runs = [{ code: 'copy-job' as const, from: HOT, to: COLD, atDays: 7 }];
    const candidates = [...(tiered ? [{ ...tiered, runs }] : []), ...others];
    const rule = { ...aPlan().rule, baseId: null };
    expect(lines(aPlan({ candidates, rule })).join('\n')).toMatch(/^one store +\$44\.0k/m);
    expect(lines(aPlan({ rule })).join('\n')).not.toMatch(/^one store/m);
  });

  test('has a card for what would be cheaper, with what it saves and what would confirm it', () => {
    const text = lines(withSecond());
    expect(text).toContain(
      `Cheaper, if confirmed: ${HOT}. $44.0k/month, read p99 555 ms (444–666 ms, interpolated), likely meets 73%.`,
    );
    expect(text).toEqual(
      expect.arrayContaining([
        '- It saves $22.0k/month (33%) against the recommended.',
        `- Measure GET of ${HOT} for $1.11:`,
        '  stowage probe run hot.yaml',
      ]),
    );
    expect(text.join(' ').replace(/\s+/g, ' ')).toContain(
      `What would change it - Acme/hot@north saves $22.0k/month (33%) if its GET p99 ≤ 43 ms from Europe. Measure it for $1.11: stowage probe run hot.yaml`,
    );
  });

  test('says on what condition a card holds', () => {
    const words = 'if its provider keeps each object in 3 zones';
    const conditions = [{ code: 'fact-unknown' as const, store: HOT, words }];
    expect(lines(withSecond({ conditions, missing: [] }))).toContain(`- It holds only ${words}.`);
  });

  test('says what the probe costs when it is next to nothing', () => {
    const missing = hot().missing.map((one) => ({ ...one, probeCost: 0 }));
    expect(lines(withSecond({ missing }))).toContain(`- Measure GET of ${HOT} for less than $0.01:`);
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
    expect(text.join(' ').replace(/\s+/g, ' ')).toContain(
      `- No latency data for ${HOT} and ${COLD}. The cheapest costs $40.0k/month instead of $66.0k. Measure the cheapest: stowage probe run --store ${HOT} `,
    );
    expect(
      text.some((line) => /^not measured .* no data$/.test(line) || line.startsWith('not measured')),
    ).toBe(true);
    const unknown = { ...unmeasured, probe: null, probeCost: null };
    expect(words(aPlan({ findings: [unknown] }))).not.toContain('Measure the cheapest');
  });

  test('draws up cost against p99 where the p99s were swept, and says nothing of it else', () => {
    expect(lines().join(' ')).not.toContain('Cost against p99');
    const [one] = aPlan().candidates;
    const hot = aSingle(HOT, { monthly: { ...one!.monthly, total: 90_000, range: [90_000, 90_000] } });
    hot.read = { ...hot.read, p99Ms: 100 };
    const plan = aPlan({ frontierStep: 0.05 });
    plan.candidates = [one!, hot];
    plan.frontier = [one!.id, hot.id];
    expect(words(plan)).toContain(
      'Cost against p99: $66.0k/month at 555 ms to $90.0k/month at 100 ms, 2 placements whatever it takes to run them. A p99 less than 5% apart counts as the same.',
    );
    expect(words(plan)).toContain(`${HOT} $90.0k 100 ms interpolated likely meets 93%`);
  });

  test('says what the cheapest placement whatever it takes would save, without ids', () => {
    const bare = { id: `age:${HOT}>${COLD}@1d:tier`, saves: 660 };
    expect(words(aPlan({ bare }))).toContain(
      `Cheapest if running it were free: ${HOT} for 1 day, then ${COLD}, $660/month less (1%).`,
    );
  });

  test('says how far the search may be from the best, where it ended early', () => {
    expect(lines().join(' ')).not.toContain('--scans');
    expect(words(aPlan({ gap: 0.034 }))).toContain('costs at most 3.4% less. Raise --scans');
    expect(lines(aPlan({ gap: null })).join(' ')).toContain('The search ended early');
  });

  test('names the copies that the scenario demands', () => {
    const plan = aPlan();
    plan.scenario = { ...plan.scenario, copies: [COLD] };
    expect(lines(plan)).toContain(`- A copy of each object is in ${COLD}, as the scenario asks.`);
  });

  test('lists every placement with cost, p99, range, evidence, verdict, and what stands against it', () => {
    const rows = (columns: number) => lines(aPlan(), columns).filter((line) => line.startsWith('acme/'));
    expect(rows(140)).toHaveLength(3);
    expect(rows(140)[2]).toMatch(
      /^acme\/hot@north +\$44\.0k +555 ms +444–666 ms +interpolated +likely meets 93% +if GET p99 ≤ 43 ms$/,
    );
    const narrow = lines(aPlan(), 80);
    const row = narrow.findIndex((line) => line.startsWith('acme/hot@north  '));
    expect(narrow[row]).toMatch(/^acme\/hot@north +\$44\.0k +555 ms +likely meets 93%$/);
    expect(narrow[row + 1]).toBe('    if GET p99 ≤ 43 ms');
  });

  test('is short unless more is asked for, and says which flags show the rest', () => {
    const short = renderBlocks(planBlocks(aPlan(), { names }), { form: 'table', columns: 80 });
    expect(short.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    expect(short.replace(/\s+/g, ' ')).toContain(
      'Not shown: 3 placements (--all); 0 notes and what to run (--notes); switch points and uncertainty (--why).',
    );
    expect(short).toMatch(/^recommended .* likely meets 93%/m);
    expect(short).toMatch(/^simplest .* likely meets 93%/m);
  });

  test('names placements by their ids where that is asked for', () => {
    const byId = { ...names, cell: (id: string) => id };
    const text = renderBlocks(planBlocks(aPlan(), { names: byId }), { form: 'table' });
    expect(text).toMatch(new RegExp(`^recommended +age:${HOT}>${COLD}@7d:tier `, 'm'));
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
    expect(text).toContain('- No latency data for GET of acme/hot and acme/cold.');
  });

  test('gives a budget and what passes it as money', () => {
    const violations = [{ requirement: 'budget', required: '50000', found: '128985.18' }];
    const failing = aSingle(COLD, { feasible: 'no', violations });
    const none = { recommendation: null, runnerUp: null, bestIf: null };
    expect(lines(aPlan({ ...none, candidates: [failing] })).join('\n')).toContain(
      'budget: $129k/month (required: ≤ $50.0k)',
    );
  });

  test('marks a lower bound in the table, and a band in one unit', () => {
    const bound = aSingle(COLD, { monthly: aMonthlyCost({ total: 41_000, atLeast: true }) });
    bound.read.p99BandMs = [499.4, 1530];
    const row = lines(aPlan({ candidates: [bound] }), 120).find((line) => line.startsWith('acme/')) ?? '';
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
    expect(text[4]).toBe(`Recommended: ${COLD}. at least $41.0k/month, read p99 unknown, meets.`);
  });

  test('says so when nothing that was measured, and when nothing at all meets the requirements', () => {
    const failing = aSingle(COLD, {
      feasible: 'no',
      violations: [{ requirement: 'readP99', required: '800 ms', found: '1.2 s' }],
    });
    const none = { recommendation: null, runnerUp: null, bestIf: null, cards: [] };
    const unmeasured = aSingle(HOT, { sureness: 0, notMeasured: [HOT] });
    expect(lines(aPlan({ ...none, candidates: [unmeasured, failing] }))[4]).toBe(
      'No placement with latency data meets the requirements.',
    );
    const text = lines(aPlan({ ...none, candidates: [failing] }));
    expect(text[4]).toBe('No placement meets the requirements.');
    expect(text.join('\n')).toContain('Read p99 alone keeps out 1 store. Without it:');
    expect(text.join('\n')).toContain('read p99: 1.2 s (required: 800 ms)');
  });

  test("says why today's placement is no answer", () => {
    const failing = aSingle(COLD, {
      feasible: 'no',
      violations: [{ requirement: 'zones', required: 'more than one', found: '1' }],
    });
    const chosen = aSingle(HOT);
    const today = { id: failing.id, total: 1, atLeast: false, currency: 'USD', months: [], words: [] };
    const text = lines(
      aPlan({
        candidates: [chosen, failing],
        recommendation: { id: chosen.id, reasons: [], saving: null, against: null },
        today: { ...today, feasible: 'no', verdict: 'move', to: null },
      }),
    );
    expect(text).toContain("- Today's placement misses zones: 1 (required: more than one).");
  });
});

describe('several plans', () => {
  const plans = [
    { name: 'a.yaml', plan: aPlan(), names },
    { name: 'b.yaml', plan: aPlan({ recommendation: null, bestIf: null, runnerUp: null }), names },
  ];

  test('are one table, a row each and their sum', () => {
    const table = plansFigure(plans);
    expect(table.rows).toEqual([
      ['Artificial', `${HOT} for 7 days › ${COLD}`, '$66.0k', '555 ms', 'likely meets 93%', HOT, '$44.0k'],
      ['Artificial', 'none', '', '', '', '', ''],
    ]);
    expect(table.footer).toEqual(['total', '', '$66.0k', '', '', '', '']);
  });

  test('are a CSV, a row each and unrounded', () => {
    const { columns, rows } = plansFigure(plans).file;
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(rows[0]?.[columns.indexOf('total')]).toBe(66_000.66);
    expect(rows[1]?.[columns.indexOf('recommended')]).toBeNull();
  });

  test('are summed up in a line', () => {
    expect(batchWords(plans)).toBe(
      '2 scenarios, $66.0k/month together; 1 has no plan that meets its requirements: b.yaml',
    );
  });
});

test('CSV rows are not rounded', () => {
  const { columns, rows } = allCandidatesFigure([{ name: 'a.yaml', plan: aPlan(), names }]).file;
  expect(rows[0]?.[columns.indexOf('total')]).toBe(66_000.66);
});

describe('in a document', () => {
  const view = (name: View, options: Partial<Asked & { inline: boolean }> = {}, plan = aPlan()) =>
    planView(plan, { view: name, inline: false, ...options }, names);

  test('the total is a figure, in words, short or as a number', () => {
    expect(view('total', { inline: true })).toBe('$66.0k/month');
    expect(view('total', { inline: true, id: `single:${COLD}` })).toBe('$77.0k/month');
    expect(view('total', { inline: true, format: 'short' })).toBe('$66.0k');
    expect(view('total', { inline: true, format: 'number' })).toBe('66000.66');
  });

  test('the latency is a phrase in a sentence and a table elsewhere', () => {
    expect(view('latency', { inline: true })).toBe('p99 555 ms (interpolated)');
    expect(view('latency', { inline: true, format: 'short', q: 'p99' })).toBe('555 ms');
    expect(view('latency', { format: 'number' })).toBe('555');
    expect(view('latency').split('\n')).toHaveLength(5);
    expect(view('latency', { rows: 1 }).split('\n')).toHaveLength(3);
  });

  test('names, dates and the saving are figures, too', () => {
    expect(view('name')).toBe(`${HOT} for 7 days, then ${COLD}`);
    expect(view('name', { format: 'short' })).toBe(`${HOT} for 7 days › ${COLD}`);
    expect(view('date')).toBe(aPlan().scenario.asOf);
    expect(view('saving', { format: 'short' })).toMatch(/^−?\$[\d.]+k$|^unknown$/);
    expect(view('summary').split('\n')).toHaveLength(3);
  });

  test('the bill is exact to the cent', () => {
    expect(view('bill')).toMatch(/\*\*\$66,000\.66\*\*/);
  });

  test('what a plan does not have is said in a sentence', () => {
    const none = aPlan({ recommendation: null, bestIf: null, runnerUp: null });
    expect(view('total', { inline: true }, none)).toBe('nothing is recommended');
    expect(view('bill', {}, none)).toBe('Nothing is recommended.');
    expect(view('months')).toBe('The plan has one month. With `horizon: 12 months` it has more.');
    expect(view('migration')).toBe('The scenario names no placement of today (`current`).');
    expect(view('uncertainty')).toBe('No number of the scenario is a range.');
  });

  test('an unknown candidate is answered with the nearest', () => {
    expect(() => view('total', { id: 'single:acme/cold@suoth' })).toThrow(
      /the nearest is single:acme\/cold@south/,
    );
  });
});
