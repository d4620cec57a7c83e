/** Archives in plans: what restores cost, how long they take, and where nobody asks for them. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ask } from '#core/question.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { emit } from '#emit/emit.ts';
import { withMigration } from '#tests/helpers/core/asked.ts';
import { jsonOf } from '#tests/helpers/emit/plans.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const DEEP = 'aws/s3-glacier-deep-archive@us-east-1';
const INSTANT = 'aws/s3-glacier-instant-retrieval@us-east-1';

/** One read in two hundred comes after a year. */
const questionOf = (
  requirements: Record<string, unknown>,
  byAge: Record<string, number> = {},
  rate = '500/day',
) =>
  ask(
    {
      stowage: 1,
      name: 'archive',
      asOf: '2026-11-20',
      workload: {
        objects: { size: '20 MB', arrivals: '20k/day', retention: '3 years' },
        reads: { rate, byAge: { '30 days': 0.9, '1 year': 0.995, '3 years': 1, ...byAge } },
        readers: [{ at: 'aws/us-east-1', share: 1 }],
        writer: 'aws/us-east-1',
      },
      stores: ['aws/s3-standard@us-east-1', INSTANT, 'aws/s3-glacier-flexible-retrieval@us-east-1', DEEP],
      requirements,
    },
    { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) },
  );
const planOf = (...asked: Parameters<typeof questionOf>) => withMigration(questionOf(...asked));
const firstOf = (plan: ReturnType<typeof planOf>) => {
  const found = plan.candidates.find(({ id }) => id === plan.recommendation?.id);
  if (!found) throw new Error('nothing is recommended');
  return found;
};

describe('an archive in a plan', () => {
  it('holds nothing that is read, unless the scenario says how long a restore may take', () => {
    const plan = planOf({});
    expect(firstOf(plan).stores).toEqual([INSTANT]);
    expect(plan.excluded.map(({ store, reason }) => [store, reason.code])).toEqual([
      ['aws/s3-glacier-flexible-retrieval@us-east-1', 'restore-first'],
      [DEEP, 'restore-first'],
    ]);
  });

  it('holds what nobody reads any more without being asked', () => {
    const { stores } = firstOf(planOf({}, { '1 year': 1, '3 years': 1 }));
    expect(stores).toContain(DEEP);
  });

  it('holds everything where nobody reads', () => {
    const { stores, violations } = firstOf(planOf({}, {}, '0/day'));
    expect(stores).toEqual([DEEP]);
    expect(violations).toEqual([]);
  });

  it('holds what is read where its restore is in time, and the plan bills and names the restore', () => {
    const plan = planOf({ restoreWithin: '12 hours' });
    const first = firstOf(plan);
    expect(first.stores).toEqual([DEEP]);
    const asked = (meter: string) => first.monthly.lines.find((line) => line.meter === meter);
    const reads = asked('requests.restore')?.quantity ?? NaN;
    // 500 reads a day of 20 MB, by the standard tier of $0.1 per 1000 and $0.02 per GiB.
    expect(reads / (500 * 30.4375)).toBeCloseTo(1, 1);
    expect(asked('requests.restore')?.amount).toBeCloseTo(reads * 0.0001, 9);
    expect(asked('restore.standard')?.amount).toBeCloseTo(((reads * 20e6) / 2 ** 30) * 0.02, 6);
    expect(asked('online')?.amount).toBeGreaterThan(0);
    expect(plan.recommendation?.reasons.map(({ words }) => words)).toContainEqual(
      '100% of reads wait: in S3 Glacier Deep Archive a restore takes up to 12 h.',
    );
  });

  it('restores in bulk where there is time for it', () => {
    const { lines } = firstOf(planOf({ restoreWithin: '2 days' })).monthly;
    const meters = lines.map(({ meter }) => meter);
    expect(meters).toContain('restore.bulk');
    expect(meters).not.toContain('restore.standard');
  });

  it('counts a restore as long as it takes: a p99 leaves it one read in a hundred', () => {
    const { stores, parts } = firstOf(planOf({ restoreWithin: '12 hours', readP99: '10 s' }));
    expect(stores).toEqual([INSTANT, DEEP]);
    expect(parts[0]?.segments.at(-1)?.fromDays).toBeGreaterThanOrEqual(365);
    expect(
      firstOf(planOf({ restoreWithin: '12 hours', readP99: '10 s' }, { '1 year': 0.95 })).stores,
    ).toEqual([INSTANT]);
  });

  it('is left by its cheapest restore: free in bulk from Flexible Retrieval, and two days of copies', () => {
    const at = 'aws/us-east-1';
    const text = {
      stowage: 1 as const,
      name: 'leaving',
      asOf: '2026-11-20',
      workload: {
        objects: { size: '10 MB', standing: '100 TB' },
        reads: { rate: '2M/day' },
        readers: [{ at, share: 1 }],
        writer: at,
      },
      stores: ['aws/s3-standard@us-east-1', 'aws/s3-glacier-flexible-retrieval@us-east-1'],
      requirements: { restoreWithin: '12 h' },
      current: 'aws/s3-glacier-flexible-retrieval@us-east-1',
    };
    const plan = withMigration(ask(text, { archive: wholeArchive(), evidence: evidenceBase([]) }));
    const left = plan.candidates.find(({ migration }) => migration !== null);
    const { lines = [] } = left?.migration?.oneOff ?? {};
    const of = (meter: string) => lines.find((line) => line.meter === meter && line.step === 'copy');
    const gib = 100e12 / 2 ** 30;
    expect(of('restore.bulk')).toMatchObject({ amount: 0 });
    expect((of('restore.bulk')?.quantity ?? NaN) / gib).toBeCloseTo(1, 6);
    expect(of('online')?.amount).toBeCloseTo(((gib * 2) / 30) * 0.023, 2);
  });

  it('is emitted as a lifecycle rule to its class, with the restore that each read needs', () => {
    const question = questionOf({ restoreWithin: '12 hours', readP99: '10 s' });
    const emission = emit(question, {
      id: null,
      kinds: EMIT_KIND_NAMES,
      keyDate: null,
      prefix: '',
      plan: withMigration(question),
    });
    expect(jsonOf(emission, 'lifecycle/store1.json')).toMatchObject({
      Rules: [{ Transitions: [{ StorageClass: 'DEEP_ARCHIVE' }] }, {}, {}],
    });
    expect(emission.notes).toContainEqual(
      `Restore an object of ${DEEP} before each read, by RestoreObject for one day. It takes up to 12 h. No file here does it.`,
    );
    expect(emission.files.map(({ kind }) => kind)).not.toContain('rclone');
  });
});

describe('the Archive tier of Azure', () => {
  const ARCHIVE = 'azure/blob-archive@westeurope';
  const planOfAzure = (restoreWithin: string, { size = '20 MB', read = '20 MB', rate = '500/day' } = {}) =>
    withMigration(
      ask(
        {
          stowage: 1,
          name: 'archive',
          asOf: '2026-08-01',
          workload: {
            objects: { size, arrivals: '200/day', retention: '3 years', reproducible: true },
            reads: { rate, bytes: read },
            readers: [{ at: 'azure/westeurope', share: 1 }],
            writer: 'azure/westeurope',
          },
          stores: [ARCHIVE],
          requirements: { restoreWithin },
        },
        { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) },
      ),
    );
  const linesOf = (plan: ReturnType<typeof planOfAzure>) =>
    plan.candidates[0]?.monthly.lines.filter(({ meter }) => /requests.read|retrieval|restore/.test(meter));
  const READS = 500 * 30.4375;

  it('restores at standard priority where there are 15 hours, by $6 per 10,000 and $0.024 per GiB', () => {
    const lines = linesOf(planOfAzure('15 hours'));
    expect(lines?.map(({ meter }) => meter)).toEqual(['requests.read', 'retrieval']);
    expect((lines?.[0]?.amount ?? NaN) / (READS * 0.0006)).toBeCloseTo(1, 1);
  });

  it('restores at high priority where there is an hour, by $65 per 10,000 and $0.13 per GiB in their place', () => {
    const plan = planOfAzure('1 hour');
    const lines = linesOf(plan);
    expect(lines?.map(({ meter }) => meter)).toEqual(['requests.read-high', 'restore.high']);
    const [reads, restored] = lines ?? [];
    expect((reads?.quantity ?? NaN) / READS).toBeCloseTo(1, 1);
    expect(reads?.amount).toBeCloseTo((reads?.quantity ?? NaN) * 0.0065, 9);
    expect(restored?.amount).toBeCloseTo((((reads?.quantity ?? NaN) * 20e6) / 2 ** 30) * 0.13, 6);
    expect(plan.candidates[0]?.findings).toContainEqual({ code: 'restore-takes', store: ARCHIVE, hours: 1 });
  });

  it('writes a copy to Hot for each restore, reads it there, and keeps it for a day', () => {
    for (const within of ['15 hours', '1 hour']) {
      const lines = planOfAzure(within).candidates[0]?.monthly.lines ?? [];
      const of = (meter: string) => lines.find((line) => line.meter === meter)?.quantity ?? NaN;
      const reads = of(within === '1 hour' ? 'requests.read-high' : 'requests.read');
      expect(of('requests.online-read')).toBeCloseTo(reads, 6);
      // 20 MB each for 24 hours of a month of 31 days.
      expect(of('online') / ((reads * 20e6) / 2 ** 30 / 31)).toBeCloseTo(1, 1);
    }
  });

  it('restores the whole object for a read of a part', () => {
    for (const within of ['15 hours', '1 hour'])
      expect(linesOf(planOfAzure(within, { read: '1 MB' }))).toEqual(linesOf(planOfAzure(within)));
  });

  it('is out where no restore is in time', () => {
    expect(planOfAzure('30 min').excluded.map(({ reason }) => reason.code)).toEqual(['restore-first']);
  });

  it('has no high priority for objects above 10 GB, nor for more than 10 GiB an hour', () => {
    const found = (...asked: Parameters<typeof planOfAzure>) => planOfAzure(...asked).candidates[0];
    expect(found('1 hour')?.violations).toEqual([]);
    expect(found('15 hours', { size: '12 GB', rate: '1/day' })?.violations).toEqual([]);
    expect(found('1 hour', { size: '12 GB', rate: '1/day' })?.violations).toMatchObject([
      { requirement: 'object size' },
    ]);
    expect(found('1 hour', { rate: '20k/day' })?.violations).toMatchObject([{}]);
  });
});
