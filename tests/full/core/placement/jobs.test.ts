import { describe, expect, it } from 'vitest';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: allDatasets(), named: [] } };
const standard = 'aws/s3-standard@us-east-1';
const vultr = 'vultr/standard@ewr';
const kept: ScenarioText = {
  stowage: 1,
  asOf: '2026-11-20',
  workload: {
    objects: { size: '100 MB', standing: '100 GB' },
    readers: [{ at: 'aws/us-east-1', share: 1 }],
    writer: 'aws/us-east-1',
  },
  stores: [standard],
};
const restore = {
  name: 'restore',
  at: 'aws/us-east-1',
  read: 1000,
  size: '100 MB',
  concurrency: 8,
  perMonth: 2,
};
const single = (text: ScenarioText, ref = standard) =>
  plan(ask(text, sources)).candidates.find((one) => one.id === `single:${ref}`);

describe('batch jobs', () => {
  it('bill their reads: two restores of 1,000 objects are 2,000 GETs at 0.0004 per 1,000', () => {
    const [without, withJob] = [single(kept), single({ ...kept, jobs: [restore] })];
    expect((withJob?.monthly.total ?? NaN) - (without?.monthly.total ?? NaN)).toBeCloseTo(0.0008, 9);
  });

  it('bill the bytes that leave: 200 GB to the internet, less the free 100 GiB, at 0.09 per GiB', () => {
    const away = single({ ...kept, jobs: [{ ...restore, at: 'internet/DE' }] });
    const egress = (away?.monthly.total ?? NaN) - (single(kept)?.monthly.total ?? NaN) - 0.0008;
    expect(egress).toBeCloseTo((200e9 / 2 ** 30 - 100) * 0.09, 6);
  });

  it('take as long as their reads do at the concurrency they have', () => {
    const [eight, sixteen] = [restore, { ...restore, concurrency: 16 }].map(
      (job) => single({ ...kept, jobs: [job] })?.jobs[0],
    );
    expect(eight?.boundBy).toBe('latency');
    expect((eight?.seconds ?? NaN) / (sixteen?.seconds ?? NaN)).toBeCloseTo(2, 9);
    expect(eight?.grade).toBe('extrapolated');
  });

  it('are of unknown length where nobody measured the store', () => {
    expect(single({ ...kept, stores: [vultr], jobs: [restore] }, vultr)?.jobs[0]).toEqual({
      name: 'restore',
      seconds: null,
      boundBy: null,
      network: null,
      grade: 'missing',
    });
  });
});
