/** What providers replicate themselves: each bill by arithmetic, from prices as they are printed in the archive. */
import { deskOf } from '#core/placement/desk.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import type { Sources } from '#core/sources.ts';
import { providerReplication, replicatedStores } from '#core/placement/variations/replication.ts';
import { ask } from '#core/question.ts';
import { checkScenario } from '#core/scenario/check-scenario.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

let sources: Sources;
beforeAll(() => {
  sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
});

type Said = Extract<Finding, { code: 'provider-replication' }>;

/** 30 million objects of 1 MB arrive in November and stay for 30 days: as many are held, on average. */
const held = (store: string, changes: Partial<ScenarioText> = {}): ScenarioText => ({
  stowage: 1,
  asOf: '2026-11-20',
  workload: {
    objects: { size: '1 MB', arrivals: '1M/day', retention: '30 days' },
    reads: { rate: 0 },
    readers: [{ at: 'internet/US', share: 1 }],
    writer: 'internet/US',
  },
  stores: [store],
  ...changes,
});
const GIB = 30e12 / 2 ** 30;
const OBJECTS = 30e6;

const saidOf = (text: ScenarioText): Said | undefined =>
  providerReplication(deskOf(ask(text, sources)), plan(ask(text, sources))).find(
    (one): one is Said => one.code === 'provider-replication',
  );
const optionOf = (text: ScenarioText, ref: string) => {
  const found = saidOf(text)?.options.find((one) => one.ref === ref);
  if (!found) throw new Error(`${ref} is not offered`);
  return found;
};

describe('what the provider keeps more than once', () => {
  it('of Google: both regions are billed, class A is dearer, and what is written is replicated', () => {
    const text = held('google/standard@us-central1');
    // What is deleted is kept for seven days more.
    const storage = (rate: number) => GIB * (37 / 30) * (720 / 730) * rate;
    const dual = optionOf(text, 'google/standard@nam4');
    expect(dual.how).toBe('dual-region');
    expect(dual.total).toBeCloseTo(storage(2 * 0.022) + (OBJECTS / 1000) * 0.01 + GIB * 0.02, 2);
    expect(optionOf(text, 'google/standard@nam4-turbo').total - dual.total).toBeCloseTo(GIB * 0.02, 2);
    expect(optionOf(text, 'google/standard@us').total).toBeCloseTo(
      storage(0.026) + (OBJECTS / 1000) * 0.01 + GIB * 0.02,
      2,
    );
    expect(saidOf(text)?.options.map(({ ref }) => ref)).toEqual([
      'google/standard@us',
      'google/standard@nam4',
      'google/standard@nam4-turbo',
    ]);
  });

  it('of S3: what leaves the region, a write of each object there, and its storage there', () => {
    const text = held('aws/s3-standard@us-east-1');
    const alone = GIB * 0.023 + (OBJECTS / 1000) * 0.005;
    const one = optionOf(text, 'aws/s3-standard@us-east-2');
    expect(saidOf(text)?.alone.total).toBeCloseTo(alone, 2);
    expect(one.how).toBe('region-copy');
    expect(one.total).toBeCloseTo(2 * alone + GIB * 0.01, 2);
    expect(one.atLeast).toBe(false);
  });

  it('of S3 in time: 0.015 for each GB that is copied, and at least that, for its metrics are not known', () => {
    const text = held('aws/s3-standard@us-east-1');
    const timed = saidOf(text)?.options.find(({ how }) => how === 'region-copy-timed');
    // 30 TB a month are 27,939.68 GB of 2^30 bytes: $419.10.
    expect(timed?.ref).toBe('aws/s3-standard@us-east-2');
    expect((timed?.total ?? NaN) - optionOf(text, 'aws/s3-standard@us-east-2').total).toBeCloseTo(419.1, 2);
    expect(timed?.atLeast).toBe(true);
    expect(describeFinding(saidOf(text) as Said)).toMatch(
      /With a copy in us-east-2 \(with Replication Time Control.*\): at least \$2\.28k\/month/,
    );
  });

  it('of S3 in time, no price before the archive has one, and none that a link of an earlier day did not know', () => {
    const how = (changes: Partial<ScenarioText>) =>
      saidOf(held('aws/s3-standard@us-east-1', changes))?.options.map((one) => one.how);
    expect(how({ asOf: '2025-10-21' })).toEqual(['region-copy']);
    expect(how({ knownOn: '2026-11-21' })).toEqual(['region-copy']);
    expect(how({ knownOn: '2026-11-22' })).toEqual(['region-copy', 'region-copy-timed']);
  });

  it('Replication Time Control holds no objects: no plan over all stores has it, and none may name it', () => {
    const add = 'aws/s3-replication-time';
    const all = plan(ask({ ...held('aws/s3-standard@us-east-1'), stores: 'all' }, sources));
    expect(JSON.stringify([all.candidates, all.excluded])).not.toContain(add);
    const named = parseScenario(held(add));
    expect(() => checkScenario(named, { archive: sources.archive, evidence: sources.evidence })).toThrow(
      /holds no objects/,
    );
  });

  it('of S3, objects written in parts are one write there', () => {
    const text = held('aws/s3-standard@us-east-1');
    const parts: ScenarioText = { ...text, workload: { ...text.workload, writes: { partSize: '256 KiB' } } };
    const [whole, inParts] = [text, parts].map((each) => {
      const said = saidOf(each);
      return (optionOf(each, 'aws/s3-standard@us-east-2').total ?? NaN) - (said?.alone.total ?? NaN);
    });
    expect(inParts).toBeCloseTo(whole ?? NaN, 2);
  });

  it('of a class whose reads are billed, reading what is copied is not in the figure: at least', () => {
    expect(optionOf(held('aws/s3-standard-ia@us-east-1'), 'aws/s3-standard-ia@us-east-2').atLeast).toBe(true);
  });

  it('of Tigris: storage and class A for each region, class B once', () => {
    const text = held('tigris/standard@iad');
    const dual = optionOf(text, 'tigris/standard@dual-region');
    const stored = 2 * GIB - 5;
    expect(dual.total).toBeCloseTo(stored * 0.02 + ((2 * OBJECTS - 10_000) / 1000) * 0.005, 2);
    expect(dual.how).toBe('dual-region');
  });

  it('is told apart by region where two have one name', () => {
    const said = saidOf(held('tigris/standard@iad'));
    const text = said && describeFinding(said, namesIn(sources.archive, ['tigris/standard@iad']));
    expect(text).toMatch(/ Tigris Standard in usa \(kept in several regions\)/);
    expect(text).toMatch(/ Tigris Standard in eur \(kept in several regions\)/);
  });

  it('of Azure: what geo-replication moves is not known, so the bill is a lower bound', () => {
    const text = held('azure/blob-cool@westus', { asOf: '2024-08-01' });
    const [zrs, grs] = ['azure/blob-cool-zrs@westus', 'azure/blob-cool-grs@westus'].map((ref) =>
      optionOf(text, ref),
    );
    // August has 31 days: the same stock, and 31 days of writes.
    expect(zrs?.total).toBeCloseTo(GIB * 0.0144 + ((31 * 1e6) / 10_000) * 0.1, 2);
    expect(grs?.total).toBeCloseTo(GIB * 0.023 + ((31 * 1e6) / 10_000) * 0.2, 2);
    expect([zrs?.atLeast, grs?.atLeast]).toEqual([false, true]);
    expect(describeFinding(saidOf(text) as Said)).toMatch(/blob-cool-grs@westus .*: at least \$/);
  });
});

describe('what it would do', () => {
  const zones = { requirements: { zones: 2 } };

  it('is said with what it costs, and where that is more than may be spent', () => {
    const text = held('aws/s3-standard@us-east-1', { requirements: { budget: 1000 } });
    const said = saidOf(text);
    expect(said?.alone.feasible).toBe('yes');
    expect(said?.options.map(({ feasible }) => feasible)).toEqual(['no', 'no']);
    expect(said && describeFinding(said)).toMatch(
      /^Replication by aws, beside aws\/s3-standard@us-east-1 at \$793\/month\. With a copy in us-east-2 \(copied by the provider as it is written, existing objects are not\): \$1\.86k\/month, \$1\.07k more\. It would miss the requirements\. With a copy in us-east-2 \(with Replication Time Control, .*\): at least \$2\.28k\/month\. It would miss the requirements\.$/,
    );
  });

  it('outside the jurisdiction, a copy fails it', () => {
    const text = held('aws/s3-standard@eu-west-1', { requirements: { jurisdiction: 'IE' } });
    for (const { how, feasible } of saidOf(text)?.options ?? [])
      expect([how.startsWith('region-copy'), feasible]).toEqual([true, 'no']);
  });

  it.each([
    ['cloudflare/r2-standard@enam', /^cloudflare\/r2-standard@enam has no replication of its own/],
    ['backblaze/b2@us-east', /^The price of replication by backblaze for .* is not known/],
  ])('of %s it is said that there is none, or no price, where a second copy is wanted', (store, words) => {
    expect(saidOf(held(store))).toBeUndefined();
    const said = saidOf(held(store, zones));
    expect(said && describeFinding(said)).toMatch(words);
  });
});

it('every variant that is named has prices in the archive', () => {
  const { archive } = sources;
  for (const ref of ['google/standard@us-central1', 'google/standard@europe-west4', 'google/standard@nam4'])
    expect(replicatedStores(ref, archive).length).toBeGreaterThanOrEqual(2);
  expect(replicatedStores('google/standard@nam4', archive).map(({ ref }) => ref)).not.toContain(
    'google/standard@nam4',
  );
  expect(replicatedStores('azure/blob-hot-grs@westus', archive)).toEqual([]);
});
