import { describe, expect, test } from 'vitest';
import { reuseOf, ttlCost } from '#core/rereads/ttl-cost.ts';
import { touchesOfProfile } from '#core/rereads/profile-touches.ts';
import { Profile } from '#core/workload/profile.ts';
import type { BreakEvenAnswer } from '#core/answer/figures/break-even.ts';
import { simulated } from '#tests/helpers/core/rereads/cache-simulator.ts';
import type { Touch } from '#tests/helpers/core/rereads/cache-simulator.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const EXPRESS = ['breakeven', '--hot', 'aws/s3-express-one-zone@us-east-1', '--as-of', '2026-11-20'];
const ask = [...EXPRESS, '--cold', 'cloudflare/r2-standard'];

async function answered(args: readonly string[], cwd?: string): Promise<BreakEvenAnswer> {
  const { exit, stdout, stderr } = await runCli([...args, '--json'], cwd === undefined ? {} : { cwd });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return JSON.parse(stdout) as BreakEvenAnswer;
}

test('one row for each size, rising, with the prices it rests on', async () => {
  const { hot, cold, currency } = await answered([...ask, '--sizes', '1MB, 4KB,64KB,4 kB']);
  expect(hot).toMatchObject({
    store: 'aws/s3-express-one-zone',
    edition: 'aws/s3-express-one-zone/2025-04-10',
  });
  expect(currency).toBe('USD');
  const rows = cold[0]?.rows ?? [];
  expect(rows.map((row) => row.sizeBytes)).toEqual([4000, 64_000, 1e6]);
  expect(rows.map((row) => row.bypass)).toEqual([false, false, true]);
  for (const { prices, readsBeside, evenHours } of rows) {
    const { hit = 0, pass = 0, fill = 0, rentPerHour = 1 } = prices ?? {};
    if (readsBeside === null) continue;
    expect(readsBeside).toBeCloseTo((rentPerHour * 720) / (pass - hit), 9);
    expect(evenHours).toBeCloseTo((pass + fill - hit) / rentPerHour, 6);
  }
});

test('the table has a part for each cold store, and says from which size a hit saves nothing', async () => {
  const { exit, stdout } = await runCli([
    ...ask,
    '--cold',
    'aws/s3-standard@us-east-1',
    '--sizes',
    '64KiB,1MiB',
  ]);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^A copy in S3 Express One Zone \(us-east-1\) of objects in R2 Standard,/m);
  expect(stdout).toMatch(/^ *64 KiB +7\.233 days +22\.9 +19\.5 +yes$/m);
  expect(stdout).toMatch(/^ *64 KiB +7\.412 days +20\.1 +15\.9 +yes$/m);
  expect(stdout).toMatch(/^ *1 MiB +- +never +never +no$/m);
  expect(stdout).toMatch(/From 662 kB on, a hit in .* saves nothing/);
});

test('Markdown and CSV hold the same rows', async () => {
  const args = [...ask, '--gaps', 'lomax:1.5:2h', '--sizes', '16KiB'];
  const { cold } = await answered(args);
  const row = cold[0]?.rows[0];
  const csv = (await runCli([...args, '--format', 'csv'])).stdout.trimEnd().split('\n');
  expect(csv).toHaveLength(2);
  const cells = Object.fromEntries(
    (csv[0] ?? '').split(',').map((name, i) => [name, (csv[1] ?? '').split(',')[i]]),
  );
  expect(cells).toMatchObject({
    cold: 'cloudflare/r2-standard@everywhere',
    size_bytes: '16384',
    best: 'ttl',
    ttl_hours: String(row?.best?.ttlHours),
    hit: String(row?.prices?.hit),
  });
  expect((await runCli([...args, '--format', 'md'])).stdout).toMatch(/^\| 16 KiB \| +26\.8 days \|/m);
});

describe('with a law of the gaps', () => {
  const best = async (...flags: string[]) => {
    const { cold } = await answered([...ask, '--sizes', '64KiB', ...flags]);
    const row = cold[0]?.rows[0];
    if (!row?.best || row.evenHours === null) throw new Error('a best TTL was asked for');
    return { ...row.best, evenHours: row.evenHours };
  };

  test('Lomax gives shape × T_even − scale', async () => {
    const { ttlHours, evenHours, ratio } = await best('--gaps', 'lomax:1.5:2h');
    expect(ttlHours).toBeCloseTo(1.5 * evenHours - 2, 4);
    expect(ratio).toBeGreaterThan(1);
  });

  test('exponential keeps for ever what is read soon, and never fills for what is read late', async () => {
    expect(await best('--gaps', 'exponential:12h')).toMatchObject({
      action: 'keep',
      ttlHours: null,
      hitShare: 1,
    });
    expect(await best('--gaps', 'exponential:90 days')).toMatchObject({
      action: 'bypass',
      ttlHours: null,
      hitShare: 0,
    });
  });

  test('an LRU cache as large as what the best TTL holds does as well as it', async () => {
    const zipf = [...ask, '--sizes', '64KiB', '--gaps', 'zipf:0.9:1M:10/s'];
    const { copiesHeld, hitShare, costPerMillionReads } = await best('--gaps', 'zipf:0.9:1M:10/s');
    const { cold } = await answered([...zipf, '--lru', `${(copiesHeld ?? 0) * 65_536} B`]);
    expect(cold[0]?.rows[0]?.lru?.hitShare).toBeCloseTo(hitShare, 4);
    expect(cold[0]?.rows[0]?.lru?.costPerMillionReads).toBeCloseTo(costPerMillionReads, 4);
    const small = (await answered([...zipf, '--lru', '1GB'])).cold[0]?.rows[0]?.lru;
    expect(small?.hitShare).toBeLessThan(hitShare);
    expect(small?.costPerMillionReads).toBeGreaterThan(costPerMillionReads);
    expect((await runCli([...zipf, '--lru', '1GB'])).stdout).toMatch(/held +LRU hits +LRU cost$/m);
  });

  test('Zipf takes objects and their reads; lives that end make fills dearer', async () => {
    const zipf = ['--gaps', 'zipf:0.9:1M:500/s'];
    const forEver = await best(...zipf);
    const few = await best(...zipf, '--reads-per-object', '30');
    expect(forEver.action).toBe('keep');
    expect((await best('--gaps', 'zipf:0.9:1M:10/s')).action).toBe('ttl');
    expect(few.costPerMillionReads).toBeGreaterThan(forEver.costPerMillionReads);
    const through = await best(...zipf, '--reads-per-object', '30', '--writes', 'through');
    expect(through.hitShare).toBeGreaterThan(few.hitShare);
  });
});

describe('with a profile', () => {
  /** Thirty objects over four days: written within the first three hours, then read now and then. */
  const touches = [
    ...Array.from({ length: 30 }, (_, i): Touch => ({ atHours: i / 10, object: i, kind: 'write' })),
    ...Array.from({ length: 600 }, (_, i): Touch => {
      const object = (i * 7) % 30;
      return { atHours: 3 + ((i * i * 37) % 9300) / 100, object, kind: 'read' };
    }),
  ]
    .map((one) => ({ ...one, atHours: Math.round(one.atHours * 3600) / 3600 }))
    .sort((a, b) => a.atHours - b.atHours);
  const trace = [
    'time_s,op,key,size',
    ...touches.map(
      (one) =>
        `${Math.round(one.atHours * 3600)},${one.kind === 'read' ? 'GET' : 'PUT'},o${one.object},65536`,
    ),
  ].join('\n');

  test('a log becomes the cost of every TTL of its edges, as a simulator plays it', async () => {
    using folder = new Folder({ 'trace.csv': trace });
    const { stdout } = await runCli(['derive', 'trace.csv', '--json'], { cwd: folder.path });
    folder.write('profile.json', stdout);
    const [size] = touchesOfProfile(Profile.parse(JSON.parse(stdout))).sizes;
    if (!size) throw new Error('the log has one size');
    const dollars = { rentPerHour: 0.02, hit: 0.1, pass: 1, fill: 0.4, writeFill: 0.3 };
    for (const ttl of [1 / 6, 1, 6, 24, 48, 96]) {
      const formula = ttlCost(reuseOf(size.touches, 'through'), dollars, ttl).cost;
      expect(formula / simulated(touches, dollars, ttl, 'through')).toBeCloseTo(1, 4);
    }
    const { cold, writes } = await answered([...ask, '--profile', 'profile.json'], folder.path);
    expect(writes).toBe('through');
    expect(cold[0]?.rows).toMatchObject([{ sizeBytes: 65_536, best: { action: 'ttl' } }]);
  });

  test('of sums by the hour there is no answer: exit 1', async () => {
    using folder = new Folder({ 'trace.csv': trace });
    const { stdout } = await runCli(['derive', 'trace.csv', '--json'], { cwd: folder.path });
    const profile = JSON.parse(stdout) as Profile;
    folder.write(
      'hours.json',
      JSON.stringify({ ...profile, source: { ...profile.source, detail: 'hours' } }),
    );
    const { exit, stderr } = await runCli([...ask, '--profile', 'hours.json'], { cwd: folder.path });
    expect(exit).toBe(1);
    expect(stderr).toMatch(/hours\.json: has no times between reads/);
    folder.write('profile.json', stdout);
    const around = await runCli([...ask, '--profile', 'profile.json', '--writes', 'around'], {
      cwd: folder.path,
    });
    expect(around.exit).toBe(2);
    expect(around.stderr).toMatch(/does not tell the first read after a write/);
  });
});

test('a price that nobody knows makes unknown figures and exit 1', async () => {
  const { exit, stdout } = await runCli([...EXPRESS, '--cold', 'azure/blob-cool@eastus', '--sizes', '4KB']);
  expect(exit).toBe(1);
  expect(stdout).toMatch(/^4 kB +unknown +unknown +unknown +unknown$/m);
  expect(stdout).toMatch(/No price is known for retrieval/);
});

test('a hot store that bills a minimum time says so', async () => {
  const { stdout } = await runCli([
    'breakeven',
    ...[
      '--hot',
      'aws/s3-standard-ia@us-west-2',
      '--cold',
      'aws/s3-standard@us-east-1',
      '--as-of',
      '2026-11-20',
    ],
    ...['--gaps', 'lomax:1.5:2h', '--sizes', '1GB'],
  ]);
  expect(stdout).toMatch(/S3 Standard-IA \(us-west-2\) bills each copy for at least 30 days/);
  expect(stdout).toMatch(/^1 GB +(30|[3-9]\d|\d{3})(\.\d+)? days +(> )?\d+/m);
});

test('euros take a rate', async () => {
  const args = [...EXPRESS, '--cold', 'hetzner/object-storage', '--sizes', '64KB'];
  const { exit, stderr } = await runCli(args);
  expect(exit).toBe(2);
  expect(stderr).toMatch(/the answer differ; give the rate for dollars, such as --fx EUR=1\.16/);
  expect((await answered([...args, '--fx', 'EUR=1.16'])).currency).toBe('USD');
});

describe('what is not understood', () => {
  test.each([
    [EXPRESS, /--cold cloudflare\/r2-standard/],
    [['breakeven', '--cold', 'cloudflare/r2-standard'], /--hot aws\/s3-express-one-zone@us-east-1/],
    [[...EXPRESS, '--cold', 'aws/s3-express-one-zone@us-east-1'], /is the hot store itself/],
    [[...EXPRESS, '--cold', 'aws/s3-standard'], /--cold: aws\/s3-standard is priced by region/],
    [[...EXPRESS, '--cold', 'aws/s3-standrad@us-east-1'], /did you mean aws\/s3-standard@us-east-1/],
    [[...EXPRESS, '--cold', 'aws/cloudfront'], /is a CDN and holds no objects/],
    [[...ask, '--sizes', '4XB'], /--sizes: "XB" is not a unit of size/],
    [[...ask, '--sizes', '0'], /--sizes: "0" is no size of an object/],
    [[...ask, '--sizes', Array(201).fill('1kB').join(',')], /201 sizes are given/],
    [[...ask, '--at', 'aws/us-esat-1'], /--at "aws\/us-esat-1" is no place; did you mean aws\/us-east-1/],
    [[...ask, '--gaps', 'lomx:1:2h'], /did you mean lomax:1\.5:2h\?/],
    [[...ask, '--gaps', 'weekly'], /names no law; write exponential:12h, lomax/],
    [[...ask, '--gaps', 'lomax:1'], /has 1 of 2 parts; write lomax:SHAPE:SCALE/],
    [[...ask, '--gaps', 'lomax:0:1h'], /shape, 0, must be above zero; try 1\.2/],
    [[...ask, '--gaps', 'lomax:x:1h'], /"x" is not a number/],
    [[...ask, '--gaps', 'exponential:12'], /time needs a unit/],
    [[...ask, '--gaps', 'zipf:0.9:1M:500'], /has no period; try/],
    [[...ask, '--gaps', 'zipf:0.9:1e20:500/s'], /between 1 and 1e15 objects/],
    [[...ask, '--gaps', 'exponential:1h', '--profile', 'p.yaml'], /give one of them/],
    [[...ask, '--gaps', 'exponential:1h', '--reads-per-object', '0'], /"0" must be above zero; try 20/],
    [[...ask, '--reads-per-object', '30'], /goes with --gaps/],
    [[...ask, '--writes', 'through'], /goes with --gaps and --reads-per-object/],
    [[...ask, '--profile', 'nowhere.yaml'], /--profile: .*nowhere\.yaml: there is no such file/],
    [[...ask, '--profile', 'package.json'], /is no profile.*stowage derive/],
    [[...ask, '--profile', 'x', '--sizes', '1kB'], /brings its own sizes/],
    [[...ask, '--fx', '1.16'], /--fx "1\.16" is not understood/],
    [[...ask, 'stray'], /takes no operands; "stray"/],
  ])('%j', async (args, message) => {
    const { exit, stdout, stderr } = await runCli(args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('a date before any price is understood, and has no answer: exit 1', async () => {
    const { exit, stderr } = await runCli([
      ...ask.slice(0, 3),
      '--cold',
      'cloudflare/r2-standard',
      '--as-of',
      '2001-01-01',
    ]);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/S3 Express One Zone has no price for 2001-01-01/);
  });
});
