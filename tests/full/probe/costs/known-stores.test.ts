/** Every store with what is known of it, and the run that would measure it. */
import { expect, test } from 'vitest';
import { isUnmeasured } from '#core/answer/figures/known.ts';
import { estimate } from '#probe/costs/estimate.ts';
import { ENDPOINT_TO_FILL, KNOWN_PRESET, knownRun, knownStores } from '#probe/costs/known-stores.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const DAY = '2026-11-20';
const rows = knownStores(archive, allDatasets(), DAY);

/** The words after a flag of a command. */
const flag = (command: string, name: string) => new RegExp(`--${name} (\\S+)`).exec(command)?.[1] ?? null;

test('those that nobody measured come first, by name, and then by how much is not known', () => {
  const open = rows.filter(isUnmeasured);
  expect(rows.slice(0, open.length)).toEqual(open);
  const names = open.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  const gaps = rows
    .slice(open.length)
    .map(({ known }) => known.filter(({ grade }) => grade === 'missing').length);
  expect(gaps).toEqual(gaps.toSorted((a, b) => b - a));
});

test('each store on offer stands once; no claim, no store that ended, none that restores before a read', () => {
  const ids = rows.map(({ store }) => store);
  expect(new Set(ids).size).toBe(ids.length);
  for (const store of archive.stores) {
    const newest = archive.editions(store).findLast(({ date }) => date <= DAY);
    const isOn =
      newest?.kind === 'store' &&
      newest.confidence !== 'claimed' &&
      newest.restoreHours === undefined &&
      (newest.until ?? '9') > DAY;
    expect(ids.includes(store), store).toBe(isOn);
  }
});

test('what it costs is what the probe estimates of that very command', () => {
  for (const { store, command, cost, atLeast } of rows) {
    const from = flag(command, 'from') ?? '';
    const ref = flag(command, 'store') ?? '';
    expect(ref.split('@')[0]).toBe(store);
    const plan = parseProbePlan({
      probe: 1,
      from,
      preset: flag(command, 'preset'),
      targets: [{ store: ref }],
    });
    // An account's free egress is used up: beside the store none is read over the internet.
    const account = { [store.split('/')[0] ?? '']: { internetEgressBytes: 200e9 } };
    const { total, atLeast: isLeast } = estimate(plan, archive, DAY, undefined, account);
    expect({ total, isLeast }, command).toEqual({ total: cost, isLeast: atLeast });
    // More than a plan may cost by itself has to be allowed.
    expect(Number(flag(command, 'max-cost') ?? plan.maxCost), command).toBeGreaterThanOrEqual(cost);
  }
});

test('the address is to be filled in where only the account says it', () => {
  const endpointOf = (store: string) =>
    flag(rows.find((row) => row.store === store)?.command ?? '', 'endpoint');
  for (const store of ['cloudflare/r2-standard', 'backblaze/b2', 'vultr/standard'])
    expect(endpointOf(store)).toBe(ENDPOINT_TO_FILL);
  for (const store of [
    'aws/s3-standard',
    'wasabi/pay-as-you-go',
    'tigris/standard',
    'azure/blob-hot',
    'google/standard',
  ])
    expect(endpointOf(store)).toBeNull();
});

test('a run by hand: 5,800 requests that count, 100 to warm up, and what is made and removed', () => {
  const made = 100 + 100 + 20 + 2020;
  const counted = 2000 + 2000 + 1000 + 400 + 400 + 5 * 20;
  const { requests, bytes, minutes } = knownRun();
  // Removed one by one, listed by the thousand, and unfinished uploads looked for once.
  expect(requests).toBe(counted + (made - 2020) + made + Math.ceil(made / 1000) + 1 + 1);
  const [KIB, MIB] = [1024, 1024 ** 2];
  const read = 2020 * 10 * KIB + 1020 * MIB + 420 * 8 * MIB;
  const sent = (100 + 2020) * 10 * KIB + 100 * MIB + 20 * 8 * MIB;
  expect(bytes).toBe(read + sent);
  expect(minutes).toBeCloseTo((requests * 0.05 + bytes / 50e6) / 60, 9);
  expect(KNOWN_PRESET).toBe('latency');
});
