import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import { readPickle } from '#formats/reading/pickle.ts';
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

runGauntlet(fixtureOf('objectbench', 'objectbench/aws_download.pkl'));
runGauntlet(fixtureOf('objectbench', 'objectbench/printed.txt', { ...NEAR, operation: 'PUT' }));

/** `[(0.5, 1000, 'aws_upload'), (0.25, 70000, 'aws_upload')]` as Python 3 pickles it. */
const OF_PROTOCOL = {
  0: 'KGxwMAooRjAuNQpJMTAwMApWYXdzX3VwbG9hZApwMQp0cDIKYShGMC4yNQpJNzAwMDAKZzEKdHAzCmEu',
  1: 'XXEAKChHP+AAAAAAAABN6ANYCgAAAGF3c191cGxvYWRxAXRxAihHP9AAAAAAAABKcBEBAGgBdHEDZS4=',
  2: 'gAJdcQAoRz/gAAAAAAAATegDWAoAAABhd3NfdXBsb2FkcQGHcQJHP9AAAAAAAABKcBEBAGgBh3EDZS4=',
  3: 'gANdcQAoRz/gAAAAAAAATegDWAoAAABhd3NfdXBsb2FkcQGHcQJHP9AAAAAAAABKcBEBAGgBh3EDZS4=',
  4: 'gASVMgAAAAAAAABdlChHP+AAAAAAAABN6AOMCmF3c191cGxvYWSUh5RHP9AAAAAAAABKcBEBAGgBh5RlLg==',
  5: 'gAWVMgAAAAAAAABdlChHP+AAAAAAAABN6AOMCmF3c191cGxvYWSUh5RHP9AAAAAAAABKcBEBAGgBh5RlLg==',
};

describe('a pickle', () => {
  test.each(Object.entries(OF_PROTOCOL))('of protocol %s is read', (_, base64) => {
    expect(readPickle(Buffer.from(base64, 'base64'))).toEqual([
      [0.5, 1000, 'aws_upload'],
      [0.25, 70_000, 'aws_upload'],
    ]);
  });

  test.each([
    [
      'looks up a function of the system',
      "cos\nsystem\n(S'touch pickled'\ntR.",
      /^byte 1: GLOBAL would run code/,
    ],
    ['makes an object', '(i__main__\nThing\n.', /^byte 2: INST would run code/],
    ['calls what lies on its stack', "(lp0\n(S'aws_upload'\ntR.", /REDUCE would run code/],
    ['loads what lies outside', 'P17\n.', /PERSID would run code/],
    ['adds to what is no list', 'I1\nI2\na.', /adds to what is no list/],
    ['takes more than was put', '.', /takes more than was put/],
    ['recalls what it never remembered', 'g9\n.', /recalls what it never remembered/],
    ['goes on after its end', '(l.(l.', /goes on after its end/],
    ['is cut', '(lp0\n(F0.5', /ends inside a value/],
  ])('that %s is refused, and nothing of it is run', (_, text, message) => {
    expect(messageOf(() => readPickle(bytesOf(text)))).toMatch(message);
  });
});

describe('objectbench', () => {
  const pickle = textOfFixture('objectbench/aws_download.pkl');

  test('whose file calls something is refused as a file, too', () => {
    const evil = changedText(pickle, "S'aws_delete'", "cos\nsystem\n(S'id'\ntR");
    expect(messageOf(() => importFile(bytesOf(evil), NEAR))).toMatch(/GLOBAL would run code of its writer's/);
  });

  test('of another provider than it was told is refused', () => {
    expect(() => importFile(bytesOf(pickle), { ...NEAR, store: 'tigris/standard' })).toThrow(
      /is of aws, and tigris\/standard was given/,
    );
  });

  test('knows nothing of uploads that failed, so it has no share of errors', () => {
    const { measurements } = importFile(bytesOf(pickle), NEAR);
    expect(measurements.some(({ metric }) => metric === 'errors')).toBe(false);
  });

  test('as newer versions print it needs no operation, and as older ones do it asks', () => {
    const newer = "[(0.5, 1000, 'aws_upload'),\n (0.25, 1000, 'aws_upload')]\n";
    expect(importFile(bytesOf(newer), NEAR).measurements[0]).toMatchObject({ operation: 'PUT', value: 250 });
    expect(() => importFile(fixture('objectbench/printed.txt'), NEAR)).toThrow(
      expect.objectContaining({ missing: ['operation'] }) as Error,
    );
  });
});
