import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { predict } from '#core/latency/predict.ts';
import { ask, withChanges, withoutDataset } from '#core/question.ts';
import { pinScenario } from '#core/report/pin.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const everything = evidenceBase(allDatasets());
const archive = wholeArchive();
const asked = (scenario: ScenarioText) => ask(scenario, { archive, evidence: everything });
const evidenceOf = (scenario: ScenarioText) => asked(scenario).evidence;
const ids = (datasets: string[]) => evidenceOf(aScenario({ datasets })).datasets.map(({ id }) => id);

describe('the datasets of a scenario', () => {
  it('are all, and a claimed one serves when it is listed', () => {
    expect(ids([])).toHaveLength(allDatasets().length);
    const evidence = evidenceOf(aScenario({ datasets: ['dev-2024-claimed'] }));
    expect(evidence.named).toEqual(['dev-2024-claimed']);
  });

  it('are without what is left out by "not", and answers rest on the others', () => {
    expect(ids(['not macaron-2024'])).not.toContain('macaron-2024');
    const query = {
      store: 'aws/s3-standard',
      at: 'aws/us-east-1',
      operation: 'GET',
      metric: 'total',
      sizeBytes: 1024,
      from: 'aws/us-east-1',
    } as const;
    const used = (datasets: string[]) =>
      predict(query, evidenceOf(aScenario({ datasets })))?.evidence.map(({ dataset }) => dataset);
    expect(used([])).toContain('macaron-2024');
    expect(used(['not macaron-2024'])).not.toContain('macaron-2024');
    expect(used(['not macaron-2024'])).toContain('prisma-2026');
  });

  it('are used first where they are listed, and a link made of that keeps it', () => {
    const query = {
      store: 'aws/s3-standard',
      at: 'aws/eu-central-1',
      operation: 'GET',
      metric: 'total',
      sizeBytes: 10_240,
      from: 'aws/us-east-1',
    } as const;
    const firstOf = (scenario: ScenarioText) => predict(query, evidenceOf(scenario))?.evidence[0]?.dataset;
    const usual = firstOf(aScenario({}));
    const other = ['prisma-2026', 'macaron-2024'].find((id) => id !== usual) ?? '';
    const one = aScenario({ datasets: [other] });
    expect(firstOf(one)).toBe(other);
    const pinned = pinScenario(ask(one, { archive, evidence: everything }));
    expect(firstOf(pinned)).toBe(other);
    const both = aScenario({ datasets: [other, usual ?? ''] });
    const pinnedBoth = pinScenario(ask(both, { archive, evidence: everything }));
    expect([firstOf(both), firstOf(pinnedBoth)]).toEqual([other, other]);
  });

  it('are pinned without what is left out', () => {
    const pinned = pinScenario(
      ask(aScenario({ datasets: ['not macaron-2024'] }), {
        archive,
        evidence: everything,
      }),
    );
    expect(Object.keys(pinned.datasets ?? {})).toContain('prisma-2026');
    expect(Object.keys(pinned.datasets ?? {})).not.toContain('macaron-2024');
  });
});

describe('a question', () => {
  it('is refused where the scenario names what is not known', () => {
    expect(() => asked(aScenario({ stores: ['aws/no-such-store@us-east-1'] }))).toThrow(ScenarioError);
  });

  it('names the pinned datasets that are not here', () => {
    expect(asked(aScenario({ datasets: { 'gone-2020': '0123456789abcdef' } })).missing).toEqual([
      'gone-2020',
    ]);
  });

  it('keeps its evidence, with all that is remembered by it, when its stores change', () => {
    const question = asked(aScenario({ datasets: ['not macaron-2024'] }));
    const changed = withChanges(question, { stores: ['aws/s3-standard@us-east-1'] });
    expect(changed.evidence).toBe(question.evidence);
    expect([changed.text.stores, changed.scenario.stores]).toEqual([
      ['aws/s3-standard@us-east-1'],
      ['aws/s3-standard@us-east-1'],
    ]);
  });

  it('has the same evidence as another that chooses the same datasets', () => {
    const one = asked(aScenario({ datasets: ['not macaron-2024'] }));
    const other = asked(aScenario({ name: 'Another', datasets: ['not macaron-2024'] }));
    expect(other.evidence).toBe(one.evidence);
    expect(withoutDataset(one, 'prisma-2026').evidence).toBe(withoutDataset(other, 'prisma-2026').evidence);
  });
});
