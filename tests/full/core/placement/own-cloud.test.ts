/** Stores that `stores: all` takes, by the cloud that the workload is in. */
import { expect, it } from 'vitest';
import { candidateStores } from '#core/placement/context/candidate-stores.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const names = (at: string, current?: string, reads = '1M/day') =>
  candidateStores(
    parseScenario({
      stowage: 1,
      asOf: '2026-11-20',
      workload: {
        objects: { size: '1 MB', arrivals: '1M/day', retention: '1 year' },
        reads: { rate: reads },
        readers: [{ at, share: 1 }],
        writer: at,
      },
      requirements: { restoreWithin: '1 day' },
      ...(current === undefined ? {} : { current }),
    }),
    wholeArchive(),
  ).usable.map(({ store }) => store);

it('variants of several zones take part in their own cloud alone: plain stores of Azure hold objects in one zone', () => {
  for (const own of [names('azure/westeurope'), names('internet/europe', 'azure/blob-hot@westeurope')]) {
    expect(own).toEqual(expect.arrayContaining(['azure/blob-hot-zrs', 'azure/blob-cool-zrs']));
    expect(own).not.toContain('azure/blob-hot-grs');
    expect(own).not.toContain('google/standard-hns');
  }
  expect(names('aws/eu-west-1')).not.toContain('azure/blob-hot-zrs');
});

it('so do its archives: what nobody reads would lie in Azure Archive', () => {
  const own = names('azure/westeurope', undefined, '0/day');
  expect(own).toEqual(expect.arrayContaining(['azure/blob-archive', 'aws/s3-glacier-deep-archive']));
  expect(names('aws/eu-west-1', undefined, '0/day')).not.toContain('azure/blob-archive');
});
