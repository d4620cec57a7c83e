/** Features, owner, SLA and certificates that a scenario asks for: who is out and why, whom to ask, and what a move loses. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { lossesBetween } from '#core/pricing/traits/losses.ts';
import type { Sources } from '#core/sources.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { withMigration } from '#tests/helpers/core/asked.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

let sources: Sources;
beforeAll(() => {
  sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
});

const STORES = [
  'aws/s3-standard@us-east-1',
  'cloudflare/r2-standard@enam',
  'backblaze/b2@us-east',
  'wasabi/pay-as-you-go@us-east-1',
];
/** Few requests, so that no limit decides. */
const WORKLOAD = aWorkload({
  objects: { size: '1 MB', arrivals: '10k/day', retention: '100 days' },
  reads: { rate: '10k/day' },
});
const asked = (requirements: ScenarioText['requirements'], more: Partial<ScenarioText> = {}) =>
  ask(aScenario({ workload: WORKLOAD, stores: STORES, requirements, ...more }), sources);
const planned = (requirements: ScenarioText['requirements']) => plan(asked(requirements));
const left = (requirements: ScenarioText['requirements']) =>
  planned(requirements).excluded.map(({ store, reason }) => `${store}: ${describeFinding(reason)}`);

describe('a store that lacks what is asked for is out, with the source', () => {
  it('of a feature', () => {
    const out = left({ features: ['versioning'] });
    expect(out).toHaveLength(1);
    expect(out[0]).toMatch(
      /^cloudflare\/r2-standard@enam: .* does not have versioning \(.*https:\/\/github\.com\/.*, seen 2026-11-23\)\.$/,
    );
  });

  it('of several, each with its own source', () => {
    const out = left({ features: ['conditional-put', 'conditional-overwrite'] });
    expect(out.map((one) => one.slice(0, one.indexOf('@')))).toEqual(['backblaze/b2']);
    expect(out[0]?.match(/https:/g)).toHaveLength(2);
  });

  it('of an owner', () => {
    const out = left({ owner: 'EU' });
    expect(out).toHaveLength(STORES.length);
    expect(out.join('\n')).toContain('does not have an owner in EU (the owner is in US; https://');
    expect(left({ owner: 'us' })).toEqual([]);
  });

  it('of keys of one’s own, which ask for SSE-KMS', () => {
    const objects = { ...WORKLOAD.objects, encryption: 'kms' as const };
    const keyed = asked({}, { workload: { ...WORKLOAD, objects } });
    const { excluded, candidates, recommendation } = plan(keyed);
    const out = excluded.map(({ store, reason }) => `${store}: ${describeFinding(reason)}`);
    expect(out).toHaveLength(1);
    expect(out[0]).toMatch(
      /^cloudflare\/r2-standard@enam: .* does not have SSE-KMS \(https:\/\/.*, seen 2026-11-23\)\.$/,
    );
    const wasabi = candidates.find(({ id }) => id.startsWith('single:wasabi/'));
    expect(wasabi?.conditions.map(({ words }) => words)).toContainEqual(
      expect.stringMatching(/^if its provider says yes \(ask Wasabi.*: SSE-KMS\)$/),
    );
    expect(recommendation?.reasons[0]?.words).toContain('SSE-KMS');
  });

  it('of an SLA', () => {
    expect(left({ sla: '99.95 %' }).join('\n')).toContain('does not have an SLA of 99.95% (99.9 %');
    expect(left({ sla: '99.9 %' })).toEqual([]);
  });
});

describe('what nobody knows is asked, and never a yes', () => {
  const conditionsOf = (requirements: ScenarioText['requirements'], store: string) => {
    const { candidates } = planned(requirements);
    return candidates.find(({ kind, stores }) => kind === 'single' && stores[0]?.startsWith(store));
  };

  it('of a feature', () => {
    const wasabi = conditionsOf({ features: ['conditional-put', 'versioning'] }, 'wasabi/');
    expect(wasabi?.feasible).toBe('unproven');
    expect(wasabi?.conditions.map(({ code, words }) => ({ code, words }))).toEqual([
      {
        code: 'fact-unknown',
        words: expect.stringMatching(/^if its provider says yes \(ask Wasabi.*: conditional writes\)$/),
      },
    ]);
  });

  it('of a feature in part', () => {
    const r2 = conditionsOf({ features: ['object-lock'] }, 'cloudflare/');
    expect(r2?.feasible).toBe('unproven');
    expect(r2?.conditions[0]?.words).toMatch(
      /^if what is there in part is enough \(R2 Standard.*: object lock\)$/,
    );
  });

  it('of a certificate: a list that does not name it says nothing', () => {
    expect(conditionsOf({ certifications: ['HIPAA'] }, 'backblaze/')?.feasible).toBe('yes');
    // AWS's paper on HIPAA names Amazon S3.
    expect(conditionsOf({ certifications: ['HIPAA'] }, 'aws/')?.feasible).toBe('yes');
    expect(conditionsOf({ certifications: ['C5'] }, 'wasabi/')?.feasible).toBe('unproven');
    expect(left({ certifications: ['ISO 27001'] })).toEqual([]);
  });

  it('and no measurement is advised of a store that has to be asked besides', () => {
    const cheapest = (requirements: ScenarioText['requirements']) =>
      plan(
        asked({ ...requirements, readP99: '2 s' }, { stores: [...STORES, 'idrive/e2@everywhere'] }),
      ).findings.find(({ code }) => code === 'unmeasured-cheaper');
    expect(cheapest({})).toMatchObject({ stores: expect.arrayContaining(['idrive/e2@everywhere']) });
    expect(cheapest({ certifications: ['SOC 2'] })).not.toMatchObject({
      stores: expect.arrayContaining(['idrive/e2@everywhere']),
    });
  });

  it('and what is recommended holds without a condition', () => {
    const { recommendation, candidates } = planned({ features: ['conditional-put'] });
    const chosen = candidates.find(({ id }) => id === recommendation?.id);
    expect(chosen?.conditions).toEqual([]);
    expect(chosen?.stores.filter((store) => store.startsWith('wasabi/'))).toEqual([]);
  });
});

it('looks for all stores where objects have to lie', () => {
  const workload = aWorkload({
    objects: { size: '1 GB', standing: '1 PB', retention: 'forever' },
    reads: { rate: '600/day' },
    readers: [{ at: 'internet/CH', share: 1 }],
  });
  const { candidates } = plan(
    ask(aScenario({ workload, requirements: { residency: 'EU' }, stores: 'all' }), sources),
  );
  // The nearest region of AWS is Zurich.
  expect(candidates.find(({ id }) => id.startsWith('single:aws/s3-standard@'))?.feasible).toBe('yes');
});

describe('stores of one service', () => {
  it('have its features and certificates: a shop on Azure keeps objects in three zones of one store', () => {
    const workload = aWorkload({
      objects: { size: '200 KB', arrivals: '200k/day', retention: '365 days' },
      reads: { rate: '2M/day' },
      readers: [{ at: 'azure/swedencentral', share: 1 }],
    });
    const requirements: ScenarioText['requirements'] = {
      zones: 3,
      features: ['versioning', 'object-lock'],
      certifications: ['ISO 27001', 'C5'],
      residency: 'EU',
      readP99: '300 ms',
    };
    const stores = ['azure/blob-hot@swedencentral', 'azure/blob-hot-zrs@swedencentral'];
    const { recommendation, candidates } = plan(ask(aScenario({ workload, requirements, stores }), sources));
    expect(recommendation?.id).toMatch(/^single:azure\/blob-hot-zrs@/);
    expect(candidates.find(({ id }) => id === recommendation?.id)?.feasible).toBe('yes');
  });

  it('and one that is out is out for all that it lacks, its place as well', () => {
    const workload = aWorkload({
      objects: { size: '20 MB', arrivals: '20k/day', retention: '10 years' },
      reads: { rate: '60k/day' },
      readers: [{ at: 'internet/DE', share: 1 }],
      writer: 'internet/DE',
    });
    const stores = ['azure/blob-cold@belgiumcentral', 'aws/s3-standard@eu-central-1'];
    const { recommendation } = plan(
      ask(aScenario({ workload, requirements: { zones: 3, residency: 'DE' }, stores }), sources),
    );
    expect(recommendation?.reasons.find(({ code }) => code === 'cheaper-fails')?.words).toMatch(
      /is out\. Zones: 1 .*\. Residency: elsewhere.*\(required: DE\)\.$/,
    );
  });

  it('have figures of their own', () => {
    const { archive } = sources;
    expect(archive.facts('azure/blob-hot-zrs')?.promises.durability).toBe('99.9999999999 % a year');
    expect(archive.traits?.('azure/blob-cool-zrs')?.described['minimum-duration-days']).toBeUndefined();
    expect(archive.traits?.('aws/s3-one-zone-ia')?.described.sla?.value).toBe('99.0 % a month');
  });
});

describe('a move', () => {
  const moved = (requirements: ScenarioText['requirements'], current = 'aws/s3-standard@us-east-1') => {
    return withMigration(asked(requirements, { current }));
  };

  it('names what would be lost', () => {
    const { candidates } = moved({});
    const r2 = candidates.find(({ id }) => id === 'single:cloudflare/r2-standard@enam')?.migration;
    const losses = lossesBetween(sources.archive, ['aws/s3-standard'], 'cloudflare/r2-standard');
    expect(losses.length).toBeGreaterThan(5);
    const of = (then: string) => losses.filter((loss) => loss.then === then).map(({ feature }) => feature);
    expect(r2?.lost).toEqual([{ store: 'cloudflare/r2-standard', no: of('no'), partial: of('partial') }]);
    expect(losses.find(({ feature }) => feature === 'versioning')).toMatchObject({
      then: 'no',
      source: expect.stringContaining('https://'),
      seen: '2026-11-23',
    });
    expect(r2?.words).toContainEqual(expect.stringMatching(/^Lost by moving to R2 Standard: .*versioning/));
    expect(r2?.words).toContainEqual(expect.stringMatching(/^R2 Standard has in part: object lock/));
    expect(lossesBetween(sources.archive, ['aws/s3-standard'], 'aws/s3-standard')).toEqual([]);
  });

  it("from a store that lacks what is asked for: today's is billed, and fails", () => {
    const { today, candidates } = moved({ features: ['versioning'] }, 'cloudflare/r2-standard@enam');
    expect(today?.feasible).toBe('no');
    expect(candidates.find(({ id }) => id === today?.id)?.violations).toContainEqual({
      requirement: 'features',
      required: 'versioning',
      found: expect.stringMatching(/^not there: R2 Standard/),
    });
  });
});
