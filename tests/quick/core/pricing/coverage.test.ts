import { expect, test } from 'vitest';
import { coverageOf, monthsFrom } from '#core/pricing/coverage.ts';
import { someFacts } from '#tests/helpers/a-store-file.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';

const days = monthsFrom('2025-01-01', '2025-12-31');
const edition = (region: Record<string, unknown>) =>
  anEditionFile({ confirmed: '2025-12-31', precision: 'observed', regions: { north: region } });

test('months with a price of storage, and with every price', () => {
  const archive = anArchive({
    'acme/store/2025-04-01': edition(aRegion({ requests: { put: 'unknown', get: 'unknown' } })),
    'acme/store/2025-10-01': edition(aRegion()),
  });
  expect(coverageOf(archive, days)).toEqual([
    { store: 'acme/store', regions: 1, months: 12, stored: 9, whole: 3 },
  ]);
});

test('months before a region or a store is known to be sold do not count', () => {
  const late = anArchive({ 'acme/store/2025-04-01': edition(aRegion({ absentOn: '2025-02-15' })) });
  expect(coverageOf(late, days)).toMatchObject([{ months: 10, stored: 9 }]);
  const since = { day: '2025-04-02', source: 'https://example.com' };
  const young = { ...late, facts: (id: string) => someFacts(id, { since }) };
  expect(coverageOf(young, days)).toMatchObject([{ months: 8, stored: 8 }]);
});
