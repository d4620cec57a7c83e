// needs: emit-validator, rclone, jq, flock
/** What moves objects to the store of their size or popularity: run by rclone against little S3 servers. */
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Plan } from '#core/report/plan-types.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { jsonOf, textOf, unpack } from '#tests/helpers/emit/plans.ts';
import { GLACIER, R2, STANDARD, byPopularity, bySize, splitOf } from '#tests/helpers/emit/splits.ts';
import { programs } from '#tests/helpers/emit/mover.ts';
import { run, validator } from '#tests/helpers/emit/tools.ts';

const KEYS = Object.fromEntries(
  ['STORE1', 'STORE2'].flatMap((id) => [
    [`${id}_ACCESS_KEY_ID`, KEY_ID],
    [`${id}_SECRET_ACCESS_KEY`, SECRET],
  ]),
);
const NAMES = ['first', 'second'];
const MOST_SMALL = 16_384;

let read: Awaited<ReturnType<typeof validator>>;
beforeAll(async () => {
  read = await validator();
});

let stores: TestStore[];
let folder: Folder;
beforeEach(async () => {
  stores = await Promise.all([littleS3(), littleS3()]);
  for (const [i, name] of NAMES.entries()) stores[i]?.server.buckets.set(name, new Bucket());
  folder = new Folder();
});
afterEach(async () => {
  folder[Symbol.dispose]();
  await Promise.all(stores.map((one) => one[Symbol.asyncDispose]()));
});

const bucket = (store: number) => {
  const found = stores[store]?.server.buckets.get(NAMES[store] ?? '');
  if (!found) throw new Error(`no bucket ${store}`);
  return found;
};
const put = async (store: number, key: string, body: string) =>
  stores[store]?.open({ bucket: NAMES[store] ?? '' }).put(key, Buffer.from(body));
const keys = (store: number) => [...bucket(store).keys()].toSorted();

function unpacked(answer: Plan, refs: readonly string[]): void {
  const of = (values: readonly (string | undefined)[]) =>
    Object.fromEntries(refs.map((ref, i) => [ref, values[i] ?? '']));
  unpack(
    splitOf(answer, { buckets: of(NAMES), endpoints: of(stores.map(({ server }) => server.url)) }),
    folder.path,
  );
}

const ran = (script: string, env: Record<string, string> = {}) =>
  started('bash', [path.join(folder.path, 'schedule', script)], env);
const moved = async (env: Record<string, string> = {}, args: readonly string[] = ['-go']) =>
  started(path.join((await programs()).path, 'bin/mover'), ['-jobs', 'mover/jobs.json', ...args], env);

async function started(command: string, args: readonly string[], env: Record<string, string>) {
  return await run(command, args, {
    cwd: folder.path,
    env: {
      ...KEYS,
      PATH: `${path.join((await programs()).path, 'bin')}:${process.env.PATH ?? ''}`,
      HOME: folder.path,
      RCLONE_CONFIG: '/notfound',
      // Without TLS rclone would sign what it cannot read twice.
      RCLONE_S3_USE_UNSIGNED_PAYLOAD: 'true',
      ...env,
    },
  });
}

describe('by the mover', () => {
  test('what lies in the wrong store for its size moves to the other, and no more', async () => {
    unpacked(bySize(), [R2, STANDARD]);
    await put(0, 'small', 's');
    await put(0, 'at the bound', 'x'.repeat(MOST_SMALL));
    await put(0, 'wrong/large', 'x'.repeat(MOST_SMALL + 1));
    await put(1, 'wrong/empty', '');
    await put(1, 'wrong/at the bound', 'y'.repeat(MOST_SMALL));
    await put(1, 'large', 'x'.repeat(MOST_SMALL + 1));
    for (let i = 0; i < 2; i += 1) {
      const ended = await moved();
      expect(ended, ended.stderr).toMatchObject({ exit: 0 });
      expect([0, 1].map(keys)).toEqual([
        ['at the bound', 'small', 'wrong/at the bound', 'wrong/empty'],
        ['large', 'wrong/large'],
      ]);
    }
    expect(bucket(1).get('wrong/large')?.body.length).toBe(MOST_SMALL + 1);
  });

  test('the popular keys move in and the others out, in the class of their store; a list cut short moves none', async () => {
    unpacked(byPopularity(), [STANDARD, GLACIER]);
    const odd = 'a b/(x) \'"$(touch owned)ü.txt';
    for (const key of ['p', odd, 'stays', 'small print']) await put(1, key, key);
    folder.write('keys.txt', `p\n${odd}\nnowhere\n`);
    const env = { STOWAGE_KEYS: path.join(folder.path, 'keys.txt'), STOWAGE_FEW_KEYS: '1' };
    const first = await moved(env);
    expect(first, first.stderr).toMatchObject({ exit: 0 });
    expect(first.stderr).toContain('3 keys become popular, 0 no longer are');
    expect([0, 1].map(keys)).toEqual([[odd, 'p'].toSorted(), ['small print', 'stays']]);
    folder.write('keys.txt', `stays\n${odd}\n`);
    const second = await moved(env);
    expect(second, second.stderr).toMatchObject({ exit: 0 });
    expect([0, 1].map(keys)).toEqual([[odd, 'stays'].toSorted(), ['p', 'small print']]);
    expect(Buffer.from(bucket(0).get(odd)?.body ?? []).toString()).toBe(odd);
    folder.write('keys.txt', '');
    const third = await moved(env);
    expect(third.exit).not.toBe(0);
    expect(third.stderr).toContain('is empty or not there');
    expect([0, 1].map(keys)).toEqual([[odd, 'stays'].toSorted(), ['p', 'small print']]);
    expect(folder.read('mover/jobs.json')).toContain('GLACIER_IR');
  });

  test('fewer keys than half of the plan stop it, unless that is said to be right', async () => {
    unpacked(byPopularity(), [STANDARD, GLACIER]);
    await put(0, 'popular', 'x');
    await put(1, 'p', 'x');
    folder.write('keys.txt', 'p\n');
    const env = { STOWAGE_KEYS: path.join(folder.path, 'keys.txt') };
    const refused = await moved(env);
    expect(refused.exit).not.toBe(0);
    expect(refused.stderr).toContain('names less than half of 10000000 keys');
    expect([0, 1].map(keys)).toEqual([['popular'], ['p']]);
    const ended = await moved({ ...env, STOWAGE_FEW_KEYS: '1' });
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    expect([0, 1].map(keys)).toEqual([['p'], ['popular']]);
  });
});

test('without -go the mover leaves all as it is', async () => {
  unpacked(byPopularity(), [STANDARD, GLACIER]);
  await put(1, 'p', 'x');
  folder.write('keys.txt', 'p\n');
  const env = { STOWAGE_KEYS: path.join(folder.path, 'keys.txt'), STOWAGE_FEW_KEYS: '1' };
  const ended = await moved(env, []);
  expect(ended, ended.stderr).toMatchObject({ exit: 0 });
  expect([0, 1].map(keys)).toEqual([[], ['p']]);
});

describe('the keys read most', () => {
  const top = (env: Record<string, string>) =>
    ran('top-keys.sh', { STOWAGE_KEYS: path.join(folder.path, 'keys.txt'), ...env });
  const logged = (key: string, { operation = 'REST.GET.OBJECT', status = 200 } = {}) =>
    `79a5 mine [06/Feb/2026:00:00:38 +0000] 192.0.2.3 arn:aws:iam::1:user/x 3E57 ${operation} ${key} "GET /mine/x HTTP/1.1" ${status} - 2662992 3462992 70 10 "-" "S3 Console" - 9vKB= SigV4 ECDHE AuthHeader mine.s3.amazonaws.com TLSV1.2 - -\n`;

  test('are counted from what the router wrote down and from access logs of S3, decoded', async () => {
    unpacked(byPopularity(), [STANDARD, GLACIER]);
    folder.write('reads/reads-2026-01-01', 'b\na b ü\nb\n\nonce\n');
    folder.write('reads/reads-2026-01-02', 'b\n');
    folder.write('reads/old', 'ancient\n'.repeat(99));
    utimesSync(path.join(folder.path, 'reads/old'), 0, 0);
    folder.write(
      'logs/2026-02-06-00-00-00-x',
      [
        // A blank and ü, encoded twice; a percent of its own; a plus of its own.
        logged('a%2520b%2520%25C3%25BC'),
        logged('a%2Bb%2B%25c3%25bc', { status: 206 }),
        ...Array.from({ length: 3 }, () => logged('100%2525%252B')),
        ...Array.from({ length: 9 }, () => logged('missing', { status: 404 })),
        ...Array.from({ length: 9 }, () => logged('put', { operation: 'REST.PUT.OBJECT' })),
      ].join(''),
    );
    const env = {
      STOWAGE_READS: path.join(folder.path, 'reads'),
      STOWAGE_S3_LOGS: path.join(folder.path, 'logs'),
    };
    const ended = await top(env);
    expect(ended, ended.stderr).toMatchObject({ exit: 0 });
    expect(ended.stderr).toContain('4 keys in');
    expect(folder.read('keys.txt').trimEnd().split('\n').toSorted()).toEqual(['100%+', 'a b ü', 'b', 'once']);
    const two = await top({ ...env, STOWAGE_MOST: '1', STOWAGE_S3_LOGS: '' });
    expect(two, two.stderr).toMatchObject({ exit: 0 });
    expect(folder.read('keys.txt')).toBe('b\n');
  });

  test('stay as they were where nothing was read, and the script says what it needs', async () => {
    unpacked(byPopularity(), [STANDARD, GLACIER]);
    folder.write('keys.txt', 'before\n');
    folder.write('reads/empty', '');
    const ended = await top({ STOWAGE_READS: path.join(folder.path, 'reads') });
    expect(ended.exit).toBe(1);
    expect(ended.stderr).toContain('no read in the last 30 days');
    expect(folder.read('keys.txt')).toBe('before\n');
    expect((await top({})).stderr).toContain('STOWAGE_READS or STOWAGE_S3_LOGS');
  });
});

describe.each([
  ['size', () => bySize()],
  ['popularity', () => byPopularity()],
] as const)('a split by %s', (by, answer) => {
  test('is a route of its schema, rules that Terraform reads and alerts that Prometheus reads', async () => {
    const emission = splitOf(answer());
    const schema = z.fromJSONSchema(jsonOf(emission, 'router/route.schema.json') as never);
    expect(schema.safeParse(jsonOf(emission, 'router/route.json')).error).toBeUndefined();
    folder.write('lifecycle.tf', textOf(emission, 'terraform/lifecycle.tf'));
    expect(await read('hcl', path.join(folder.path, 'lifecycle.tf'))).toMatchObject({ formatted: true });
    folder.write('alerts.yaml', textOf(emission, 'prometheus/alerts.yaml'));
    const said = JSON.stringify(await read('rules', path.join(folder.path, 'alerts.yaml')));
    for (const name of ['StowageSplitShareDrifted', 'StowageAsksInVain', 'StowageStoredMoreThanPlanned'])
      expect(said).toContain(name);
  });
});

test('alerts hold what the plan has in each store and asks of it', () => {
  const alerts = textOf(splitOf(bySize()), 'prometheus/alerts.yaml');
  const stored = [...alerts.matchAll(/stowage_stored_bytes\{store=\\"(\w+)\\"\} > (\d+)/g)].map(
    ([, id, bytes]) => [id, Number(bytes)],
  );
  // A million a day for 40 days, nine in ten of 16 KiB and one of 64 MiB, and half as much again.
  expect(stored).toEqual([
    ['store1', 0.9 * 16_384 * 40e6 * 1.5],
    ['store2', 0.1 * 64 * 2 ** 20 * 40e6 * 1.5],
  ]);
  expect(alerts).toContain('- 0.9) > 0.1');
  expect(textOf(splitOf(byPopularity()), 'prometheus/alerts.yaml')).toContain('- 0.95) > 0.1');
});

describe('what the guide says', () => {
  test('which store is asked first, how often in vain, and at what price', () => {
    const guide = textOf(splitOf(byPopularity()), 'README.md');
    // 5 % of 5 million reads a day in the 30 days of November, at $0.40 a million.
    expect(guide).toContain(
      `the routers ask ${STANDARD} first, where most reads find theirs. About 7.5M reads a month are of objects in ${GLACIER}. Each of them asks two stores: the first requests cost $3.00 a month at list price, and take one more round trip. The plan counts both.`,
    );
    expect(guide).toContain('Nobody knows in advance which objects will be popular');
    expect(guide).toContain('| once they are popular |');
    // R2: 10 % of 150 million at $0.36 a million.
    const sizes = textOf(splitOf(bySize()), 'README.md');
    expect(sizes).toContain(`the routers ask ${R2} first`);
    expect(sizes).toContain('15M reads a month');
    expect(sizes).toContain('$5.40');
    expect(sizes).toContain(
      'Write every new object of up to 16384 bytes to store1, every larger one to store2.',
    );
    expect(sizes).toContain('no sizes between 16 KiB and 64 MiB');
  });

  test('objects that are there already are deleted by no rule', () => {
    const emission = splitOf(bySize([R2, STANDARD], { standing: '10 TB' }));
    expect(textOf(emission, 'README.md')).toContain('Keys of new objects begin with new/');
    const rules = emission.files.filter(({ path: name }) => name === 'lifecycle/store2.json');
    expect(rules.map(({ text }) => JSON.parse(text) as unknown)).toMatchObject([
      { Rules: [{ Filter: { Prefix: 'new/' }, Expiration: { Days: 40 } }, {}] },
    ]);
    expect(textOf(emission, 'mover/jobs.json')).toContain('"16384B"');
  });
});
