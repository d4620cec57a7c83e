/** What stands beside a bucket on the same bill: ways and keys, against sums by hand. */
import { describe, expect, test } from 'vitest';
import { plan } from '#core/placement/plan.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { ask } from '#core/question.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const GIB = 2 ** 30;

/** Amounts of the lines that stand beside the bucket, each price a line. */
function besides(beside: Record<string, string | number>, more: object = {}) {
  const { usages, options } = parseBillRequest({
    store: 'aws/s3-standard',
    region: 'us-east-1',
    asOf: '2026-11-27',
    beside,
    ...more,
  });
  const set = bill(usages, archive, options);
  return {
    ...set,
    amounts: set.bills.flatMap(({ lines }) => lines.map(({ meter, amount }) => [meter, amount] as const)),
  };
}

describe('on a bill', () => {
  test('a NAT gateway asks 0.045 a GB: 100 GB are 4.50, as in the recorded example', () => {
    expect(besides({ 'aws/nat-gateway@us-east-1': 100 * GIB + ' B' }).amounts).toEqual([
      ['nat-gateway', 4.5],
    ]);
  });

  test('in London it asks 0.05, by the offer file of 2026-09-04', () => {
    expect(besides({ 'aws/nat-gateway@eu-west-2': `${100 * GIB} B` }).total).toBeCloseTo(5, 10);
  });

  test('in Singapore 0.059, by the offer file of 2026-09-24, in São Paulo 0.093: 100 GB are 5.90 and 9.30', () => {
    expect(besides({ 'aws/nat-gateway@ap-southeast-1': `${100 * GIB} B` }).total).toBeCloseTo(5.9, 10);
    // A bill of September 2025 in São Paulo: 18,987.55 GB for $1,765.84.
    expect(besides({ 'aws/nat-gateway@sa-east-1': `${100 * GIB} B` }).total).toBeCloseTo(9.3, 10);
    expect(besides({ 'aws/nat-gateway@sa-east-1': `${18_987.55 * GIB} B` }).total).toBeCloseTo(1765.84, 2);
  });

  test('in Paris 0.05, in Sydney 0.059, in Mumbai 0.056, in Frankfurt 0.052, as their lists are quoted', () => {
    const hundred = (region: string) => besides({ [`aws/nat-gateway@${region}`]: `${100 * GIB} B` }).total;
    expect(hundred('eu-west-3')).toBeCloseTo(5, 10);
    expect(hundred('ap-southeast-2')).toBeCloseTo(5.9, 10);
    expect(hundred('ap-south-1')).toBeCloseTo(5.6, 10);
    expect(hundred('eu-central-1')).toBeCloseTo(5.2, 10);
  });

  test('where its price is not known, the bill is a lower bound up to the dearest known', () => {
    const found = besides({ 'aws/nat-gateway@eu-south-1': `${100 * GIB} B` });
    expect(found).toMatchObject({ total: 0, atLeast: true });
    expect(found.amounts).toEqual([['nat-gateway', null]]);
  });

  test('an interface endpoint has three bands by the PB', () => {
    // 1 PB at 0.01, 4 PB at 0.006, 1 PB at 0.004
    const PB = 2 ** 50;
    const sum = 1_048_576 * (0.01 + 4 * 0.006 + 0.004);
    expect(besides({ 'aws/interface-endpoint@us-east-1': `${6 * PB} B` }).total).toBeCloseTo(sum, 6);
  });

  test('a gateway endpoint is free, and stands there', () => {
    expect(besides({ 'aws/gateway-endpoint@us-east-1': '10 TB' }).amounts).toEqual([['gateway-endpoint', 0]]);
  });

  test('keys: 100,000 requests with 20,000 free are 0.24, as in the quoted example', () => {
    expect(besides({ 'aws/kms@us-east-1': 100_000 }).total).toBeCloseTo(0.24, 10);
  });

  test('keys: the price was the same before the files of 2026-11-27 were read', () => {
    const of = (region: string, more: object = {}) =>
      besides({ [`aws/kms@${region}`]: 100_000 }, { region, asOf: '2026-11-20', ...more });
    const known = { atLeast: false, total: expect.closeTo(0.24, 10) };
    expect(of('us-east-1')).toMatchObject(known);
    expect(of('eu-west-2')).toMatchObject(known);
    // No source of before names GovCloud, and an old link keeps its answer.
    const open = { atLeast: true, total: 0 };
    expect(of('us-gov-west-1')).toMatchObject(open);
    expect(of('us-east-1', { knownOn: '2026-11-28' })).toMatchObject(open);
  });

  test('keys of Azure are operations of Key Vault: 10,000 are 0.03, as quoted', () => {
    const azure = { store: 'azure/blob-hot', region: 'westeurope', asOf: '2026-11-20' };
    expect(besides({ 'azure/kms@westeurope': 10_000 }, azure).total).toBeCloseTo(0.03, 10);
  });

  test('of Google, Cloud NAT asks 0.045 a GiB in every region: 100 GiB are 4.50, as in its example', () => {
    const google = { store: 'google/standard', region: 'europe-west3' };
    expect(besides({ 'google/nat-gateway@europe-west3': `${100 * GIB} B` }, google).total).toBeCloseTo(
      4.5,
      10,
    );
    // Private Service Connect asks 0.01 a GB, as recorded.
    const connect = { 'google/private-service-connect@europe-west3': `${100 * GIB} B` };
    expect(besides(connect, google).total).toBeCloseTo(1, 10);
    // An operation is 0.000003: 10,000 are 0.03, as recorded.
    expect(besides({ 'google/kms@europe-west3': 10_000 }, google).total).toBeCloseTo(0.03, 10);
  });

  test('of Azure, a private endpoint has bands of decimal PB: 6 PB are 10,000 + 24,000 + 4,000', () => {
    const azure = { store: 'azure/blob-hot', region: 'westeurope' };
    const way = (id: string, gib: number) => besides({ [`azure/${id}@westeurope`]: `${gib * GIB} B` }, azure);
    expect(way('private-endpoint', 6e6).total).toBeCloseTo(38_000, 6);
    expect(way('private-endpoint', 100).total).toBeCloseTo(1, 10);
    expect(way('nat-gateway', 10).total).toBeCloseTo(0.45, 10);
    // One price of the API's region Global.
    const stockholm = { store: 'azure/blob-hot', region: 'swedencentral' };
    expect(besides({ 'azure/nat-gateway@swedencentral': `${10 * GIB} B` }, stockholm).total).toBeCloseTo(
      0.45,
      10,
    );
  });

  test('Transfer Acceleration and Multi-Region Access Points', () => {
    expect(besides({ 'aws/transfer-acceleration@us-east-1': `${1000 * GIB} B` }).total).toBeCloseTo(40, 10);
    expect(besides({ 'aws/multi-region-access-point@us-east-1': `${1000 * GIB} B` }).total).toBeCloseTo(
      3.3,
      10,
    );
  });
});

describe('in a plan', () => {
  function planned(
    reader: object,
    writes: object = {},
    objects: object = {},
    stores = ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'],
  ) {
    const question = ask(
      aScenario({
        asOf: '2026-11-27',
        workload: {
          objects: { size: '10 MB', standing: '10 TB', ...objects },
          writes,
          reads: { rate: '1M/month' },
          readers: [{ at: 'aws/us-east-1', share: 1, ...reader }],
          writer: 'aws/us-east-1',
        },
        stores,
      }),
      { archive, evidence: { datasets: [], named: [] } },
    );
    const found = plan(question);
    return (store: string) => {
      const one = found.candidates.find(({ id }) => id === `single:${store}`);
      return Object.fromEntries((one?.monthly.lines ?? []).map(({ meter, amount }) => [meter, amount]));
    };
  }

  test('what is read through a NAT gateway is billed, from any cloud', () => {
    const of = planned({ through: 'nat-gateway' });
    // 1M reads of 10 MB
    const amount = (1e13 / GIB) * 0.045;
    expect(of('aws/s3-standard@us-east-1')['nat-gateway']).toBeCloseTo(amount, 6);
    expect(of('cloudflare/r2-standard@enam')['nat-gateway']).toBeCloseTo(amount, 6);
  });

  test('the first way that leads to the store is taken', () => {
    const of = planned({ through: ['gateway-endpoint', 'nat-gateway'] });
    expect(of('aws/s3-standard@us-east-1')).toMatchObject({ 'gateway-endpoint': 0 });
    expect(of('aws/s3-standard@us-east-1')).not.toHaveProperty('nat-gateway');
    expect(of('cloudflare/r2-standard@enam')['nat-gateway']).toBeGreaterThan(400);
  });

  test('writes have a way of their own', () => {
    const of = planned({}, { through: 'nat-gateway' }, { arrivals: '1000/day', retention: '100 days' });
    // 1,000 objects of 10 MB a day, over a month of 28 to 31 days
    const aDay = (1e10 / GIB) * 0.045;
    const billed = of('aws/s3-standard@us-east-1')['nat-gateway'] ?? 0;
    expect(billed / aDay).toBeGreaterThan(27.9);
    expect(billed / aDay).toBeLessThan(31.1);
  });

  test('keys are asked by each request that carries an object; with bucket keys by the share that is left', () => {
    const whole = planned({}, {}, { encryption: 'kms' });
    // 980,000 requests above the free ones; the free ones are a line of their own
    expect(whole('aws/s3-standard@us-east-1')['kms']).toBeCloseTo(2.94, 6);
    const less = planned({}, {}, { encryption: { kms: '5 %' } });
    expect(less('aws/s3-standard@us-east-1')['kms']).toBeCloseTo(0.09, 6);
  });

  test('keys of a provider whose key prices nobody has are not free', () => {
    const of = planned({}, {}, { encryption: 'kms' }, ['aws/s3-standard@us-east-1', 'backblaze/b2@us-east']);
    expect(of('backblaze/b2@us-east')).toMatchObject({ kms: null });
  });

  test('what leaves by Direct Connect is billed at its price, and not as egress to the internet', () => {
    const of = planned({ at: 'internet/US', through: 'direct-connect' }, {}, {}, [
      'aws/s3-standard@us-east-2',
      'aws/s3-standard@us-west-1',
      'cloudflare/r2-standard@enam',
    ]);
    const ohio = of('aws/s3-standard@us-east-2');
    expect(ohio['direct-connect']).toBeCloseTo((1e13 / GIB) * 0.02, 6);
    expect(Object.keys(ohio)).not.toContain('egress.internet');
    // No source gives its price elsewhere.
    expect(of('aws/s3-standard@us-west-1')).toMatchObject({ 'direct-connect': null });
    expect(of('cloudflare/r2-standard@enam')).not.toHaveProperty('direct-connect');
  });

  test('a private endpoint of Azure leads to stores of Azure alone', () => {
    const of = planned({ at: 'azure/eastus', through: 'private-endpoint' }, {}, {}, [
      'azure/blob-hot@eastus',
      'cloudflare/r2-standard@enam',
    ]);
    expect(of('azure/blob-hot@eastus')['private-endpoint']).toBeCloseTo((1e13 / GIB) * 0.01, 6);
    expect(of('cloudflare/r2-standard@enam')).not.toHaveProperty('private-endpoint');
  });

  test('a way that no price list has is refused', () => {
    expect(() => planned({ through: 'nat-gatway' })).toThrow(/no price list has "nat-gatway"/);
    expect(() => planned({ through: 'nat-gateway', via: 'aws/cloudfront' })).toThrow();
  });
});
