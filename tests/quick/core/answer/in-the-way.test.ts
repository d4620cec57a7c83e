/** What is said where nothing is recommended. */
import { expect, test } from 'vitest';
import { inTheWay } from '#core/answer/words/in-the-way.ts';
import { namesWith } from '#core/answer/words/placement.ts';
import type { Condition, MissingMeasurement, Plan } from '#core/report/plan-types.ts';
import { COLD, HOT, aPlan, aSingle } from '#tests/helpers/aPlan.ts';

/** As written: no file names them. */
const names = namesWith(
  (ref) => ref,
  () => undefined,
);
const owner = { what: 'an owner in EU', has: 'no' as const };

test('first a store that lacks a measurement alone, with the command that measures it', () => {
  const aMissing = {
    store: HOT,
    operation: 'GET',
    probe: `stowage probe run --store ${HOT} --op GET`,
    probeCost: 0.001,
  } as MissingMeasurement;
  const plan = aPlan({
    recommendation: null,
    cards: [],
    candidates: [aSingle(HOT, { feasible: 'unproven', notMeasured: [HOT], missing: [aMissing] })],
  });
  const [first] = inTheWay(plan, names);
  expect(first?.text).toMatch(
    /^Nobody has measured .*\/month, which lacks nothing else\. Measure it for less than \$0\.01:$/,
  );
  expect(first?.command).toBe(aMissing.probe);
});

test('the nearest placement, what keeps out most stores, and the exchange rate that is missing', () => {
  const ask: Condition = {
    code: 'fact-unknown',
    store: COLD,
    words: 'if its provider says yes (ask X: object lock)',
  };
  const plan = aPlan({
    recommendation: null,
    cards: [],
    candidates: [
      aSingle(HOT, {
        feasible: 'unproven',
        conditions: [ask, { ...ask, words: 'if X keeps objects in EU' }],
      }),
      aSingle(COLD, { feasible: 'unproven', conditions: [ask] }),
    ],
    excluded: [
      ...['a/a', 'b/b'].map((store) => ({
        store,
        reason: { code: 'store-lacks' as const, store, lacks: [owner] },
      })),
      {
        store: 'c/c',
        reason: {
          code: 'store-lacks' as const,
          store: 'c/c',
          lacks: [owner, { what: 'object lock', has: 'no' as const }],
        },
      },
      { store: 'd/d', reason: { code: 'rate-missing', store: 'd/d', currency: 'EUR', into: 'USD' } },
    ],
  });
  const [nearest, ...others] = inTheWay(plan, names).map(({ text }) => text);
  expect(nearest).toMatch(/^Nearest: .*\/month, if its provider says yes \(ask X: object lock\)\.$/);
  expect(nearest).toContain(COLD);
  expect(others).toEqual([
    'An owner in EU alone keeps out 2 stores. Relax it first.',
    '1 store priced in EUR is left out. Add fx: { EUR: <USD for 1 EUR>, date: <yyyy-mm-dd> }.',
  ]);
});

const noRate = (store: string) => ({
  store,
  reason: { code: 'rate-missing' as const, store, currency: 'EUR', into: 'USD' },
});
const waysWith = (changes: Partial<Plan['scenario']>, more: Partial<Plan>) =>
  inTheWay(
    aPlan({ recommendation: null, cards: [], ...more, scenario: { ...aPlan().scenario, ...changes } }),
    names,
  ).map(({ text }) => text);

test('a store that the scenario names comes first where an exchange rate is missing', () => {
  const excluded = [noRate('a/a@x'), noRate('self-hosted/minio@fsn1'), noRate('b/b@x'), noRate('c/c@x')];
  const words = waysWith({ stores: ['b/b'] }, { candidates: [], excluded });
  expect(words).toEqual([
    'Self-hosted/minio@fsn1 and b/b@x are left out: the price is in EUR, and the scenario states no exchange rate. Add fx: { EUR: <USD for 1 EUR>, date: <yyyy-mm-dd> }.',
    '2 more stores priced in EUR are left out as well.',
  ]);
});

test('what to write where a single zone keeps stores out and no zones are stated', () => {
  const violations = [{ requirement: 'zones', required: 'more than one', found: '1' }];
  const candidates = [aSingle(COLD, { feasible: 'no', violations })];
  expect(waysWith({}, { candidates })[0]).toMatch(
    /^A single zone alone keeps out 1 store\. If one zone is enough, write requirements\.zones: 1\. If the objects can be made again, write workload\.objects\.reproducible: true\. Then: .*\/month\.$/,
  );
  expect(waysWith({ requirements: { zones: 3 } }, { candidates })[0]).toMatch(
    /^Zones alone keeps out 1 store\. Without it: /,
  );
});
