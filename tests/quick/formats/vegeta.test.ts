import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  fixture,
  messageOf,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

const context = { ...NEAR, sizeBytes: 65_536 };
const told = { ...context, operation: 'GET' } as const;

for (const form of ['results.csv', 'results.jsonl'])
  runGauntlet(fixtureOf('vegeta', `vegeta/${form}`, context));
runGauntlet(fixtureOf('vegeta', 'vegeta/report.json', told));

describe("vegeta's report", () => {
  test('of refusals alone has no times, fast as they look', () => {
    const { measurements } = importFile(fixture('vegeta/all-400-errors.report.json'), told);
    expect(measurements).toMatchObject([{ metric: 'errors', value: 1, samples: 500 }]);
  });

  test('takes the size of what it read from itself, where it kept the bodies', () => {
    const kept = changedText(
      textOfFixture('vegeta/report.json'),
      '"bytes_in":{"total":0,"mean":0}',
      '"bytes_in":{"total":58982400,"mean":65536}',
    );
    const rows = importFile(bytesOf(kept), { ...NEAR, operation: 'GET' }).measurements;
    expect(new Set(rows.map((row) => row.size_bytes))).toEqual(new Set([65_536]));
    expect(() => importFile(bytesOf(kept), { ...told, sizeBytes: 1 })).toThrow(
      /how large the objects were: 65536/,
    );
  });

  test('asks for the size where bodies were thrown away', () => {
    expect(() => importFile(fixture('vegeta/report.json'), { ...NEAR, operation: 'GET' })).toThrow(
      expect.objectContaining({ missing: ['sizeBytes'] }) as Error,
    );
  });
});

describe("vegeta's results", () => {
  const csv = textOfFixture('vegeta/results.csv');

  test('count a refusal as an error and leave its time out', () => {
    const refused = changedText(csv, /,200,/, ',503,');
    const rows = importFile(bytesOf(refused), context).measurements;
    expect(rows.find(({ metric }) => metric === 'errors')?.value).toBeCloseTo(1 / 60, 9);
    expect(rows.find(({ metric }) => metric === 'total')?.samples).toBe(59);
  });

  test('say themselves which operation they are', () => {
    expect(() => importFile(bytesOf(csv), { ...context, operation: 'PUT' })).toThrow(
      /which operation was measured: GET, and PUT was given/,
    );
    expect(importFile(bytesOf(csv), { ...context, operation: 'LIST' }).measurements[0]?.operation).toBe(
      'LIST',
    );
    const posts = bytesOf(csv.replaceAll(',GET,', ',POST,'));
    expect(() => importFile(posts, context)).toThrow(
      expect.objectContaining({ missing: ['operation'] }) as Error,
    );
  });

  test.each(['results.csv', 'results.jsonl'])(
    'of %s show no address and no credential, whatever goes wrong',
    (form) => {
      const text = textOfFixture(`vegeta/${form}`);
      expect(text).toMatch(/AKIAEXAMPLE.*5ec7e7/);
      const secret = /AKIAEXAMPLE|5ec7e7|bench\/obj/;
      expect(JSON.stringify(importFile(bytesOf(text), context))).not.toMatch(secret);
      for (const [from, to] of [
        [/,200,|"code":200/, ',http://127.0.0.1/bench/obj?X-Amz-Signature=5ec7e7,'],
        [/GET/, 'AKIAEXAMPLE5ec7e7'],
        [/\n$/, ''],
      ] as const) {
        const broken = bytesOf(changedText(text, from, to));
        expect(messageOf(() => importFile(broken, context))).not.toMatch(secret);
      }
    },
  );

  test('of many sizes go by powers of two', () => {
    let at = 0;
    const sized = csv.replace(
      /^(\d{19},200,\d+,0),0,/gm,
      (_, start: string) => `${start},${1000 + 100 * at++},`,
    );
    const rows = importFile(bytesOf(sized), NEAR).measurements.filter(({ statistic }) => statistic === 'min');
    expect(rows.map(({ size_bytes: size, samples, note }) => [size, samples, note])).toEqual([
      [1000, 1, 'objects of 512 to 1023 bytes'],
      [1550, 10, 'objects of 1024 to 2047 bytes'],
      [3050, 20, 'objects of 2048 to 4095 bytes'],
      [5500, 29, 'objects of 4096 to 8191 bytes'],
    ]);
  });
});
