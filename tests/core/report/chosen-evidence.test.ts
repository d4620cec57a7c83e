import { describe, expect, it } from 'vitest';
import { loadArchive } from '#catalog/from-files.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { predict } from '#core/latency/predict.ts';
import { evidenceFor } from '#core/report/chosen-evidence.ts';
import { pinScenario } from '#core/report/pin.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario } from '../../helpers/aScenario.ts';
import { allDatasets } from '../../helpers/datasets.ts';

const everything = evidenceBase(allDatasets());
const ids = (datasets: string[]) =>
  evidenceFor(aScenario({ datasets }), everything).evidence.datasets.map(({ id }) => id);

describe('the datasets of a scenario', () => {
  it('are all, and a claimed one serves when it is listed', () => {
    expect(ids([])).toHaveLength(allDatasets().length);
    const { evidence } = evidenceFor(aScenario({ datasets: ['dev-2024-claimed'] }), everything);
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
      predict(query, evidenceFor(aScenario({ datasets }), everything).evidence)?.evidence.map(
        ({ dataset }) => dataset,
      );
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
    const firstOf = (scenario: ScenarioText) =>
      predict(query, evidenceFor(scenario, everything).evidence)?.evidence[0]?.dataset;
    const usual = firstOf(aScenario({}));
    const other = ['prisma-2026', 'macaron-2024'].find((id) => id !== usual) ?? '';
    const asked = aScenario({ datasets: [other] });
    expect(firstOf(asked)).toBe(other);
    const pinned = pinScenario(asked, { archive: loadArchive('.'), evidence: everything });
    expect(firstOf(pinned)).toBe(other);
    const both = aScenario({ datasets: [other, usual ?? ''] });
    const pinnedBoth = pinScenario(both, { archive: loadArchive('.'), evidence: everything });
    expect([firstOf(both), firstOf(pinnedBoth)]).toEqual([other, other]);
  });

  it('are pinned without what is left out', () => {
    const pinned = pinScenario(aScenario({ datasets: ['not macaron-2024'] }), {
      archive: loadArchive('.'),
      evidence: everything,
    });
    expect(Object.keys(pinned.datasets ?? {})).toContain('prisma-2026');
    expect(Object.keys(pinned.datasets ?? {})).not.toContain('macaron-2024');
  });
});
