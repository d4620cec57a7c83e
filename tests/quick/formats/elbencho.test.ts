import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  messageOf,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

runGauntlet(fixtureOf('elbencho', 'elbencho/results.csv'));
runGauntlet(fixtureOf('elbencho', 'elbencho/results.json'));

describe('elbencho', () => {
  const csv = textOfFixture('elbencho/results.csv');
  const rowsOf = (text: string) => importFile(bytesOf(text), NEAR).measurements;

  test('counts threads by host', () => {
    expect(rowsOf(csv)[0]).toMatchObject({ operation: 'PUT', concurrency: 16 });
  });

  test('times a block apart from the object that it is part of', () => {
    const blocks = rowsOf(csv).filter(({ operation }) => operation === 'GET_RANGE');
    expect(blocks[0]).toMatchObject({ layer: 'store', size_bytes: 4_194_304, value: 30.553 });
  });

  test('says of files that they are files', () => {
    const files = rowsOf(csv.replaceAll(',bucket,', ',dir,'));
    expect(new Set(files.map(({ layer }) => layer))).toEqual(new Set(['filesystem']));
  });

  test('names the phases that are not read', () => {
    expect(importFile(bytesOf(csv), NEAR).caveats).toContain('Phases that are not read: MKBUCKETS.');
  });

  test('with columns of a newer version between the others is read by their names', () => {
    const newer = csv
      .split('\n')
      .map((line, i) => (line === '' ? line : `${line},${i === 0 ? 'errors' : ''}`))
      .join('\n');
    expect(rowsOf(newer)).toEqual(rowsOf(csv));
  });

  test('of no requests that took a time is refused', () => {
    const none = changedText(textOfFixture('elbencho/results.json'), /"entries":"1000"/g, '"entries":"000"');
    expect(messageOf(() => importFile(bytesOf(none), NEAR))).toMatch(
      'contradicts itself: PUT rate mean would have samples 0, which no measurement has',
    );
  });

  test.each(['results.csv', 'results.json'])('of %s shows no command line, whatever goes wrong', (name) => {
    const text = textOfFixture(`elbencho/${name}`);
    expect(text).toContain('AKIAEXAMPLE');
    expect(JSON.stringify(importFile(bytesOf(text), NEAR))).not.toContain('AKIAEXAMPLE');
    const broken = changedText(
      text,
      /,1048576,|"threads":"4"/,
      name.endsWith('csv') ? ',AKIAEXAMPLEKEY,' : '"threads":"AKIAEXAMPLE"',
    );
    expect(messageOf(() => importFile(bytesOf(broken), NEAR))).not.toContain('AKIAEXAMPLE');
  });
});
