import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { planRivals } from '#core/placement/sensitivity/rivals.ts';
import { deskAt, deskOf } from '#core/placement/desk.ts';
import type { FullDesk } from '#core/placement/desk.ts';
import { placementOfId } from '#core/placement/named.ts';
import { storesOf } from '#core/placement/shape.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) =>
  parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;
const deskFor = (text: ScenarioText) => deskOf(ask(text, sources));
const rivals = (desk: FullDesk) => [...planRivals(desk)].filter((one) => one !== undefined);

function storesAt(desk: FullDesk, discounts: Record<string, number>): string[] {
  const { context } = desk;
  const best = deskAt(desk, { ...context.scenario, discounts }).best({ stores: 2 });
  return best ? storesOf(context, best.placement).map((store) => context.stores[store]?.ref ?? '') : [];
}

test.each(['headline-10pb', 'streamingco'])(
  '%s: at the rate that would bring a store in it is in the plan, and two percent above it is not',
  (name) => {
    const desk = deskFor(example(name));
    const found = rivals(desk);
    const own = storesAt(desk, {});
    expect(found.map(({ store }) => store)).toEqual(
      desk.context.stores.map(({ ref }) => ref).filter((ref) => !own.includes(ref)),
    );
    const priced = found.flatMap((rival) => rival.prices.map((price) => ({ store: rival.store, ...price })));
    expect(priced.length).toBeGreaterThan(0);
    for (const { store, meter, now, value } of priced) {
      expect(value).toBeLessThan(now);
      const names = meter === 'storage' ? ['storage', 'minimum-size', 'early-delete'] : [meter];
      const at = (rate: number) =>
        storesAt(
          desk,
          Object.fromEntries(names.map((one) => [`${store.split('@')[0]}:${one}`, 1 - rate / now])),
        );
      expect(at(value * 0.98)).toContain(store);
      expect(at(value * 1.02)).not.toContain(store);
    }
    for (const { id, more, store } of found) {
      if (id === null) continue;
      const placement = placementOfId(desk.context, id);
      if (!placement) throw new Error(`${id} names no placement`);
      expect(storesOf(desk.context, placement).map((s) => desk.context.stores[s]?.ref)).toContain(store);
      expect(more).toBeCloseTo(desk.judge(placement).low - (desk.best()?.judged.low ?? NaN), 6);
    }
  },
);

test('a store that is not in the best plan even free of charge says so, and so does the plan', () => {
  const desk = deskFor(example('streamingco'));
  const never = rivals(desk).filter(({ ifFree }) => !ifFree);
  expect(never.length).toBeGreaterThan(0);
  for (const { store, prices, words } of never.slice(0, 3)) {
    expect(prices).toEqual([]);
    expect(words).toContain('No price would make it win.');
    expect(storesAt(desk, { [store.split('@')[0] ?? '']: 1 })).not.toContain(store);
  }
});

test('what keeps a store out is the requirement it fails', () => {
  const wasabi = rivals(deskFor(example('thumbnails'))).find(({ store }) => store.startsWith('wasabi/'));
  expect(wasabi).toMatchObject({ alone: 'no' });
  expect(wasabi?.violations.map(({ requirement }) => requirement)).toContain('fair use');
  expect(wasabi?.words).toMatch(/Alone it misses a requirement\. Fair use: egress is/);
});

test('where nothing meets the requirements there is no rival', () => {
  expect(rivals(deskFor({ ...example('headline-10pb'), requirements: { readP99: '0.001 ms' } }))).toEqual([]);
});
