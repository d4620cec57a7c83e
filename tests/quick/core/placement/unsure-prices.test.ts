/** A winner that rests on prices somebody else wrote down, or that sources give differently, says so with the arithmetic. */
import { describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';

const sources = [
  { id: 'page', url: 'https://example.com/prices', retrieved: '2026-02-01' },
  { id: 'blog', url: 'https://example.com/blog', retrieved: '2026-02-01' },
];
const file = (confidence: string, region: Record<string, unknown>) =>
  anEditionFile({
    month: '720 h',
    gigabyte: 1e9,
    sources,
    regions: { north: aRegion({ ...region, confidence }) },
  });
const sure = file('official', { storage: '0.02 per GB-month' });

/** A thousand GB kept on the store in doubt at 10, beside a sure one at 20. */
function finding(
  doubtful: Record<string, unknown>,
  reads: ScenarioText['workload']['reads'] = { rate: '0/day' },
  best = 'single:acme/doubted@north',
) {
  const scenario: ScenarioText = {
    stowage: 1,
    effort: 'none',
    name: 'In doubt',
    asOf: '2026-03-01',
    workload: {
      objects: { size: '1 GB', standing: '1 TB' },
      reads,
      readers: [{ at: 'internet/US', share: 1 }],
      writer: 'internet/US',
    },
    stores: ['acme/doubted@north', 'acme/sure@north'],
    horizon: '1 month',
    month: '720 h',
  };
  const archive = anArchive({ 'acme/doubted/2026-01-01': doubtful, 'acme/sure/2026-01-01': sure });
  const answer = plan(ask(scenario, { archive, evidence: evidenceBase([]) }));
  expect(answer.recommendation?.id).toBe(best);
  return answer.findings.find((one) => one.code === 'winner-price-unsure');
}

describe('a winner', () => {
  const cheap = { storage: '0.01 per GB-month' };
  const told = (price: string) => ({ ...cheap, conflict: { source: 'blog', storage: price } });

  it('on secondary prices says how much dearer they may be before another wins', () => {
    const found = finding(file('secondary', cheap));
    expect(found).toMatchObject({
      edition: 'acme/doubted/2026-01-01',
      confidence: 'secondary',
      total: 10,
      rival: { id: 'single:acme/sure@north', total: 20 },
      other: null,
    });
    expect(found && describeFinding(found)).toContain('$10/month too low');
  });

  it('on conflicting prices would survive the other figure, or not', () => {
    expect(finding(file('conflicting', told('0.015 per GB-month')))).toMatchObject({
      confidence: 'conflicting',
      total: 10,
      other: {
        source: 'https://example.com/blog',
        total: 15,
        rival: { id: 'single:acme/sure@north', total: 20 },
        survives: true,
      },
    });
    const lost = finding(file('conflicting', told('0.03 per GB-month')));
    expect(lost).toMatchObject({ other: { total: 30, survives: false } });
    expect(lost && describeFinding(lost)).toContain('no longer win');
  });

  // 900 GB at 0.01 and 120 reads at a cent, beside 100 GB at 0.02 and 1080 reads; 1200 GB are sent at 0.09.
  it('that is a split by popularity says the same', () => {
    const dear = { requests: { put: '0.005 per 1000 requests', get: '10 per 1000 requests' } };
    const reads = { rate: '40/day', skew: { objects: 0.1, reads: 0.9 } };
    const best = 'popular:acme/sure@north>acme/doubted@north@10%';
    const found = finding(file('conflicting', { ...told('0.03 per GB-month'), ...dear }), reads, best);
    expect(found).toMatchObject({
      total: expect.closeTo(9 + 1.2 + 2 + 108, 2),
      rival: { id: 'single:acme/sure@north', total: expect.closeTo(128, 2) },
      other: {
        total: expect.closeTo(27 + 1.2 + 2 + 108, 2),
        rival: { id: 'single:acme/sure@north' },
        survives: false,
      },
    });
  });

  it('on official prices has nothing to say', () => {
    expect(finding(file('official', cheap))).toBeUndefined();
  });
});

describe('other figures', () => {
  const issues = (region: Record<string, unknown>, confidence = 'conflicting') => {
    try {
      parseEdition('pricing/acme/doubted/2026-01-01.yaml', file(confidence, region));
      return '';
    } catch (error) {
      return String(error);
    }
  };
  const conflict = { source: 'blog', retrieval: '0.01 per GB' };

  it('are prices, from a source that is named, where the confidence is conflicting', () => {
    expect(issues({ conflict })).toBe('');
    expect(issues({ conflict }, 'official')).toContain('write confidence: conflicting');
    expect(issues({ conflict: { ...conflict, source: 'nobody' } })).toContain('no source "nobody"');
    expect(issues({ conflict: { ...conflict, retrieval: '0.01 per request' } })).toContain(
      'prices are per GB',
    );
  });
});
