import { describe, expect, it } from 'vitest';
import { cautionWords } from '#core/answer/words/caution.ts';
import { reachedShare } from '#core/latency/load/load.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const datasets = allDatasets();
const sources = { archive: wholeArchive(), evidence: { datasets, named: [] } };

function asking(store: string, readsPerSecond: number, standing: string): ScenarioText {
  return {
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size: '10 kB', standing },
      reads: { rate: `${readsPerSecond}/s` },
      readers: [{ at: 'internet/DE', share: 1 }],
      writer: 'internet/DE',
    },
    stores: [store],
  };
}

const only = (text: ScenarioText) => plan(ask(text, sources)).candidates[0];

describe('limits of a store', () => {
  it('of a subscription are passed by opening more of them, each at the base price', () => {
    const share = Math.min(
      1,
      ...(['GET', 'PUT'] as const).map((one) => reachedShare(datasets, 'vultr/standard', one) ?? 1),
    );
    const candidate = only(asking('vultr/standard@ewr', 2000, '100 GB'));
    const needed = Math.ceil(2000 / (800 * share));
    const fee = candidate?.monthly.lines.find((line) => line.meter === 'subscription');
    expect(needed).toBeGreaterThan(2);
    expect(fee).toMatchObject({ quantity: needed, amount: needed * 18 });
    expect(candidate?.feasible).toBe('yes');
    expect(candidate?.findings.some((one) => one.code === 'rate-limit' && one.units === needed)).toBe(true);
  });

  it('that nobody knows are a caution from 1,000 requests a second on', () => {
    const found = (store: string, rate: number) => {
      const candidate = only(asking(store, rate, '100 GB'));
      const findings = candidate?.findings.filter(({ code }) => code === 'rate-unknown');
      return { findings, said: candidate && cautionWords(candidate, { store: () => 'IDrive e2' }) };
    };
    expect(found('idrive/e2@everywhere', 900)).toEqual({ findings: [], said: [] });
    const { findings, said } = found('idrive/e2@everywhere', 2000);
    expect(findings).toMatchObject([{ store: 'idrive/e2@everywhere' }]);
    expect(said).toEqual([
      'No source says how many requests a second IDrive e2 takes. The plan needs up to 2k: ask first.',
    ]);
    // S3 takes more with every prefix, as its provider says.
    expect(found('aws/s3-standard@eu-central-1', 2000).findings).toEqual([]);
  });

  it('on requests are given, described for the provider, or said to be unknown', () => {
    const { archive } = sources;
    const providerOf = (store: string) => store.split('/')[0];
    const described = new Set(
      archive.stores
        .filter((store) => archive.traits?.(store)?.described['request-rate-limit'])
        .map(providerOf),
    );
    const silent = archive.stores.filter((store) => {
      const edition = archive.editions(store).at(-1);
      if (store.startsWith('claimed/') || edition?.kind !== 'store' || edition.restoreHours !== undefined)
        return false;
      const isGiven = edition.limits.some(({ quantity }) => quantity === 'operations');
      return !isGiven && !described.has(providerOf(store)) && archive.facts(store)?.requestRate === undefined;
    });
    expect(silent).toEqual([]);
  });

  it('of an account, kept with a fifth to spare, put the store under a condition', () => {
    // 416 and a fifth are 499.2 of B2's 500 a second, 417 and a fifth are 500.4.
    const [within, past] = [416, 417].map((rate) => only(asking('backblaze/b2@us-east', rate, '100 TB')));
    expect(within).toMatchObject({ feasible: 'yes', conditions: [] });
    expect(past).toMatchObject({ feasible: 'unproven', violations: [] });
    expect(past?.conditions).toMatchObject([{ code: 'limit-raised', store: 'backblaze/b2@us-east' }]);
    expect(past?.conditions[0]?.words).toMatch(
      /^if Backblaze B2 raises its limit of 500 operations\/s: the plan needs 417/,
    );
    const bare = (rate: number) =>
      only({ ...asking('backblaze/b2@us-east', rate, '100 TB'), headroom: 0 })?.feasible;
    expect([499, 501].map(bare)).toEqual(['yes', 'unproven']);
  });

  it('of a bucket, on what it holds, put the store under the condition of several buckets', () => {
    const hetzner = (standing: string) => only(asking('hetzner/object-storage-usd@hel1', 1, standing));
    // 416 GB of 10 kB and a fifth are 49.9 of the 50 million objects of a bucket, 417 GB are 50.04.
    expect(hetzner('416 GB')).toMatchObject({ feasible: 'yes', conditions: [] });
    expect(hetzner('417 GB')).toMatchObject({ feasible: 'unproven', violations: [] });
    // A tenth of the bytes that a bucket holds, 21 times its objects: one condition, of what is full first.
    expect(hetzner('9 TB')?.conditions).toEqual([
      {
        code: 'several-buckets',
        store: 'hetzner/object-storage-usd@hel1',
        words: expect.stringMatching(
          /^if objects are spread over 22 buckets: one of Hetzner Object Storage \(USD\) holds 50M objects, the plan needs 900M objects in the fullest month plus 20% headroom$/,
        ) as string,
      },
    ]);
  });

  it('of a bucket of Spaces are 800 operations a second, 100 million objects and 5 TB an object', () => {
    const spaces = (rate: number, standing: string) => only(asking('digitalocean/spaces', rate, standing));
    // 666 and a fifth are 799.2, 667 and a fifth are 800.4. 0.83 TB of 10 kB and a fifth are 99.6 million objects.
    expect(spaces(666, '0.83 TB')).toMatchObject({ feasible: 'yes', conditions: [] });
    expect(spaces(667, '0.83 TB')?.violations).toMatchObject([
      { requirement: 'rate limit', required: '≤ 800 operations/s for a bucket of DigitalOcean Spaces' },
    ]);
    expect(spaces(1, '0.84 TB')?.conditions).toMatchObject([{ code: 'several-buckets' }]);
    const text = asking('digitalocean/spaces', 1, '100 TB');
    const large = only({
      ...text,
      workload: { ...text.workload, objects: { size: '6 TB', standing: '100 TB' } },
    });
    expect(large?.violations).toMatchObject([{ requirement: 'object size', found: '6 TB' }]);
  });

  it('of a prefix are passed by spreading names, as OVH says of its 900 reads a second', () => {
    const text = { ...asking('ovh/standard-1az@gra', 2000, '1 TB'), fx: { 'EUR/USD': 1.1 } };
    const found = only(text);
    expect(found?.violations.map(({ requirement }) => requirement)).not.toContain('rate limit');
    expect(found?.findings).toContainEqual(
      expect.objectContaining({ code: 'rate-limit', scope: 'prefix', limitPerSecond: 900, units: 3 }),
    );
  });

  it('of a Storj project, raised on request, put more than 75 TB under a condition', () => {
    const storj = (standing: string) => only(asking('storj/standard', 1, standing));
    expect(storj('62 TB')?.conditions).toEqual([]);
    expect(storj('63 TB')?.conditions).toMatchObject([{ code: 'limit-raised' }]);
  });

  it('of an account, on what it holds, rule the store out', () => {
    const text = asking('hetzner/object-storage-usd@hel1', 1, '60 TB');
    expect(only(text)?.violations).toEqual([
      {
        requirement: 'capacity',
        required: '≤ 5B objects for an account of Hetzner Object Storage (USD)',
        found: '6B objects in the fullest month plus 20% headroom',
      },
    ]);
    const both = plan(
      ask({ ...text, stores: [...(text.stores ?? []), 'cloudflare/r2-standard@weur'] }, sources),
    );
    expect(both.recommendation?.id).toBe('single:cloudflare/r2-standard@weur');
    expect(both.gap).toBeLessThan(0.0101);
  });

  it('on one object rule the store out with what it takes, and not where no limit is known', () => {
    const large = (store: string) => {
      const text = asking(store, 1, '100 TB');
      return only({ ...text, workload: { ...text.workload, objects: { size: '6 TB', standing: '100 TB' } } });
    };
    const r2 = large('cloudflare/r2-standard@weur');
    expect(r2?.feasible).toBe('no');
    expect(r2?.violations).toEqual([
      {
        requirement: 'object size',
        required: '≤ 5.492 TB (an object of R2 Standard)',
        found: '6 TB',
      },
    ]);
    expect(large('backblaze/b2@us-east')?.feasible).toBe('yes');
    expect(large('aws/s3-standard@eu-central-1')?.feasible).toBe('yes');
  });

  it('on one object, where its sources contradict each other, leaves the store unproven and says so', () => {
    const text = asking('idrive/e2', 1, '100 TB');
    const objects = { size: '6 TB', standing: '100 TB' };
    const found = only({ ...text, workload: { ...text.workload, objects } });
    expect(found?.feasible).toBe('unproven');
    expect(found?.violations).toEqual([]);
    expect(found?.conditions).toEqual([
      { code: 'fact-unknown', store: 'idrive/e2@everywhere', words: 'if IDrive e2 takes objects of 6 TB' },
    ]);
    const within = only({ ...text, workload: { ...text.workload, objects: { ...objects, size: '5 TB' } } });
    expect(within?.feasible).toBe('yes');
  });

  it('on one object rule out every plan with a copy in that store', () => {
    const text = asking('backblaze/b2@us-east', 1, '100 TB');
    const size = [
      { share: 0.999, size: '1 MB' },
      { share: 0.001, size: '6 TB' },
    ];
    const copied = (copy: string, objects: ScenarioText['workload']['objects']) =>
      plan(
        ask(
          {
            ...text,
            workload: { ...text.workload, objects },
            stores: ['backblaze/b2@us-east', 'aws/s3-standard@eu-central-1'],
            copies: [copy],
          },
          sources,
        ),
      );
    const past = copied('cloudflare/r2-standard@weur', { size, standing: '100 TB' });
    expect(past.recommendation).toBeNull();
    for (const { feasible, violations } of past.candidates) {
      expect(feasible).toBe('no');
      expect(violations.filter(({ requirement }) => requirement === 'object size')).toEqual([
        {
          requirement: 'object size',
          required: '≤ 5.492 TB (an object of R2 Standard)',
          found: '6 TB',
        },
      ]);
    }
    const within = copied('cloudflare/r2-standard@weur', { size: '5 TB', standing: '100 TB' });
    expect(within.recommendation).not.toBeNull();
    const unsure = copied('idrive/e2', { size: '6 TB', standing: '100 TB' });
    expect(unsure.recommendation).toBeNull();
    expect(unsure.candidates.map(({ feasible }) => feasible)).toContain('unproven');
    expect(unsure.candidates.map(({ feasible }) => feasible)).not.toContain('no');
  });

  it('on one object leave no copy by re-read in that store, and none proven where it is not', () => {
    const S3 = 'aws/s3-standard@us-east-1';
    const caches = (other: string, size: string) => {
      const { candidates } = plan(
        ask(
          {
            stowage: 1,
            asOf: '2026-11-20',
            workload: {
              objects: { size, standing: '100 TB' },
              reads: { rate: '10/day', rereads: { gaps: { '1 day': 0.6 } } },
              readers: [{ at: 'aws/us-east-1', share: 1 }],
              writer: 'aws/us-east-1',
            },
            stores: [S3, other],
            horizon: '1 month',
          },
          sources,
        ),
      );
      return candidates.filter(({ kind }) => kind === 'cache').map(({ feasible }) => feasible);
    };
    for (const other of ['cloudflare/r2-standard@enam', 'idrive/e2@everywhere']) {
      expect(caches(other, '1 TB')).toContain('yes');
      expect(caches(other, '6 TB')).not.toContain('yes');
    }
  });

  it('on egress by fair use rule the store out, once', () => {
    const perMonth = 30 * 86_400 * 10_000;
    // In a month of 31 days and with a fifth to spare: 0.8 × 31/30 × 1.2 is 0.992 of what is stored, 0.81 × 31/30 × 1.2 is 1.004.
    const [within, past] = [0.8, 0.81].map((times) =>
      only(asking('wasabi/pay-as-you-go@us-east-1', 100, `${(100 * perMonth) / times} B`)),
    );
    expect(within?.feasible).toBe('yes');
    expect(past?.feasible).toBe('no');
    expect(past?.violations).toHaveLength(1);
    expect(past?.violations[0]).toMatchObject({ requirement: 'fair use' });
  });

  it('on the size of an object rule the store out', () => {
    const huge = asking('cloudflare/r2-standard@weur', 1, '100 TB');
    expect(
      only({ ...huge, workload: { ...huge.workload, objects: { size: '6 TB', standing: '60 TB' } } })
        ?.violations[0]?.requirement,
    ).toBe('object size');
  });
});
