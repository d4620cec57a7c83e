import { describe, expect, test } from 'vitest';
import { parseProbePlan, plannedRequests } from '#probe/plan/plan-file.ts';
import { PRESET_NAMES } from '#probe/plan/presets.ts';
import type { PresetName } from '#probe/plan/presets.ts';
import { aPlan, aPlanFile } from '#tests/helpers/aProbe.ts';

describe('a probe plan', () => {
  test('becomes one cell for each operation, size and concurrency', () => {
    const plan = aPlan([
      { op: ['GET', 'PUT'], size: ['1 KiB', '1 MiB'], concurrency: [1, 8], requests: '2k' },
      { op: 'GET_RANGE', size: '4 MB', range: '64 KiB' },
    ]);
    expect(plan.cells).toHaveLength(9);
    expect(plan.cells[3]).toMatchObject({
      operation: 'GET',
      sizeBytes: 2 ** 20,
      concurrency: 8,
      requests: 2000,
    });
    expect(plan.cells[8]).toMatchObject({ operation: 'GET_RANGE', sizeBytes: 4e6, rangeBytes: 65536 });
    expect(plannedRequests(plan)).toBe(8 * 2002 + 42);
  });

  test('names store and region of each target', () => {
    const { targets } = aPlan([{}], {
      targets: [
        { store: 'aws/s3-standard@eu-west-1' },
        { store: 'minio/local', endpoint: 'http://localhost:9000', unpriced: true },
      ],
    });
    expect(targets).toMatchObject([
      { store: 'aws/s3-standard', region: 'eu-west-1', bucket: null, unpriced: false },
      { store: 'minio/local', region: null, unpriced: true },
    ]);
  });

  test('may be the method of a published benchmark', () => {
    const { measure: _measure, ...rest } = aPlanFile();
    const preset = (name: PresetName) => parseProbePlan({ ...rest, preset: name });
    for (const name of PRESET_NAMES) expect(preset(name).title).toMatch(/^As /);
    expect(() => parseProbePlan(rest)).toThrow(/measure: is missing; .* prisma-latency/);
    expect(() => parseProbePlan({ ...aPlanFile(), preset: 'objectbench' })).toThrow(/two things/);
  });

  test.each([
    ['a misspelt key', { ...aPlanFile(), objcts: 3 }, /objcts/],
    ['an operation that is none', aPlanFile([{ op: 'GETS' as 'GET' }]), /measure\[0\]\.op/],
    ['a size that is none', aPlanFile([{ size: '10 KB/s' }]), /measure\[0\]\.size/],
    ['a range that is missing', aPlanFile([{ op: 'GET_RANGE' }]), /measure\[0\]\.range: is missing/],
    ['a range beyond the object', aPlanFile([{ op: 'GET_RANGE', range: '1 MiB' }]), /not within the size/],
    ['a condition on a read', aPlanFile([{ ifAbsent: true }]), /ifAbsent: is for PUT alone/],
    ['a condition of writes on a read', aPlanFile([{ ifMatch: true }]), /ifMatch: is for PUT alone/],
    ['a condition of reads on a write', aPlanFile([{ op: 'PUT', ifNoneMatch: true }]), /is for GET alone/],
    ['two conditions', aPlanFile([{ op: 'PUT', ifAbsent: true, ifMatch: true }]), /contradict each other/],
    [
      'a condition on parts',
      aPlanFile([{ op: 'PUT', size: '10 MiB', parts: { size: '5 MiB' }, ifMatch: true }]),
      /parts: go without a condition/,
    ],
    ['parts of a read', aPlanFile([{ parts: { size: '8 MiB' } }]), /parts: is for PUT alone/],
    ['a mix of one', aPlanFile([{ op: 'MIXED', mix: { GET: 1 } }]), /mix: is missing/],
    ['parts too small', aPlanFile([{ op: 'PUT', parts: { size: '1 MiB' } }]), /below 5 MiB/],
    [
      'more parts than Google joins',
      aPlanFile([{ op: 'PUT', size: '165 MiB', parts: { size: '5 MiB' } }], {
        targets: [{ store: 'google/standard@us-east4' }],
      }),
      /measure: .* has 33 parts, and Google joins at most 32/,
    ],
    [
      "AWS's client for a store that does not speak S3",
      aPlanFile([{}], { client: 'sdk', targets: [{ store: 'azure/blob-hot@eastus' }] }),
      /client: sdk is AWS's own client, which does not speak to azure\/blob-hot/,
    ],
    [
      'popularity of what is written',
      aPlanFile([{ op: 'PUT', zipf: 1 }]),
      /zipf: is about objects that are read/,
    ],
    ['a range of a whole read', aPlanFile([{ range: '1 KiB' }]), /is for GET_RANGE alone/],
    [
      'a place that is none',
      aPlanFile([{}], { from: 'aws/us-eats-1' }),
      /from: .*did you mean aws\/us-east-1/,
    ],
    ['a store that is none', aPlanFile([{}], { targets: [{ store: 'S3' }] }), /targets\[0\]\.store/],
    ['no requests', aPlanFile([{ requests: 0 }]), /measure\[0\]\.requests/],
    ['half a request', aPlanFile([{ requests: 1.5 }]), /measure\[0\]\.requests/],
    ['a prefix with dots and slashes', aPlanFile([{}], { prefix: '/etc' }), /prefix/],
    [
      'one thing twice',
      aPlanFile([{ op: ['GET', 'PUT'] }, { size: '10 KiB' }]),
      /asks for GET 10 KiB, 1 at a time twice/,
    ],
    ['nothing to measure', aPlanFile([]), /measure/],
    ['more than fits one object', aPlanFile([{ size: '2 GiB' }]), /at most 1 GiB/],
  ])('with %s is not understood', (_, file, message) => {
    expect(() => parseProbePlan(file)).toThrow(message);
  });
});
