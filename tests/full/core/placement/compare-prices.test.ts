import { describe, expect, test } from 'vitest';
import { compareDays, priceEffect } from '#core/placement/variations/compare-prices.ts';
import { ask } from '#core/question.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: [], named: [] } };
const EXPRESS = 'aws/s3-express-one-zone';
const text = aScenario({
  asOf: '2025-04-01',
  stores: [`${EXPRESS}@us-east-1`, 'backblaze/b2@us-east'],
});

describe('a scenario on two days', () => {
  test('that are one moves nothing', () => {
    const found = compareDays(ask(text, sources), text.asOf);
    expect(found.editions).toEqual([]);
    expect(found.candidates.length).toBeGreaterThan(0);
    expect(found.candidates.every(({ change }) => change === 0)).toBe(true);
  });

  test('names the winner of either day on both', () => {
    const found = compareDays(ask(text, sources), '2025-05-01');
    for (const id of [found.winner.from, found.winner.to]) {
      const winner = found.candidates.find((one) => one.id === id);
      expect(winner?.from, `${id} before`).not.toBe(null);
      expect(winner?.to, `${id} after`).not.toBe(null);
    }
  });

  test('gives no change between a total and the least that another one is', () => {
    const found = compareDays(
      ask(aScenario({ asOf: '2023-05-01', stores: ['aws/s3-standard@eu-west-1'] }), sources),
      '2026-11-20',
    );
    const standard = found.candidates.find(({ id }) => id === 'single:aws/s3-standard@eu-west-1');
    expect(standard?.atLeast).toEqual({ from: true, to: false });
    expect(standard?.change).toBe(null);
  });

  test('knows today what a link of old did not: only the older side is pinned', () => {
    const pinned = { ...text, knownOn: '2026-11-20' };
    const { archive } = sources;
    // As if the cut had entered the archive after the link was made.
    const late = {
      ...archive,
      editions: (store: string) =>
        archive
          .editions(store)
          .map((one) => (one.date === '2025-04-10' ? { ...one, recorded: '2026-12-01' } : one)),
    };
    const found = compareDays(ask(pinned, { ...sources, archive: late }), '2025-05-01');
    expect(found.editions).toContainEqual({
      store: EXPRESS,
      region: 'us-east-1',
      from: `${EXPRESS}/2023-11-28`,
      to: `${EXPRESS}/2025-04-10`,
    });
  });
});

describe('the prices of a store on two days', () => {
  const cut = { store: EXPRESS, from: '2025-04-01', to: '2025-05-01' };
  const later = { ...text, asOf: '2026-11-20' };

  test('that are one do nothing to a scenario', () => {
    const found = priceEffect(ask(later, sources), { ...cut, to: cut.from });
    expect(found?.winner.changed).toBe(false);
    expect(found?.candidates.every(({ change }) => change === 0)).toBe(true);
  });

  test('move that store alone', () => {
    const found = priceEffect(ask(later, sources), cut);
    const change = (id: string) => found?.candidates.find((one) => one.id === id)?.change;
    expect(change(`single:${EXPRESS}@us-east-1`)).toBeLessThan(0);
    expect(change('single:backblaze/b2@us-east')).toBe(0);
  });

  test('do nothing where the store is no candidate', () => {
    expect(priceEffect(ask({ ...later, stores: ['backblaze/b2@us-east'] }, sources), cut)).toBe(null);
  });
});
