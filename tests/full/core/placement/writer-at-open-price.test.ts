/** Objects written from a provider whose egress has no price: a plan that sends them out does not win by what nobody knows. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import type { PlanOptions } from '#core/placement/answer/answered.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const ingest = parse(readFileSync(path.join(ROOT, 'examples/vultr-ai-ingest.yaml'), 'utf8')) as ScenarioText;
const [VULTR, R2, TIGRIS] = ['vultr/standard@ewr', 'cloudflare/r2-standard@enam', 'tigris/standard@global'];
/** Read from outside: Vultr lists no price for traffic inside its own region. */
const workload = { ...ingest.workload, readers: [{ at: 'internet/north-america', share: 1 }] };
const answerOf = (stores: string[], also: PlanOptions['also'] = []) =>
  plan(ask({ ...ingest, workload, stores }, sources), { also });

it('what stays with the provider leads, and what would be cheaper names the price that decides', () => {
  const answer = answerOf([VULTR, R2, TIGRIS]);
  expect(answer.recommendation?.id).toBe(`single:${VULTR}`);
  const totals = new Map(answer.candidates.map(({ id, monthly }) => [id, monthly]));
  const [stays, leaves] = [totals.get(`single:${VULTR}`), totals.get(`single:${R2}`)];
  expect(stays?.range).toEqual([stays?.total, stays?.total]);
  expect(leaves?.range).toEqual([leaves?.total, null]);
  expect(leaves?.total ?? Infinity).toBeLessThan(stays?.total ?? 0);
  expect(answer.findings).toContainEqual(
    expect.objectContaining({
      code: 'price-decides',
      id: `single:${R2}`,
      store: 'vultr/transfer',
      high: null,
    }),
  );
});

it('where every store is out there, what all must send sets none apart, and sending it twice has no upper price', () => {
  const twice = { hot: R2, cold: TIGRIS, thresholdDays: 1, entry: 'dual' } as const;
  const answer = answerOf([R2, TIGRIS], [twice]);
  expect(answer.recommendation?.id).toBe(`single:${R2}`);
  const shown = answer.candidates.filter(({ policy }) => policy?.entry === 'dual');
  expect(shown.map(({ feasible }) => feasible)).toEqual(['unproven']);
});

it('nor does it where the only store there is one that nobody has measured and a latency is required', () => {
  const answer = plan(
    ask({ ...ingest, workload, stores: [VULTR, R2, TIGRIS], requirements: { firstByteP99: '2 s' } }, sources),
  );
  const chosen = answer.candidates.find(({ id }) => id === answer.recommendation?.id);
  expect(chosen?.stores).toEqual([R2]);
  expect(chosen?.monthly.atLeast).toBe(true);
  expect(answer.findings).toContainEqual({ code: 'writer-egress-unknown', writer: 'vultr/ewr' });
});

it('nor where the only store there has to be spread over several buckets', () => {
  const hetzner = 'hetzner/object-storage-usd@hel1';
  const objects = { size: '400 kB', standing: '600 TB', arrivals: '500k/day', retention: 'forever' };
  const crowded = { ...workload, objects, writer: 'hetzner/hel1' };
  const answer = plan(ask({ ...ingest, workload: crowded, stores: [hetzner, R2, TIGRIS] }, sources));
  expect(answer.recommendation?.id).toBe(`single:${R2}`);
  expect(answer.recommendation?.reasons[1]?.words).toMatch(
    /^The price of what the writer sends is not known: /,
  );
});
