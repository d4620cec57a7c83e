import { deskOf } from '#core/placement/desk.ts';
import { describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { plan } from '#core/placement/plan.ts';
import { secondZones } from '#core/placement/variations/copies.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: allDatasets(), named: [] } };
const express = 'aws/s3-express-one-zone@us-east-1';
const standard = 'aws/s3-standard@us-east-1';
const r2 = 'cloudflare/r2-standard@enam';
const GIB = 2 ** 30;

/** 30 million objects of 1 MB arrive in November and live for 30 days: 30 TB in steady state. */
const kept = (changes: Partial<ScenarioText> = {}): ScenarioText => ({
  stowage: 1,
  asOf: '2026-11-20',
  workload: {
    objects: { size: '1 MB', arrivals: '1M/day', retention: '30 days' },
    readers: [{ at: 'aws/us-east-1', share: 1 }],
    writer: 'aws/us-east-1',
  },
  stores: [standard],
  ...changes,
});
const single = (text: ScenarioText, ref: string) => {
  const found = plan(ask(text, sources)).candidates.find(({ id }) => id === `single:${ref}`);
  if (!found) throw new RangeError(`no ${ref}`);
  return found;
};

describe('a copy that must exist besides', () => {
  it('is billed what it holds, what is written to it and what that sends out, by hand for R2', () => {
    const more =
      single(kept({ copies: [r2] }), standard).monthly.total - single(kept(), standard).monthly.total;
    // November is R2's month of 720 h; the first million writes and 10 GB are free.
    const held = (30e3 - 10) * 0.015;
    const written = (30 - 1) * 4.5;
    const gib = 30e12 / GIB;
    const sent = (10 * 1024 - 100) * 0.09 + (gib - 10 * 1024) * 0.085;
    expect(more).toBeCloseTo(held + written + sent, 4);
  });

  it('in another region of the same provider is sent there at the price between the two', () => {
    const far = 'aws/s3-standard@us-west-2';
    const { lines } = single(kept({ copies: [far] }), standard).monthly;
    const between = lines.filter(
      ({ meter, store }) => meter.startsWith('egress.') && store === 'aws/transfer',
    );
    expect(between.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBeCloseTo((30e12 / GIB) * 0.02, 4);
    const puts = lines.filter(({ meter, region }) => meter === 'requests.put' && region === 'us-west-2');
    expect(puts.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(30e6, 3);
  });

  it('costs the same beside every plan, the tiers and allowances of a shared store aside', () => {
    const stores = [standard, 'tigris/standard@global', 'backblaze/b2@us-east'];
    const [without, beside] = [
      plan(ask(kept({ stores }), sources)),
      plan(ask(kept({ stores, copies: [r2] }), sources)),
    ];
    const more = without.candidates.flatMap(({ id, kind, monthly }) => {
      const other = beside.candidates.find((one) => one.id === id);
      return kind === 'single' && other ? [other.monthly.total - monthly.total] : [];
    });
    expect(more.length).toBe(3);
    for (const one of more) expect(one / (more[0] ?? NaN)).toBeCloseTo(1, 1);
  });
});

describe('two zones', () => {
  const text = kept({ stores: [express, standard], requirements: { zones: 2 } });

  it('are not met by one bucket in a store of one zone, and are by two', () => {
    expect(single(text, express).violations.map(({ requirement }) => requirement)).toEqual(['zones']);
    const twice = single({ ...text, copies: [express] }, express);
    expect(twice.feasible).toBe('yes');
    expect(single({ ...text, copies: [r2] }, express).feasible).not.toBe('yes');
  });

  it('of Express cost what two of it do: storage, uploads and requests twice', () => {
    const one = single(text, express).monthly;
    const two = single({ ...text, copies: [express] }, express).monthly;
    expect(two.total / one.total).toBeCloseTo(2, 6);
  });

  it('are offered with their price, where nothing else is wrong', () => {
    const [offer, more] = secondZones(deskOf(ask(text, sources)), plan(ask(text, sources)));
    expect(more).toBeUndefined();
    expect(offer).toMatchObject({ code: 'second-zone', store: express, zones: 2, feasible: 'yes' });
    expect(offer && describeFinding(offer)).toContain(`Write copies: [${express}].`);
    const enough = kept({ stores: [express, standard] });
    expect(secondZones(deskOf(ask(enough, sources)), plan(ask(enough, sources)))).toEqual([]);
  });
});
