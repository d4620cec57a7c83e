import { expect, test } from 'vitest';
import { Misunderstood } from '#cli/failures.ts';
import { parseCsvRows } from '#cli/input/csv-rows.ts';

test('columns are paths, and each row is one value', () => {
  const csv = [
    'stowage,name,workload.objects.size,workload.readers[0].at,workload.readers[0].share,workload.reads.byAge.7 days,stores',
    '1,"One, two",4 MB,aws/us-east-1,1,0.8,aws/s3-standard@us-east-1 tigris/standard',
    '1,,10 KiB,internet/DE,1,,all',
  ].join('\r\n');
  expect(parseCsvRows(csv, 'rows.csv')).toEqual([
    {
      name: 'rows.csv:2',
      value: {
        stowage: 1,
        name: 'One, two',
        workload: {
          objects: { size: '4 MB' },
          readers: [{ at: 'aws/us-east-1', share: 1 }],
          reads: { byAge: { '7 days': 0.8 } },
        },
        stores: ['aws/s3-standard@us-east-1', 'tigris/standard'],
      },
    },
    {
      name: 'rows.csv:3',
      value: {
        stowage: 1,
        workload: { objects: { size: '10 KiB' }, readers: [{ at: 'internet/DE', share: 1 }] },
        stores: 'all',
      },
    },
  ]);
});

test('what a plan must meet and what its mechanisms must save are columns too', () => {
  const columns = {
    'requirements.sureness': '75 %',
    'requirements.zones': '3',
    'requirements.durability': '11 nines',
    'workload.objects.reproducible': 'true',
    'workload.readers[0].via': 'any',
    'workload.readers[1].via': 'aws/cloudfront fastly/cdn',
    'effort.rule.share': '1 %',
    'effort.cdn.atLeast': '50',
    headroom: '0.1',
    doubt: 'none',
  };
  const csv = `${Object.keys(columns).join()}\n${Object.values(columns).join()}\n`;
  expect(parseCsvRows(csv, 'rows.csv')[0]?.value).toEqual({
    requirements: { sureness: '75 %', zones: 3, durability: '11 nines' },
    workload: {
      objects: { reproducible: true },
      readers: [{ via: 'any' }, { via: ['aws/cloudfront', 'fastly/cdn'] }],
    },
    effort: { rule: { share: '1 %' }, cdn: { atLeast: 50 } },
    headroom: 0.1,
    doubt: 'none',
  });
});

test('a cell may be JSON, and a line may end inside quotes', () => {
  expect(parseCsvRows('name,assume\n"a\nb","{""x"": 1}"\n\n"c",\n', 'rows.csv')).toEqual([
    { name: 'rows.csv:2', value: { name: 'a\nb', assume: { x: 1 } } },
    { name: 'rows.csv:5', value: { name: 'c' } },
  ]);
});

test.each([
  ['a,b\n', /no rows/],
  ['a,a\n1,2\n', /two columns are called "a"/],
  ['a\n1,2\n', /rows\.csv:2: has 2 cells under 1 columns/],
  ['a\n"open\n', /not closed/],
  ['a[x]\n1\n', /"a\[x\]" is not a path/],
  ['__proto__.polluted\n1\n', /is not a path of a scenario/],
  ['a,a.b\n1,2\n', /both whole and in parts/],
  ['a\n{oops\n', /rows\.csv:2: a: .*begins like JSON/],
])('%j is refused with its line', (csv, message) => {
  expect(() => parseCsvRows(csv, 'rows.csv')).toThrow(Misunderstood);
  expect(() => parseCsvRows(csv, 'rows.csv')).toThrow(message);
});

test('a header of more than 5,000 columns is refused', () => {
  const header = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join();
  expect(() => parseCsvRows(`${header}\n1\n`, 'rows.csv')).toThrow(/rows\.csv:1: has more than 5000 cells/);
});

test('semicolons divide cells where the header has them, and columns go by the names of flags', () => {
  const csv =
    'name;stored;size;reads;from;writer;p99;stores\nPhotos;300 TB;3 MB;10M/day;europe=60%, aws/us-east-1=40%;aws/us-east-1;500 ms;aws/s3-standard, tigris/standard\n';
  expect(parseCsvRows(csv, 'rows.csv')).toEqual([
    {
      name: 'rows.csv:2',
      value: {
        name: 'Photos',
        workload: {
          objects: { standing: '300 TB', size: '3 MB' },
          reads: { rate: '10M/day' },
          readers: [
            { at: 'internet/europe', share: '60%' },
            { at: 'aws/us-east-1', share: '40%' },
          ],
          writer: 'aws/us-east-1',
        },
        requirements: { readP99: '500 ms' },
        stores: ['aws/s3-standard', 'tigris/standard'],
      },
    },
  ]);
});

test('a writer is a country or continent by its name alone, as readers are', () => {
  const [row] = parseCsvRows('from,writer\neurope,DE\n', 'rows.csv');
  expect(row?.value).toEqual({
    workload: { readers: [{ at: 'internet/europe', share: 1 }], writer: 'internet/DE' },
  });
  expect(() => parseCsvRows('from,writer\neurope,Atlantis\n', 'rows.csv')).toThrow(
    /rows\.csv:2: workload\.writer "Atlantis" is no place/,
  );
});

test.each([
  'aws/s3-standard tigris/standard',
  'aws/s3-standard, tigris/standard',
  '[aws/s3-standard, tigris/standard]',
])('stores are read from %j', (cell) => {
  const [row] = parseCsvRows(`stores,workload.readers.0.at\n"${cell}",internet/DE\n`, 'rows.csv');
  expect(row?.value).toEqual({
    stores: ['aws/s3-standard', 'tigris/standard'],
    workload: { readers: [{ at: 'internet/DE' }] },
  });
});

test('a place that is none is refused with its line', () => {
  expect(() => parseCsvRows('from\nnowhere-at-all\n', 'rows.csv')).toThrow(/rows\.csv:2.*nowhere-at-all/);
});
