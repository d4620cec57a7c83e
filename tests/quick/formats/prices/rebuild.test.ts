import { describe, expect, test } from 'vitest';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import { readHistory } from '#formats/price-lists/history.ts';
import { rebuild } from '#formats/price-lists/rebuild.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';

const HEAD =
  'store\tregion\tmeter\tup_to\tprice\tfrom\tbefore\tto\tsource\turl\tretrieved\tabout\tlicence\tconfidence\tnote';

interface Cells {
  region?: string;
  meter?: string;
  upTo?: string;
  price?: string;
  from?: string;
  before?: string;
  to?: string;
  source?: string;
  confidence?: string;
}

const line = ({
  region = 'us-east-1',
  meter = 'storage',
  upTo = '',
  price = '0.03 per GB-month',
  from = '2024-05-01',
  before = '',
  to = '2025-06-01',
  source = 'feed',
  confidence = 'official-quoted',
}: Cells) =>
  [
    ...['acme/store', region, meter, upTo, price, from, before, to, source, `https://example.com/${source}`],
    ...['2024-05-02', 'a feed', 'MIT', confidence, ''],
  ].join('\t');

const read = (...lines: string[]) =>
  readHistory(new TextEncoder().encode(`${[HEAD, ...lines].join('\n')}\n`));

function standing(date: string, overrides: Record<string, unknown> = {}) {
  const file = anEditionFile({ precision: 'observed', confirmed: '2026-01-10', ...overrides });
  return { edition: parseEdition(`acme/store/${date}.yaml`, file), file };
}

const rebuilt = (rows: readonly Cells[], ...editions: ReturnType<typeof standing>[]) =>
  rebuild({ id: 'acme/store', isTransfer: false, standing: editions }, read(...rows.map(line)), '2026-11-27');

const now = standing('2026-01-01');

describe('editions of recorded prices', () => {
  test('know what a row says, and nothing else', () => {
    const { made } = rebuilt([{ price: '0.03 per GB-month' }], now);
    expect(made).toHaveLength(1);
    expect(made[0]?.edition.id).toBe('acme/store/2024-05-01');
    expect(made[0]?.file).toMatchObject({
      precision: 'observed',
      confirmed: '2025-06-01',
      recorded: '2026-11-27',
      confidence: 'official-quoted',
      regions: {
        'us-east-1': {
          storage: '0.03 per GB-month',
          requests: { put: 'unknown', get: 'unknown' },
          egress: { internet: 'unknown' },
        },
      },
      sources: [
        { id: 'feed', url: 'https://example.com/feed', retrieved: '2024-05-02', note: 'a feed (MIT)' },
      ],
    });
  });

  test('are seen to the day before the next edition at most', () => {
    const { made } = rebuilt([{ to: '2026-06-01' }], standing('2025-03-01'));
    expect(made[0]?.edition.confirmed).toBe('2025-02-28');
  });

  test('keep what the edition before knows, and say so', () => {
    const before = standing('2023-01-01', { confirmed: '2023-02-01' });
    const { made } = rebuilt([{}], before, now);
    expect(made[0]?.file).toMatchObject({
      regions: { 'us-east-1': aRegion({ storage: '0.03 per GB-month' }) },
    });
    expect(made[0]?.edition.notes.at(-1)).toMatch(/Kept from the edition before.*requests\.put in us-east-1/);
  });

  test('are not made where the edition in force agrees', () => {
    const perTerabyte = standing('2026-01-01', {
      regions: { 'us-east-1': aRegion({ storage: '20.48 per TB-month' }) },
    });
    const row = { price: '0.020 per GB-month', from: '2026-02-01', to: '2026-03-01' };
    expect(rebuilt([row], perTerabyte)).toMatchObject({ made: [], agreed: 1 });
  });

  test('leave the bands open that no row gives', () => {
    const { made } = rebuilt([{ upTo: '51200' }], now);
    expect(made[0]?.file).toMatchObject({
      regions: {
        'us-east-1': { storage: [{ upTo: 51200, price: '0.03 per GB-month' }, { price: 'unknown' }] },
      },
    });
  });

  test('say on which day the list did not have a region yet', () => {
    const [first] = rebuilt([{ before: '2024-04-01' }], now).made;
    expect(first?.file).toMatchObject({
      precision: 'bounded',
      regions: { 'us-east-1': { absentOn: '2024-04-01' } },
    });
    const [known] = rebuilt(
      [{ before: '2024-04-01' }],
      standing('2023-01-01', { confirmed: '2023-02-01' }),
    ).made;
    expect(known?.edition.regions['us-east-1']).not.toHaveProperty('absentOn');
  });

  test('correct an edition of the same day that has no such price, and leave one that says otherwise', () => {
    const open = standing('2024-05-01', {
      confirmed: '2024-05-01',
      regions: { 'us-east-1': aRegion({ storage: 'unknown' }) },
    });
    const [correction] = rebuilt([{}], open, now).made;
    expect(correction?.edition).toMatchObject({
      id: 'acme/store/2024-05-01.2',
      supersedes: 'acme/store/2024-05-01',
    });
    expect(correction?.file).toMatchObject({
      regions: { 'us-east-1': aRegion({ storage: '0.03 per GB-month' }) },
    });
    const other = rebuilt([{}], standing('2024-05-01', { confirmed: '2024-05-01' }), now);
    expect(other.made).toEqual([]);
    expect(other.disagreements).toEqual([
      'us-east-1, 2024-05-01: storage is 0.02 per GB-month in acme/store/2024-05-01, and 0.03 per GB-month by https://example.com/feed',
    ]);
  });

  test('take the better source', () => {
    const { made } = rebuilt(
      [{ price: '0.04 per GB-month', source: 'mirror', confidence: 'secondary' }, { confidence: 'official' }],
      now,
    );
    expect(made[0]?.file).toMatchObject({
      confidence: 'official',
      regions: { 'us-east-1': { storage: '0.03 per GB-month' } },
    });
  });

  test('keep what an equal source says otherwise beside it', () => {
    const { made } = rebuilt([{}, { price: '0.04 per GB-month', source: 'other' }], now);
    expect(made[0]?.file).toMatchObject({
      confidence: 'conflicting',
      regions: {
        'us-east-1': {
          storage: '0.03 per GB-month',
          conflict: { storage: '0.04 per GB-month', source: 'other' },
        },
      },
      sources: [{ id: 'feed' }, { id: 'other' }],
    });
  });

  test('leave out a rule that did not hold yet, with the source that says so', () => {
    const soft = { storage: { averaging: 'byte-hours', softDeleteHours: 168 } };
    const rule = {
      ...{ region: '*', meter: 'rules.storage.softDeleteHours', price: 'none' },
      ...{ from: '2021-01-01', to: '2024-05-31', source: 'news' },
    };
    const rows = [rule, {}, { region: 'eu-west-1', from: '2024-06-01' }];
    const [before, after] = rebuilt(rows, standing('2026-01-01', { rules: soft })).made;
    expect(before?.file).toMatchObject({
      rules: { storage: { averaging: 'byte-hours' } },
      sources: [{ id: 'feed' }, { id: 'news', meters: ['rules.storage.softDeleteHours'] }],
    });
    expect(before?.file['rules']).not.toHaveProperty('storage.softDeleteHours');
    expect(after?.file['rules']).toEqual(soft);
  });

  test('are refused where a row has no meter', () => {
    expect(() => rebuilt([{ meter: 'retrieval', price: '0.01 per GB' }], now)).toThrow(
      /us-east-1: "retrieval" is no meter of acme\/store\/2026-01-01; it has storage, requests\.put/,
    );
  });

  test('are the same the second time', () => {
    const rows = [
      {},
      { region: 'eu-west-1', from: '2024-07-01', before: '2024-06-01' },
      { price: '0.02 per GB-month', from: '2025-07-01', to: '2025-08-01' },
    ];
    const first = rebuilt(rows, now);
    expect(first.made.map(({ edition }) => edition.id)).toEqual([
      'acme/store/2024-05-01',
      'acme/store/2024-07-01',
      'acme/store/2025-07-01',
    ]);
    const again = rebuilt(rows, ...first.made.map(({ file, edition }) => standing(edition.date, file)), now);
    expect(again).toMatchObject({ made: [], agreed: 3 });
  });
});

describe('a row', () => {
  test.each([
    [line({}).replace('\tMIT', ''), /line 2: has 14 cells; there are 15 columns/],
    [line({ from: '2024-02-30' }), /line 2: from: "2024-02-30" is no day/],
    [line({ before: '2024-05-01' }), /line 2: before: "2024-05-01" is no day before `from`/],
    [line({ to: '2024-04-01' }), /line 2: to: "2024-04-01" is no day after `from`/],
    [line({ upTo: '-1' }), /line 2: up_to: "-1" is no quantity/],
    [line({ confidence: 'sure' }), /line 2: confidence: "sure" is no official, official-quoted, secondary/],
  ])('is refused: %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
