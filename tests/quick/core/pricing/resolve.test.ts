import { describe, expect, it } from 'vitest';
import { resolvePrices, resolveTransfer } from '#core/pricing/sheets/resolve.ts';
import { aStore, anArchive } from '#tests/helpers/an-archive.ts';
import { aTransferFile, anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';

const edition = (overrides: Record<string, unknown> = {}) =>
  anEditionFile({ recorded: '2026-02-01', confirmed: '2026-02-01', precision: 'bounded', ...overrides });

const archive = anArchive({
  'acme/store/2025-01-01': edition({ regions: { north: aRegion(), south: aRegion() } }),
  'acme/store/2026-01-01': edition({ regions: { north: aRegion() } }),
  'acme/store/2026-01-02': edition({
    recorded: '2026-06-01',
    supersedes: 'acme/store/2026-01-01',
    regions: { north: aRegion() },
  }),
});

const idOf = (question: Partial<Parameters<typeof resolvePrices>[1]>) => {
  const resolved = resolvePrices(archive, {
    store: 'acme/store',
    region: 'north',
    asOf: '2026-05-01',
    ...question,
  });
  return 'edition' in resolved ? resolved.edition.id : resolved.findings.map((finding) => finding.code);
};

describe('prices of a store at a date', () => {
  it('are those of the newest edition in force', () => {
    expect(idOf({ asOf: '2025-12-31' })).toBe('acme/store/2025-01-01');
    expect(idOf({})).toBe('acme/store/2026-01-02');
  });

  it('are those that were known on another', () => {
    expect(idOf({ knownOn: '2026-03-01' })).toBe('acme/store/2026-01-01');
    expect(idOf({ knownOn: '2020-01-01' })).toEqual(['before-record']);
  });

  it('end on the day the edition says, unless another replaces them', () => {
    const first = edition({ precision: 'day', confirmed: '2026-01-20', until: '2026-03-01' });
    const asked = (files: Record<string, Record<string, unknown>>, asOf: string) => {
      const resolved = resolvePrices(anArchive(files), { store: 'acme/store', region: 'us-east-1', asOf });
      return 'edition' in resolved ? resolved.edition.id : resolved.findings;
    };
    const ended = { 'acme/store/2026-01-01': first };
    expect(asked(ended, '2026-02-28')).toBe('acme/store/2026-01-01');
    expect(asked(ended, '2026-03-01')).toEqual([
      { code: 'store-ended', edition: 'acme/store/2026-01-01', until: '2026-03-01', asOf: '2026-03-01' },
    ]);
    expect(asked({ ...ended, 'acme/store/2026-03-01': edition() }, '2026-04-01')).toBe(
      'acme/store/2026-03-01',
    );
  });

  it('leave a superseded edition aside even where its correction is dated before it', () => {
    const corrected = anArchive({
      'acme/store/2026-01-05': edition(),
      'acme/store/2026-01-01': edition({ supersedes: 'acme/store/2026-01-05' }),
    });
    const resolved = resolvePrices(corrected, {
      store: 'acme/store',
      region: 'us-east-1',
      asOf: '2026-05-01',
    });
    expect('edition' in resolved && resolved.edition.id).toBe('acme/store/2026-01-01');
  });

  it('stay the older ones in a region that newer editions lack', () => {
    expect(idOf({ region: 'south' })).toBe('acme/store/2025-01-01');
  });

  it('are not known before the first edition', () => {
    expect(resolvePrices(archive, { store: 'acme/store', region: 'north', asOf: '2024-12-31' })).toEqual({
      findings: [{ code: 'before-record', store: 'acme/store', asOf: '2024-12-31', first: '2025-01-01' }],
    });
  });

  it('are not known in a region nobody lists, and the regions are', () => {
    expect(resolvePrices(archive, { store: 'acme/store', region: 'west', asOf: '2026-05-01' })).toEqual({
      findings: [
        {
          code: 'region-missing',
          store: 'acme/store',
          region: 'west',
          edition: 'acme/store/2026-01-02',
          regions: ['north', 'south'],
        },
      ],
    });
  });

  it('by region need one', () => {
    const regions = anArchive({
      'acme/store/2025-01-01': edition({ regions: { north: aRegion(), south: aRegion() } }),
    });
    expect(resolvePrices(regions, { store: 'acme/store', asOf: '2026-05-01' })).toMatchObject({
      findings: [{ code: 'region-missing', region: '', regions: ['north', 'south'] }],
    });
  });

  it('of an unknown store say so: who reads names suggests others', () => {
    expect(resolvePrices(archive, { store: 'acme/stor', asOf: '2026-05-01' })).toEqual({
      findings: [{ code: 'store-unknown', store: 'acme/stor' }],
    });
  });

  it('do not mistake the members of every object for regions', () => {
    expect(idOf({ region: 'constructor' })).toEqual(['region-missing']);
  });
});

describe('one price list for all places', () => {
  const everywhere = aStore({}, {}, { regions: { everywhere: aRegion() }, places: ['acme/weur'] });
  const regionOf = (region?: string) => {
    const resolved = resolvePrices(everywhere, {
      store: 'acme/store',
      asOf: '2026-02-01',
      ...(region ? { region } : {}),
    });
    return 'edition' in resolved ? resolved.region : resolved.findings[0].code;
  };

  it('serves no region, its own name and the places it lists', () => {
    expect([regionOf(), regionOf('everywhere'), regionOf('weur')]).toEqual([
      'everywhere',
      'everywhere',
      'weur',
    ]);
  });

  it('serves no place it does not list', () => {
    expect(regionOf('nowhere')).toBe('region-missing');
  });

  it('of a store near its readers is meant when no region is named', () => {
    const near = aStore(
      {},
      {},
      { placement: 'near-reader', regions: { global: aRegion(), dual: aRegion() } },
    );
    const resolved = resolvePrices(near, { store: 'acme/store', asOf: '2026-02-01' });
    expect('edition' in resolved && resolved.region).toBe('global');
  });
});

describe('remarks on prices', () => {
  it('come 120 days after they were last seen', () => {
    const findings = (asOf: string) =>
      resolvePrices(archive, { store: 'acme/store', region: 'north', asOf }).findings;
    expect(findings('2026-06-01')).toEqual([]);
    expect(findings('2026-06-02')).toEqual([
      {
        code: 'stale',
        edition: 'acme/store/2026-01-02',
        confirmed: '2026-02-01',
        asOf: '2026-06-02',
        days: 121,
      },
    ]);
  });

  it('follow a region seen later than its edition', () => {
    const seen = anArchive({
      'acme/store/2026-01-01': edition({
        recorded: '2026-11-20',
        regions: { north: aRegion({ confirmed: '2026-09-01' }) },
      }),
    });
    expect(
      resolvePrices(seen, { store: 'acme/store', region: 'north', asOf: '2026-11-20' }).findings,
    ).toEqual([]);
  });

  it('name sources that are not the provider', () => {
    const quoted = anArchive({
      'acme/store/2026-01-01': edition({
        confidence: 'official',
        regions: { north: aRegion({ confidence: 'secondary' }), south: aRegion() },
      }),
    });
    const findings = (region: string) =>
      resolvePrices(quoted, { store: 'acme/store', region, asOf: '2026-02-01' }).findings;
    expect(findings('north')).toEqual([
      {
        code: 'price-confidence',
        edition: 'acme/store/2026-01-01',
        region: 'north',
        confidence: 'secondary',
      },
    ]);
    expect(findings('south')).toEqual([]);
  });
});

describe('transfer tables', () => {
  const file = aTransferFile();
  const tables = anArchive({
    'acme/transfer/2025-01-01': aTransferFile({ precision: 'bounded' }),
    'acme/transfer/2026-01-01': aTransferFile({
      regions: { 'eu-west-1': (file.regions as Record<string, unknown>)['us-east-1'] },
    }),
  });

  it('are the newest in force that list the region', () => {
    expect(resolveTransfer(tables, 'acme', 'eu-west-1', '2026-05-01')?.id).toBe('acme/transfer/2026-01-01');
    expect(resolveTransfer(tables, 'acme', 'us-east-1', '2026-05-01')?.id).toBe('acme/transfer/2025-01-01');
    expect(resolveTransfer(tables, 'acme', 'elsewhere', '2026-05-01')?.id).toBe('acme/transfer/2026-01-01');
    expect(resolveTransfer(tables, 'acme', 'us-east-1', '2024-05-01')).toBeNull();
  });
});
