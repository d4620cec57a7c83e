/** A store on servers of one's own is planned beside clouds. */
import { expect, test } from 'vitest';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const MINIO = {
  at: 'aws/eu-central-1',
  servers: { least: 4, price: '190 per month' },
  disks: { perServer: 12, size: '16 TB', price: '9.50 per month' },
  power: 'included' as const,
  people: '1800 per month',
  redundancy: '8+4',
  fill: '80 %',
  zones: 1,
};

const SOURCES = { archive: wholeArchive(), evidence: { datasets: [], named: [] } };

function planned(minio: object, changes: object = {}) {
  const question = ask(
    aScenario({
      workload: aWorkload({
        objects: { size: '20 MB', standing: '700 TB' },
        reads: { rate: '10k/day' },
        readers: [{ at: 'aws/eu-central-1', share: 1 }],
        writer: 'aws/eu-central-1',
      }),
      requirements: { zones: 1 },
      stores: ['aws/s3-standard@eu-central-1', 'self-hosted/minio'],
      selfHosted: { minio: { ...MINIO, ...minio } },
      ...changes,
    }),
    SOURCES,
  );
  return plan(question);
}

const of = (found: ReturnType<typeof planned>, id: string) =>
  found.candidates.find((one) => one.id === `single:${id}`);

test('it costs its seven servers a month, and wins over S3 Standard', () => {
  const found = planned({ egress: { internet: 'unknown', 'same-region': '0 per GB' } });
  // 7 × 190 + 84 × 9.50 + 1800
  expect(of(found, 'self-hosted/minio@eu-central-1')?.monthly).toMatchObject({
    total: 3928,
    atLeast: false,
  });
  expect(found.cards[0]).toBe('single:self-hosted/minio@eu-central-1');
});

test('without a price of egress its bill is a lower bound', () => {
  const found = planned({});
  expect(of(found, 'self-hosted/minio@eu-central-1')?.monthly).toMatchObject({ total: 3928, atLeast: true });
});

test('in one zone it holds nothing alone that cannot be made again', () => {
  const found = planned({ egress: '0 per GB' }, { requirements: {} });
  expect(of(found, 'self-hosted/minio@eu-central-1')?.feasible).toBe('no');
});

test('no latency is known of it, and what is assumed counts', () => {
  const limit = { requirements: { zones: 1, readP99: '100 ms' } };
  const store = 'self-hosted/minio@eu-central-1';
  expect(of(planned({ egress: '0 per GB' }, limit), store)?.feasible).not.toBe('yes');
  const assume = { 'self-hosted/minio': { GET: { p50: '12 ms', p99: '60 ms' } } };
  expect(of(planned({ egress: '0 per GB' }, { ...limit, assume }), store)?.feasible).toBe('yes');
});

test('a name or a place that is not known is refused', () => {
  expect(() => planned({}, { stores: ['self-hosted/ceph'] })).toThrow(ScenarioError);
  expect(() => planned({ at: 'internet/XX' })).toThrow(
    /selfHosted.minio.at: no place is called "internet\/XX"/,
  );
});
