/** The mover's jobs as data, and what starts it. */
import { describe, expect, test } from 'vitest';
import type { Jobs } from '#emit/mover.ts';
import { B2, EXPRESS, R2, STANDARD, emitted, jsonOf, textOf } from '#tests/helpers/emit/plans.ts';
import type { Asked, Stretch } from '#tests/helpers/emit/plans.ts';

const CHAIN: readonly Stretch[] = [
  [0, STANDARD],
  [7, R2],
  [12.5, B2],
];
const NAMES = { buckets: { [STANDARD]: 'first', [R2]: 'second', [B2]: 'third' }, retention: 20 };
const DAY = 86_400;

const jobsOf = (shape: readonly Stretch[], asked: Asked = {}) =>
  jsonOf(emitted(shape, asked), 'mover/jobs.json') as Jobs;

describe('jobs', () => {
  test('move from each bucket to the next at its age there, and delete at the end where no rule is in time', () => {
    const { jobs, stores } = jobsOf(CHAIN, NAMES);
    expect(jobs).toMatchObject([
      { name: 'store3-delete-180h', does: 'delete', from: 'store3', to: '', minAge: 7.5 * DAY, prefix: '' },
      { name: 'store1-store2-7d', does: 'move', from: 'store1', to: 'store2', minAge: 7 * DAY, maxAge: null },
      {
        name: 'store2-store3-132h',
        does: 'move',
        from: 'store2',
        to: 'store3',
        minAge: 5.5 * DAY,
        hourly: false,
      },
    ]);
    expect(stores).toMatchObject([
      {
        bucket: 'first',
        conditional: true,
        versionName: '',
        rclone: { TYPE: 's3', PROVIDER: 'AWS', ENDPOINT: 'https://s3.us-east-1.amazonaws.com' },
      },
      { bucket: 'second', conditional: false, rclone: { PROVIDER: 'Cloudflare', REGION: 'auto' } },
      { bucket: 'third', versionName: '', kind: 'b2' },
    ]);
  });

  test('the first store of a dual write is emptied by a job that looks at the second, and by no rule', () => {
    const emission = emitted(
      [
        [0, STANDARD, R2],
        [7, R2],
      ],
      NAMES,
    );
    expect(jsonOf(emission, 'mover/jobs.json')).toMatchObject({
      jobs: [{ does: 'move', from: 'store1', to: 'store2', minAge: 7 * DAY }],
    });
    expect(textOf(emission, 'lifecycle/store1.json')).not.toContain('Expiration');
    expect(textOf(emission, 'lifecycle/store2.json')).toContain('deleteObjectsTransition');
  });

  test('rules and jobs act on keys of the plan alone, and on none until somebody says which these are', () => {
    const shape: readonly Stretch[] = [
      [0, STANDARD],
      [7, R2],
    ];
    for (const [prefix, written] of [
      ['media/', 'media/'],
      [undefined, 'REPLACE-PREFIX/'],
    ] as const) {
      const emission = emitted(shape, { ...NAMES, prefix });
      expect(jsonOf(emission, 'mover/jobs.json')).toMatchObject({ jobs: [{ prefix: written }] });
      expect(jsonOf(emission, 'lifecycle/store2.json')).toMatchObject({
        rules: [{ conditions: { prefix: written } }, {}],
      });
      expect(textOf(emission, 'README.md')).toContain(`Its key begins with ${written}.`);
      expect(emission.placeholders.map(({ text }) => text).includes('REPLACE-PREFIX/')).toBe(!prefix);
    }
  });

  test('a directory bucket is said to be one, and finds its own address', () => {
    const { stores } = jobsOf([
      [0, EXPRESS],
      [1, R2],
    ]);
    expect(stores[0]?.rclone).toMatchObject({ DIRECTORY_BUCKET: 'true' });
    expect(stores[0]?.rclone).not.toHaveProperty('ENDPOINT');
  });
});

test('timers run every night, and every hour where an hour counts', () => {
  const nightly = emitted(CHAIN, NAMES);
  expect(textOf(nightly, 'schedule/stowage-mover.timer')).toContain('OnCalendar=*-*-* 03:17:00');
  expect(textOf(nightly, 'schedule/stowage-mover.cron')).toMatch(/^17 3 \* \* \* stowage /m);
  const hourly = emitted([
    [0, STANDARD],
    [0.5, R2],
  ]);
  expect(textOf(hourly, 'schedule/stowage-mover.timer')).toContain('OnCalendar=*-*-* *:17:00');
});

test('the guide names the stores whose DELETE takes no condition, and only those', () => {
  expect(textOf(emitted(CHAIN, NAMES), 'README.md')).toContain(
    `A DELETE in ${R2} and ${B2} takes no condition`,
  );
  const toR2 = emitted([
    [0, STANDARD],
    [7, R2],
  ]);
  expect(textOf(toR2, 'README.md')).not.toContain('takes no condition');
});
