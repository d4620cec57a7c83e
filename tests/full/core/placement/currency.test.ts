/** Stores priced in euros beside stores priced in dollars: never converted in silence. */
import { deskOf } from '#core/placement/desk.ts';
import { describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { secondZones } from '#core/placement/variations/copies.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: [], named: [] } };
const EURO = 'hetzner/object-storage@fsn1';
const DOLLAR = 'digitalocean/spaces@fra1';
const FX = { EUR: 1.16, date: '2026-11-20' };

/** Read and written from outside all clouds, so that nothing but the stores is billed. */
const outside = (changes: Partial<ScenarioText>): ScenarioText =>
  aScenario({
    workload: aWorkload({
      objects: { size: '4 MB', arrivals: '20000/day', retention: '90 days' },
      reads: { rate: '100000/day' },
      readers: [{ at: 'internet/europe', share: 1 }],
      writer: 'internet/europe',
    }),
    ...changes,
  });
const answer = (changes: Partial<ScenarioText>) => plan(ask(outside(changes), sources));
const monthly = (of: ReturnType<typeof answer>, ref: string) => {
  const found = of.candidates.find(({ id }) => id === `single:${ref}`);
  if (!found) throw new Error(`no plan keeps everything in ${ref}`);
  return found.monthly;
};
const sumOf = (lines: readonly { amount: number | null }[]) =>
  lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

describe('a store in euros', () => {
  it('is left out beside one in dollars, and says what to add', () => {
    const { candidates, excluded, findings } = answer({ stores: [EURO, DOLLAR] });
    expect(candidates.map(({ id }) => id)).toEqual([`single:${DOLLAR}`]);
    expect(excluded).toEqual([
      { store: EURO, reason: { code: 'rate-missing', store: EURO, currency: 'EUR', into: 'USD' } },
    ]);
    expect(findings.map(({ code }) => code)).not.toContain('currency-converted');
  });

  it('counts at the scenario’s rate, which is said with its date', () => {
    const { findings } = answer({ stores: [EURO, DOLLAR], fx: FX });
    expect(findings).toContainEqual({
      code: 'currency-converted',
      currency: 'EUR',
      rate: 1.16,
      date: '2026-11-20',
      asOf: '2026-11-20',
      days: 0,
    });
    expect(answer({ stores: [EURO, DOLLAR], fx: { EUR: 1.16 } }).findings).toContainEqual(
      expect.objectContaining({ code: 'currency-converted', date: null }),
    );
  });

  it('says how far a rate is from the day of the prices', () => {
    const said = (date: string) =>
      answer({ stores: [EURO, DOLLAR], fx: { EUR: 1.16, date } })
        .findings.filter(({ code }) => code === 'currency-converted')
        .map((one) => describeFinding(one));
    const rate = 'Amounts are converted at 1.16 USD for 1 EUR, the rate of';
    expect(said('2026-11-01')).toEqual([`${rate} 2026-11-01.`]);
    expect(said('2020-01-01')).toEqual([`${rate} 2020-01-01, 2515 days before the prices of 2026-11-20.`]);
    expect(said('2027-11-20')).toEqual([`${rate} 2027-11-20, 365 days after the prices of 2026-11-20.`]);
  });

  it('alone is answered in euros, with no rate asked for and none used', () => {
    for (const fx of [undefined, FX]) {
      const alone = answer({ stores: [EURO, 'scaleway/one-zone@fr-par'], ...(fx ? { fx } : {}) });
      expect(alone.excluded).toEqual([]);
      expect(monthly(alone, EURO).currency).toBe('EUR');
      expect(alone.findings.map(({ code }) => code)).not.toContain('currency-converted');
    }
  });

  it('alone has its remarks in euros, those of the plan and of its placements', () => {
    const [zoned, cold] = ['scaleway/one-zone@fr-par', 'ovh/infrequent-access@gra'];
    const stores = [zoned, EURO, cold];
    const { workload } = outside({});
    const question = ask(
      outside({
        stores,
        workload: {
          ...workload,
          objects: { size: '4 MB', arrivals: '200000/day', retention: '400 days' },
          reads: { rate: '300000/day', byAge: { '5 days': 0.8, '200 days': 0.995 } },
        },
        requirements: { zones: 2 },
      }),
      sources,
    );
    const found = plan(question, {
      also: [{ hot: zoned, cold, thresholdDays: 5, entry: 'tier' }],
    });
    const remarks = [
      ...found.findings,
      ...found.candidates.flatMap(({ findings }) => findings),
      ...secondZones(deskOf(question), found),
    ];
    expect(remarks.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['tiering-egress', 'second-zone']),
    );
    const words = remarks.map((one) => describeFinding(one));
    expect(words.join('\n')).not.toContain('$');
    expect(words).toContainEqual(
      expect.stringMatching(/ a month out\. The egress costs €\d.* at list price\.$/),
    );
    expect(words).toContainEqual(
      expect.stringMatching(/with 2 zones\. It costs €\d.*\/month, €\d.* more than one/),
    );
  });

  it('costs its euros times the rate, line by line, the total their sum', () => {
    const inEuros = monthly(answer({ stores: [EURO] }), EURO);
    const inDollars = monthly(answer({ stores: [EURO, DOLLAR], fx: FX }), EURO);
    expect(inDollars.currency).toBe('USD');
    expect(inDollars.total).toBeCloseTo(inEuros.total * 1.16, 6);
    expect(sumOf(inDollars.lines)).toBeCloseTo(inDollars.total, 6);
    expect(inDollars.lines.find(({ meter }) => meter === 'subscription')).toMatchObject({
      amount: 6.49 * 1.16,
      printed: '6.49 per month',
      note: 'from EUR at 1.16 USD of 2026-11-20',
    });
  });

  it('needs the rate where only the writer’s transfer is in dollars', () => {
    const { workload } = outside({});
    const fromAws = { stores: [EURO], workload: { ...workload, writer: 'aws/eu-central-1' } };
    expect(answer(fromAws).excluded.map(({ reason }) => reason.code)).toEqual(['rate-missing']);
    expect(monthly(answer({ ...fromAws, fx: FX }), EURO).currency).toBe('USD');
  });
});

describe('currency: EUR', () => {
  const both = { stores: [EURO, DOLLAR], fx: FX };

  it('counts every amount in euros, and advises the same', () => {
    const [dollars, euros] = [answer(both), answer({ ...both, currency: 'EUR' })];
    expect(euros.cards).toEqual(dollars.cards);
    for (const ref of [EURO, DOLLAR]) {
      const { total, currency, lines } = monthly(euros, ref);
      expect(currency).toBe('EUR');
      expect(total).toBeCloseTo(monthly(dollars, ref).total / 1.16, 6);
      expect(sumOf(lines)).toBeCloseTo(total, 6);
    }
    const words = [...(euros.recommendation?.reasons ?? []).map((one) => one.words)];
    expect(words.join(' ')).not.toContain('$');
    const [effort] = euros.candidates.map((one) => one.effort.total);
    expect(effort).toBeCloseTo((dollars.candidates[0]?.effort.total ?? NaN) / 1.16, 6);
  });

  it('takes a budget as dollars', () => {
    const { total } = monthly(answer({ ...both, currency: 'EUR' }), DOLLAR);
    const held = (budget: number) =>
      answer({ ...both, currency: 'EUR', requirements: { budget } }).candidates.find(
        ({ id }) => id === `single:${DOLLAR}`,
      )?.feasible;
    expect(held(total * 1.17)).toBe('yes');
    expect(held(total * 1.15)).toBe('no');
  });

  it('is refused without a rate', () => {
    expect(() => answer({ stores: [EURO], currency: 'EUR' })).toThrow(/no rate is given for EUR/);
  });
});

describe('an archive that restores before a read', () => {
  const unread = { ...outside({}).workload, reads: { rate: 0 } };

  it('is no candidate for a workload that reads', () => {
    const { excluded } = answer({ stores: ['tigris/archive@global', DOLLAR] });
    expect(excluded).toEqual([
      {
        store: 'tigris/archive@global',
        reason: { code: 'restore-first', store: 'tigris/archive@global', hours: 1 },
      },
    ]);
  });

  it('is one for a workload that only keeps', () => {
    const { candidates } = answer({ stores: ['tigris/archive@global', DOLLAR], workload: unread });
    expect(candidates.map(({ id }) => id)).toContain('single:tigris/archive@global');
  });
});

describe('a store that has ended', () => {
  it('is not among all stores, and named it says when', () => {
    const all = answer({ stores: 'all' });
    const refs = [
      ...all.excluded.map(({ store }) => store),
      ...all.candidates.flatMap(({ stores }) => stores),
    ];
    expect(refs.filter((ref) => /storj\/legacy|vultr\/single-tier/.test(ref))).toEqual([]);
    expect(answer({ stores: ['storj/legacy', DOLLAR] }).excluded).toMatchObject([
      { store: 'storj/legacy', reason: { code: 'store-ended', until: '2026-07-01' } },
    ]);
  });
});
