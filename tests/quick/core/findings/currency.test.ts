/** Amounts in findings are worded in the currency of the plan. */
import { describe, expect, test } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';

const TWO = { id: 'single:b', total: 90 };
const KEPT = { total: 80, atLeast: true, feasible: 'yes', p99Ms: 20 } as const;

const WITH_AMOUNTS: Finding[] = [
  { code: 'tiering-egress', from: 'a', to: 'b', amount: 30, bytes: 1e9 },
  { code: 'dual-write-same-egress', writer: 'w', from: 'a', amount: 30 },
  { code: 'dual-write-spares-egress', writer: 'w', from: 'a', amount: 30 },
  {
    code: 'readers-differ',
    fastest: 'a',
    place: 'p',
    p50Ms: 10,
    amount: 5,
    away: [{ place: 'q', amount: 50, cheapest: { store: 'b', amount: 4 } }],
  },
  {
    code: 'unmeasured-cheaper',
    stores: ['a'],
    total: 60,
    recommended: 70,
    probe: 'stowage probe run',
    probeCost: 8,
  },
  { code: 'price-decides', id: 'single:a', low: 60, high: 80, store: 'a', meter: 'storage' },
  { code: 'cdn-decides', cdn: 'c', amount: 30, share: 0.5, other: TWO },
  {
    code: 'winner-price-unsure',
    id: 'single:a',
    edition: 'a/2026-01-01',
    region: 'r',
    confidence: 'secondary',
    total: 70,
    rival: TWO,
    other: null,
  },
  {
    code: 'winner-price-unsure',
    id: 'single:a',
    edition: 'a/2026-01-01',
    region: 'r',
    confidence: 'conflicting',
    total: 70,
    rival: TWO,
    other: { source: 's', total: 75, rival: TWO, survives: true },
  },
  {
    code: 'hedging-pays',
    afterMs: 50,
    to: 'same',
    id: 'single:a',
    total: 70,
    p99Ms: 90,
    alone: { total: 60, p99Ms: 100 },
    instead: TWO,
  },
  { code: 'winner-rests-on-one-dataset', id: 'single:a', dataset: 'd', without: TWO },
  { code: 'second-zone', store: 'a', zones: 2, total: 70, alone: 40, feasible: 'yes' },
  {
    code: 'nearby-copies',
    isLeft: false,
    store: 'a',
    copies: ['b'],
    total: 70,
    alone: 40,
    feasible: 'yes',
    instead: TWO,
    places: [{ place: 'p', store: 'b', p99Ms: 10, aloneMs: 90 }],
  },
  {
    code: 'provider-replication',
    store: 'a/b@c',
    alone: { ...KEPT, atLeast: false, total: 60 },
    options: [{ ...KEPT, how: 'zone-redundant', ref: 'a/b-zrs@c' }],
    copies: null,
  },
];

describe('amounts of a finding', () => {
  test.each(WITH_AMOUNTS)('$code are in the currency that it names, else in dollars', (finding) => {
    const inDollars = describeFinding(finding);
    expect(inDollars).toMatch(/\$\d/);
    expect(describeFinding({ ...finding, currency: 'USD' } as Finding)).toBe(inDollars);
    expect(describeFinding({ ...finding, currency: 'EUR' } as Finding)).toBe(inDollars.replaceAll('$', '€'));
    expect(describeFinding({ ...finding, currency: 'CAD' } as Finding)).toBe(
      inDollars.replaceAll('$', 'CAD '),
    );
  });
});
