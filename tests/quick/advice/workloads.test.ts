/** The workloads of `npm run advice`: each is a scenario that never drifts, has a source, and is judged. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { readAccepted } from '#tests/advice/accept.ts';
import { ROOT } from '#tests/sources.ts';

const FOLDER = path.join(ROOT, 'tests/advice');
const files = readdirSync(path.join(FOLDER, 'workloads'));
const textOf = (file: string) => readFileSync(path.join(FOLDER, 'workloads', file), 'utf8');
/** The comment that begins a file, without its marks. */
const commentOf = (file: string) => /^(?:#.*\n)+/.exec(textOf(file))?.[0].replaceAll(/^# ?/gm, '') ?? '';

describe.each(files)('%s', (file) => {
  const text: unknown = parse(textOf(file));

  it('is a scenario with its stores, and with its prices of one day as they were known on one', () => {
    expect(parseScenario(text)).toMatchObject({
      asOf: expect.stringMatching(/./) as string,
      knownOn: expect.stringMatching(/./) as string,
      stores: expect.arrayContaining([expect.stringMatching('/')]) as string[],
    });
  });

  it('is named as its file', () => {
    expect(text).toMatchObject({ name: file.replace(/\.yaml$/, '') });
  });

  it('begins with where its figures are from, and which are ours', () => {
    expect(commentOf(file)).toMatch(/^Source: ("[^"]+", \S[\s\S]*?https:\/\/\S+|none is public)/m);
    expect(commentOf(file)).toMatch(/^Ours: \S/m);
  });
});

it('each is judged, and nothing else is', () => {
  const accepted = readAccepted(readFileSync(path.join(FOLDER, 'accept.yaml'), 'utf8'));
  expect([...accepted.keys()].map((name) => `${name}.yaml`).toSorted()).toEqual(files.toSorted());
});
