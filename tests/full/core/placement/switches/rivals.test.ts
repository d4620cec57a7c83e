import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { planRivals } from '#core/placement/switches/rivals.ts';
import { ask } from '#core/question.ts';
import type { Rival } from '#core/report/switch-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) =>
  parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;
const rivals = (text: ScenarioText) => [...planRivals(ask(text, sources))].filter((one) => one !== undefined);

/** The stores of the best plan where one rate of a store is another. */
function bestAt(text: ScenarioText, { store, prices }: Rival, meter: string, value: number): string[] {
  const now = prices.find((one) => one.meter === meter)?.now ?? NaN;
  const names = meter === 'storage' ? ['storage', 'minimum-size', 'early-delete'] : [meter];
  const discounts = Object.fromEntries(
    names.map((name) => [`${store.split('@')[0]}:${name}`, 1 - value / now]),
  );
  const answer = plan(ask({ ...text, discounts }, sources));
  return answer.candidates.find(({ id }) => id === answer.recommendation?.id)?.stores ?? [];
}

test.each(['headline-10pb', 'streamingco'])(
  '%s: at the rate that would bring a store in it is in the plan, and a thousandth above it is not',
  { timeout: 300_000 },
  (name) => {
    const text = example(name);
    const found = rivals(text);
    const best = plan(ask(text, sources));
    const stores = best.candidates.find(({ id }) => id === best.recommendation?.id)?.stores ?? [];
    expect(found.map(({ store }) => store).sort()).toEqual(
      best.pricing
        .map(({ store, region }) => `${store}@${region}`)
        .filter((ref) => !stores.some((own) => own.split('@')[0] === ref.split('@')[0]))
        .map((ref) => found.find((one) => one.store.startsWith(ref.split('@')[0] ?? ''))?.store)
        .sort(),
    );
    const priced = found.flatMap((rival) => rival.prices.map((price) => ({ rival, price })));
    expect(priced.length).toBeGreaterThan(0);
    for (const { rival, price } of priced) {
      expect(price.value).toBeLessThan(price.now);
      expect(bestAt(text, rival, price.meter, price.value * 0.999)).toContain(rival.store);
      expect(bestAt(text, rival, price.meter, price.value * 1.001)).not.toContain(rival.store);
    }
  },
);

test('a store that is not in the best plan even free of charge says so, and so does the plan', () => {
  const text = example('streamingco');
  const never = rivals(text).filter(({ ifFree }) => !ifFree);
  expect(never.length).toBeGreaterThan(0);
  for (const rival of never.slice(0, 3)) {
    expect(rival.prices).toEqual([]);
    expect(rival.words).toContain('No price would bring it in');
    const free = plan(ask({ ...text, discounts: { [rival.store.split('@')[0] ?? '']: 1 } }, sources));
    const best = free.candidates.find(({ id }) => id === free.recommendation?.id);
    expect(best?.stores).not.toContain(rival.store);
  }
});

test('what keeps a store out is the requirement it fails', () => {
  const wasabi = rivals(example('thumbnails')).find(({ store }) => store.startsWith('wasabi/'));
  expect(wasabi).toMatchObject({ id: null, more: null, alone: 'no' });
  expect(wasabi?.violations.map(({ requirement }) => requirement)).toContain('fair use');
  expect(wasabi?.words).toContain('Alone it fails fair use');
});

test('without a proven plan there is no rival', () => {
  expect(rivals({ ...example('headline-10pb'), requirements: { readP99: '0.001 ms' } })).toEqual([]);
});
