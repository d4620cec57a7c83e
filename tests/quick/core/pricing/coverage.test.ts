import { expect, test } from 'vitest';
import { coverageOf, monthsFrom } from '#core/pricing/coverage.ts';
import { someFacts } from '#tests/helpers/a-store-file.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion, aTransferFile } from '#tests/helpers/an-edition.ts';

const days = monthsFrom('2025-01-01', '2025-12-31');
const edition = (region: Record<string, unknown>) =>
  anEditionFile({ confirmed: '2025-12-31', precision: 'observed', regions: { north: region } });

test('months with a price of storage, and with every price', () => {
  const archive = anArchive({
    'acme/store/2025-04-01': edition(aRegion({ requests: { put: 'unknown', get: 'unknown' } })),
    'acme/store/2025-10-01': edition(aRegion()),
  });
  expect(coverageOf(archive, days)).toEqual([
    {
      store: 'acme/store',
      regions: 1,
      months: 12,
      stored: 9,
      whole: 3,
      open: [
        { meter: 'requests.put', months: 6 },
        { meter: 'requests.get', months: 6 },
        { meter: 'every meter', months: 3 },
      ],
    },
  ]);
});

test('months before a region or a store is known to be sold do not count', () => {
  const late = anArchive({ 'acme/store/2025-04-01': edition(aRegion({ absentOn: '2025-02-15' })) });
  expect(coverageOf(late, days)).toMatchObject([{ months: 10, stored: 9 }]);
  const since = { day: '2025-04-02', source: 'https://example.com' };
  const young = { ...late, facts: (id: string) => someFacts(id, { since }) };
  expect(coverageOf(young, days)).toMatchObject([{ months: 8, stored: 8 }]);
});

test('copying to a region where no store stands keeps no month open', () => {
  const file = aTransferFile({
    areas: { east: ['far'] },
    regions: {
      north: {
        internet: { group: 'a', tiers: '0.09 per GB' },
        'same-region': '0 per GB',
        'other-region': { default: 'unknown', except: { south: '0.02 per GB', east: 'unknown' } },
      },
    },
  });
  const openIn = (...regions: string[]) => {
    const prices = Object.fromEntries(
      ['north', ...regions].map((one) => [one, aRegion({ egress: 'transfer' })]),
    );
    const stores = anEditionFile({ confirmed: '2025-12-31', precision: 'observed', regions: prices });
    const archive = anArchive({ 'acme/store/2025-01-01': stores, 'acme/transfer/2025-01-01': file });
    return coverageOf(archive, days)[0]?.open;
  };
  expect(openIn()).toEqual([]);
  // South and far have no row of their own in the table.
  expect(openIn('south')).toEqual([{ meter: 'egress', months: 12 }]);
  expect(openIn('far')).toContainEqual({ meter: 'egress.east', months: 12 });
  expect(openIn('west')).toContainEqual({ meter: 'egress.other-region', months: 12 });
});
