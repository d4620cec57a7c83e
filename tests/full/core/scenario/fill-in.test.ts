import { describe, expect, test } from 'vitest';
import { lastRecorded } from '#core/pricing/archive.ts';
import { filledIn } from '#core/scenario/fill-in.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const objects = { size: '3 MB', count: '100M' };
const filled = (value: unknown) => parseScenario(filledIn(value, wholeArchive()));

describe('what a file leaves out', () => {
  test('is filled in for the shortest scenario', () => {
    const scenario = filled({ workload: { objects, readers: [{ at: 'internet/europe' }] } });
    expect(scenario.asOf).toBe(lastRecorded(wholeArchive()));
    expect(scenario.workload).toMatchObject({
      objects: { standing: { value: 3e14 } },
      readers: [{ at: 'internet/europe', share: 1 }],
      writer: 'internet/europe',
    });
    expect(scenario.stores).toBe('all');
  });

  test('takes the region nearest the writer for each store, and leaves those that need none', () => {
    const at = (writer: string) =>
      filled({
        workload: { objects, readers: [{ at: 'internet/europe' }], writer },
        stores: ['aws/s3-standard', 'aws/s3-standard@us-west-2', 'tigris/standard'],
        copies: ['aws/s3-standard-ia'],
        current: { hot: 'aws/s3-standard', cold: 'aws/s3-standard-ia', after: '30 days' },
      });
    expect(at('aws/eu-west-1').stores).toEqual([
      'aws/s3-standard@eu-west-1',
      'aws/s3-standard@us-west-2',
      'tigris/standard',
    ]);
    expect(at('aws/ap-southeast-1')).toMatchObject({
      copies: ['aws/s3-standard-ia@ap-southeast-1'],
      current: { hot: 'aws/s3-standard@ap-southeast-1', cold: 'aws/s3-standard-ia@ap-southeast-1' },
    });
  });

  test('takes a region in the residency that is asked, where the store has one', () => {
    const stores = (requirements: object) =>
      filled({
        workload: { objects, readers: [{ at: 'internet/CH' }] },
        requirements,
        stores: ['aws/s3-standard', 'hetzner/object-storage'],
      }).stores;
    const [zurich] = stores({});
    expect(zurich).toBe('aws/s3-standard@eu-central-2');
    expect(stores({ residency: 'EU' })).toEqual(['aws/s3-standard@eu-south-1', 'hetzner/object-storage']);
    expect(stores({ jurisdiction: 'EU' })).toEqual(stores({ residency: 'EU' }));
  });

  test('stays as it is where it is written', () => {
    const whole = {
      stowage: 1,
      asOf: '2025-01-01',
      workload: { objects, readers: [{ at: 'internet/DE', share: 1 }], writer: 'aws/us-east-1' },
      stores: 'all',
    };
    expect(filledIn(whole, wholeArchive())).toEqual(whole);
  });

  test.each([
    [{ objects, readers: [{ at: 'internet/DE' }, { at: 'internet/US' }] }, /readers\[1\]\.share: is missing/],
    [{ objects, readers: [{ at: 'frankfurt' }] }, /did you mean aws\/eu-central-1\?/],
    [{ objects, readers: [{ at: 'us-east-1' }] }, /did you mean aws\/us-east-1\?/],
    [{ objects: { ...objects, standing: '1 TB' }, readers: [{ at: 'internet/DE' }] }, /keep one/],
    [{ objects: { size: '1 to 2 MB', count: '1M' }, readers: [{ at: 'internet/DE' }] }, /write standing/],
    [
      { objects: { size: '1 MB', standing: 1e7 }, readers: [{ at: 'internet/DE' }] },
      /standing: "10000000" has no unit; write 10 MB, or count: 10M/,
    ],
    [{ objects: { size: '1 MB', standing: '10M' }, readers: [{ at: 'internet/DE' }] }, /or count: 10M/],
  ])('of %j is not guessed', (workload, message) => {
    expect(() => filled({ workload })).toThrow(message);
  });

  test.each([null, 'text', [], { workload: 3 }, { workload: { readers: {} } }])(
    'of %j is refused',
    (value) => {
      expect(() => filled(value)).toThrow();
    },
  );
});
