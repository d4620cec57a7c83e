import { describe, expect, it } from 'vitest';
import { UsageFileError, parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { usagesOf } from '#tests/helpers/usages-of.ts';

const base = { store: 'aws/s3-standard', region: 'us-east-1', asOf: '2026-05-01' };

function parsed(keys: Record<string, unknown>): Usage {
  const [usage] = usagesOf({ ...base, ...keys });
  if (!usage) throw new Error('one usage was written');
  return usage;
}

function issuesOf(value: unknown) {
  try {
    usagesOf(value);
  } catch (error) {
    if (error instanceof UsageFileError) return error.issues;
    throw error;
  }
  return [];
}

describe('access tiers', () => {
  it('hold a part of what is stored on average', () => {
    const { accessTiers } = parsed({
      stored: '100 GB',
      objectSize: '1 MB',
      accessTiers: { infrequent: '40 GB', 'archive-instant': '10 GB' },
    });
    expect(accessTiers).toEqual([
      { tier: 'infrequent', byteHours: 0, averageBytes: 40e9, sizeBytes: 1e6 },
      { tier: 'archive-instant', byteHours: 0, averageBytes: 10e9, sizeBytes: 1e6 },
    ]);
  });

  it('cannot hold more than is stored, nor a part of what is not stated', () => {
    const paths = (keys: Record<string, unknown>) => issuesOf({ ...base, ...keys }).map(({ path }) => path);
    expect(paths({ stored: '1 GB', accessTiers: { infrequent: '2 GB' } })).toEqual(['accessTiers']);
    expect(paths({ storedByteHours: 1e12, accessTiers: { infrequent: '1 GB' } })).toEqual(['accessTiers']);
  });
});

describe('a usage file', () => {
  it('reads every key of the example in the design', () => {
    const [usage] = usagesOf({
      store: 'aws/s3-express-one-zone',
      region: 'us-east-1',
      asOf: '2025-05-01',
      days: 30,
      stored: '10 GiB',
      objects: 1_000_000,
      objectSize: '10 KiB',
      requests: { PutObject: 1_000_000, GetObject: '9M', DeleteObject: 1_000_000 },
      bytesPerRequest: { PutObject: '20 KiB' },
      egress: { internet: '5 GB' },
      deletedEarly: { bytes: '1 GB', averageAge: '2 days' },
      transitions: { in: 7 },
      replicated: { bytes: '1 TB', objects: 10, to: 'us-east-2' },
      subscriptions: 3,
    });
    expect(usage).toEqual({
      store: 'aws/s3-express-one-zone',
      region: 'us-east-1',
      asOf: '2025-05-01',
      period: { days: 30 },
      byteHours: 0,
      held: [],
      average: { bytes: 10 * 2 ** 30, held: [{ sizeBytes: 10_240, objects: 1e6 }] },
      requests: [
        { operation: 'PutObject', count: 1e6, bytesEach: 20_480 },
        { operation: 'GetObject', count: 9e6, bytesEach: 10_240 },
        { operation: 'DeleteObject', count: 1e6, bytesEach: 10_240 },
      ],
      egress: [{ to: 'internet', bytes: 5e9 }],
      deletedEarly: [{ bytes: 1e9, ageHours: 48, sizeBytes: 10_240 }],
      transitionsIn: 7,
      replicated: { bytes: 1e12, objects: 10, to: 'us-east-2' },
      subscriptions: 3,
    } satisfies Usage);
  });

  it('names the period by month, by days, or not at all', () => {
    expect(parsed({ month: '2026-03' }).period).toEqual({ monthOf: '2026-03' });
    expect(parsed({ days: '36 h' }).period).toEqual({ days: 1.5 });
    expect(parsed({}).period).toBe('edition-month');
  });

  it('finds sizes from bytes and objects, and objects from bytes and sizes', () => {
    expect(parsed({ stored: '1 GB', objects: 1000 }).average?.held).toEqual([
      { sizeBytes: 1e6, objects: 1000 },
    ]);
    expect(parsed({ stored: '1 GB', objectSize: '1 MB' }).average?.held).toEqual([
      { sizeBytes: 1e6, objects: 1000 },
    ]);
    expect(parsed({ storedByteHours: 7.2e11, objectSize: '1 MB' }).held).toEqual([
      { sizeBytes: 1e6, objectHours: 720_000 },
    ]);
    expect(parsed({ storedByteHours: 7.2e11, objects: 1000, days: 30 }).average?.held).toEqual([
      { sizeBytes: 1e6, objects: 1000 },
    ]);
    expect(parsed({ stored: '1 GB' }).average?.held).toEqual([]);
  });

  it('leaves a body size unstated rather than guess it', () => {
    expect(parsed({ stored: '1 GB', objects: 1000, requests: { GetObject: 1 } }).requests).toEqual([
      { operation: 'GetObject', count: 1 },
    ]);
  });

  it('reads a place as a destination: a region of the same provider, or the internet', () => {
    const to = (name: string) => parsed({ egress: { [name]: '1 GB' } }).egress[0]?.to;
    expect(to('aws/eu-west-1')).toEqual({ region: 'eu-west-1' });
    expect(to('us-east-2')).toEqual({ region: 'us-east-2' });
    expect(to('cloudflare/weur')).toBe('internet');
    expect(to('internet/europe')).toEqual({ internet: 'europe' });
    expect(to('internet/AU')).toEqual({ internet: 'AU' });
    expect(to('vultr/syd'), 'another cloud is the internet of its country').toEqual({ internet: 'AU' });
    expect(to('other-zone')).toBe('other-zone');
  });

  it('holds one usage or a list, bare or under usages, with what the bill is made under', () => {
    expect(parseBillRequest(base)).toMatchObject({ isList: false, options: {} });
    expect(parseBillRequest([base, base])).toMatchObject({ isList: true, usages: [{}, {}] });
    const request = parseBillRequest({
      usages: [base],
      account: { aws: { internetEgress: '40 TB', stored: '1 PB' } },
      discounts: { aws: '12 %' },
      fx: { EUR: 1.16, date: '2026-05-01' },
    });
    expect(request).toMatchObject({
      isList: true,
      options: {
        account: { aws: { internetEgressBytes: 40e12, storedBytes: 1e15 } },
        discounts: { aws: 0.12 },
        fx: { EUR: 1.16, date: '2026-05-01' },
      },
    });
  });
});

describe('a usage file that is not understood', () => {
  it.each([
    ['a misspelt key', { ...base, sotred: '1 GB' }, { path: '', suggestion: 'stored' }],
    ['a key misspelt in a list', [base, { ...base, egres: {} }], { path: '[1]', suggestion: 'egress' }],
    [
      'no price date',
      { store: 'aws/s3-standard' },
      { path: 'asOf', message: 'is missing; write it like 2026-11-20' },
    ],
    ['an unknown unit', { ...base, stored: '10 GiBs of data' }, { path: 'stored' }],
    [
      'a negative size',
      { ...base, stored: '-1 GB' },
      { path: 'stored', message: '"-1 GB" is negative; the least is 0' },
    ],
    ['a negative count', { ...base, requests: { PutObject: -5 } }, { path: 'requests.PutObject' }],
    ['a store that is not one', { ...base, store: 'aws/' }, { path: 'store' }],
    [
      'a day that is not',
      { ...base, asOf: '2026-02-30' },
      { path: 'asOf', message: 'there is no day "2026-02-30"' },
    ],
    ['two periods', { ...base, days: 3, month: '2026-03' }, { path: 'month' }],
    [
      'two statements of what is held',
      { ...base, stored: '1 GB', storedByteHours: 3 },
      { path: 'storedByteHours' },
    ],
    [
      'bodies of requests that are not made',
      { ...base, requests: { PutObject: 1 }, bytesPerRequest: { PutObjct: '1 kB' } },
      { path: 'bytesPerRequest.PutObjct', suggestion: 'PutObject' },
    ],
    [
      'a misspelt destination',
      { ...base, egress: { internt: '1 GB' } },
      { path: 'egress.internt', suggestion: 'internet' },
    ],
    [
      'a place that is not',
      { usages: [{ ...base, egress: { 'aws/us-east-9': '1 GB' } }] },
      { path: 'usages[0].egress.aws/us-east-9' },
    ],
    ['bytes in no objects', { ...base, stored: '1 GB', objects: 0 }, { path: 'objects' }],
    ['objects of no bytes', { ...base, stored: '1 GB', objectSize: 0 }, { path: 'objectSize' }],
    ['objects over an unnamed period', { ...base, storedByteHours: 5, objects: 3 }, { path: 'objects' }],
    [
      'no subscription',
      { ...base, subscriptions: 0 },
      { path: 'subscriptions', message: '0 is below the smallest allowed, 1' },
    ],
    [
      'part of a subscription',
      { ...base, subscriptions: 1.5 },
      { path: 'subscriptions', message: 'expected a whole number, saw 1.5' },
    ],
    ['subscriptions in words', { ...base, subscriptions: '3' }, { path: 'subscriptions' }],
    [
      'too many subscriptions',
      { ...base, subscriptions: 100_001 },
      { path: 'subscriptions', message: '100001 is above the largest allowed, 100000' },
    ],
    ['an empty file', null, { path: '' }],
    ['text', 'stored: 3', { path: '' }],
    ['an empty list', [], { path: '' }],
  ])('says where and what: %s', (_, value, issue) => {
    expect(issuesOf(value)[0]).toMatchObject(issue);
  });

  it('tells every fault at once, in lines', () => {
    const error = issuesOf({ ...base, stored: '1 GB', objectSize: 0, egress: { internt: '1 GB' } });
    expect(error).toHaveLength(2);
    expect(() => usagesOf({ ...base, egress: { internt: '1 GB' } })).toThrow(
      /^egress.internt: .*; did you mean internet\?$/,
    );
  });
});
