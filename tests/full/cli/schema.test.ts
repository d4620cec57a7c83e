import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SCHEMA_NAMES } from '#cli/schemas.ts';
import type { SchemaName } from '#cli/schemas.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const yamlOf = (file: string): unknown => parse(readFileSync(file, 'utf8'));
const EXAMPLES = ['', 'inputs/'].flatMap((folder) =>
  readdirSync(`examples/${folder}`).flatMap((name) =>
    /^(?!profile).*\.yaml$/.test(name) ? [`${folder}${name}`] : [],
  ),
);

async function validator(name: SchemaName): Promise<ValidateFunction> {
  const { exit, stdout } = await runCli(['schema', name]);
  expect(exit).toBe(0);
  return new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
    JSON.parse(stdout) as object,
  );
}

async function faults(name: SchemaName, value: unknown) {
  const validate = await validator(name);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

test.each(EXAMPLES)('examples/%s fits its schema', async (name) => {
  const value = yamlOf(`examples/${name}`) as object;
  const kind = 'probe' in value ? 'probe' : 'store' in value ? 'usage' : 'scenario';
  expect(await faults(kind, value)).toEqual([]);
});

test.each(EXAMPLES)('examples/%s tells an editor its schema, which the build ships', (name) => {
  const [, file] =
    /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(`examples/${name}`, 'utf8')) ?? [];
  expect(
    JSON.parse(readFileSync(path.join('examples', path.dirname(name), file ?? ''), 'utf8')),
  ).toHaveProperty('$schema');
});

test.each(readdirSync('datasets').filter((name) => !name.includes('.')))(
  'datasets/%s fits the schema of datasets',
  async (id) => {
    expect(await faults('dataset', yamlOf(`datasets/${id}/dataset.yaml`))).toEqual([]);
  },
);

test('an answer fits the schema of answers', async () => {
  const { stdout } = await runCli(['plan', 'examples/thumbnails.yaml', '--json']);
  expect(await faults('answer', JSON.parse(stdout))).toEqual([]);
});

describe('the schema of scenarios', () => {
  const objects = { size: '3 MB', count: '100M' };
  const readers = [{ at: 'internet/europe' }];

  test('takes what may be left out', async () => {
    expect(await faults('scenario', { workload: { objects, readers } })).toEqual([]);
  });

  test.each([
    [{ workload: { objects: { size: 3_000_000, standing: '1 TB' }, readers } }, '/workload/objects/size'],
    [{ workload: { objects, readers }, requirements: { readP99: 800 } }, '/requirements/readP99'],
    [{ workload: { objects, readers, reeders: [] } }, '/workload'],
    [{ workload: { objects } }, '/workload'],
  ])('refuses %j', async (value, path) => {
    expect((await faults('scenario', value)).join('\n')).toContain(path);
  });

  test('says of every key what it is for', async () => {
    const { stdout } = await runCli(['schema', 'scenario']);
    const silent: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, one] of Object.entries(value)) {
        if (key === 'properties')
          for (const [name, child] of Object.entries(one as Record<string, object>))
            if (!('description' in child)) silent.push(`${path}.${name}`);
        visit(one, `${path}.${key}`);
      }
    };
    visit(JSON.parse(stdout), '');
    expect(silent).toEqual([]);
  });
});

test('a schema that is none is refused, with those that there are', async () => {
  const { exit, stderr } = await runCli(['schema', 'scenarios']);
  expect(exit).toBe(2);
  expect(stderr).toContain(`is not one of ${SCHEMA_NAMES.join(', ')}; did you mean scenario?`);
});
