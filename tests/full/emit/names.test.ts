// needs: emit-validator
/** Whatever a name is, the files say the same with it as with a plain one: read by the parsers of their languages, or run. */
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parsers } from 'prettier/plugins/markdown';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { emit } from '#emit/emit.ts';
import type { Emission } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { bucketNameProblem, keyFormOf } from '#emit/names-given.ts';
import { oneLine } from '#emit/quote.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { askedBy } from '#tests/helpers/aPlan.ts';
import { NASTY_NAMES, nastyNames } from '#tests/helpers/emit/nasty.ts';
import { ARCHIVE, B2, R2, R2_IA, STANDARD, aPlacement, planWith, unpack } from '#tests/helpers/emit/plans.ts';
import { GLACIER, byPopularity, bySize } from '#tests/helpers/emit/splits.ts';
import { run, validator } from '#tests/helpers/emit/tools.ts';

const AZURE = 'azure/blob-hot@eastus';
const GOOGLE = 'google/standard@us-east1';
const RUNS = isDeep ? 200 : 15;

let read: Awaited<ReturnType<typeof validator>>;
beforeAll(async () => {
  read = await validator();
});

const PLANS = {
  'a chain': planWith(
    aPlacement(
      [
        [0, STANDARD, GOOGLE],
        [7, R2],
        [37, R2_IA],
        [60, AZURE, B2],
      ],
      90,
    ),
  ),
  'small objects apart': bySize(),
  'the popular apart': byPopularity(),
};

/** Everything that somebody may name. */
interface Names {
  scenario: string;
  bucket: string;
  endpoint: string;
  key: string;
}
const PLAIN: Names = {
  scenario: 'PLAIN-SCENARIO',
  bucket: 'PLAIN-BUCKET',
  endpoint: 'PLAIN-ENDPOINT',
  key: 'PLAIN-KEY',
};

function emittedWith(plan: keyof typeof PLANS, { scenario, bucket, endpoint, key }: Names): Emission {
  const named = { ...PLANS[plan], scenario: { ...PLANS[plan].scenario, name: scenario } };
  return emit(askedBy(named, ARCHIVE), {
    plan: named,
    id: named.candidates[0]?.id ?? null,
    kinds: EMIT_KIND_NAMES,
    keyDate: null,
    keys: plan === 'a chain' ? [] : [keyFormOf(STANDARD, `${key.replaceAll('*', '')}*`)],
    endpoints: { [R2]: endpoint, [B2]: endpoint },
    buckets: Object.fromEntries(
      [STANDARD, R2, R2_IA, B2, GLACIER, AZURE, GOOGLE].map((ref) => [ref, bucket]),
    ),
  });
}

const asIs = (text: string) => text;

/** What a plain emission says, with these names in it. `seen` is how a name looks there, `read` what the language makes of a text. */
function named(value: unknown, names: Names, seen = asIs, read = asIs): unknown {
  const put = (text: string) =>
    read(
      text
        .replaceAll(PLAIN.scenario, () => seen(names.scenario))
        .replaceAll(PLAIN.bucket, () => seen(names.bucket))
        .replaceAll(PLAIN.endpoint, () => seen(names.endpoint))
        .replaceAll(PLAIN.key, () => seen(names.key.replaceAll('*', ''))),
    );
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' ? put(one) : one,
  ) as unknown;
}

const isCode = (node: unknown) =>
  typeof node === 'object' && node !== null && 'type' in node && node.type === 'code';

/** Writes down its arguments. */
const RECORDER = `#!/bin/sh
printf '%s\\0' "\${0##*/}" "$@" >> "$CALLS"
`;
const TOOLS = [
  ...['rclone', 'aws', 'az', 'b2', 'gcloud', 'npx', 'go', 'terraform', 'promtool', 'node'],
  // What would change the machine.
  ...['useradd', 'chown', 'cp', 'systemctl'],
];
/** `sudo -u USER COMMAND` */
const SUDO = '#!/bin/bash\nshift 2; exec "$@"\n';

/** What each command of a script is called with. */
async function calls(emission: Emission, script: string): Promise<string[]> {
  using folder = new Folder({
    ...Object.fromEntries(TOOLS.map((tool) => [`bin/${tool}`, RECORDER])),
    'bin/sudo': SUDO,
    'opt/mover': RECORDER,
    'opt/stowage.env': '',
    keys: 'a\n',
    calls: '',
  });
  unpack(emission, folder.path);
  folder.write('script.sh', script.replaceAll('/opt/stowage', `${folder.path}/opt`));
  const options = {
    cwd: folder.path,
    env: {
      ...{ HOME: folder.path, TMPDIR: folder.path, CALLS: path.join(folder.path, 'calls') },
      ...{ PATH: `${folder.path}/bin:${process.env.PATH ?? ''}`, STOWAGE_KEYS: 'keys' },
    },
  };
  for (const program of [...TOOLS.map((tool) => `bin/${tool}`), 'bin/sudo', 'opt/mover'])
    chmodSync(path.join(folder.path, program), 0o755);
  expect(await run('bash', ['-n', 'script.sh'], options)).toEqual({ exit: 0, stdout: '', stderr: '' });
  await run('bash', ['script.sh'], options);
  expect(
    readdirSync(folder.path, { recursive: true }).filter((file) => String(file).endsWith('owned')),
  ).toEqual([]);
  // Temporary folders have names by chance.
  return folder
    .read('calls')
    .replace(/\/tmp\.\w+/g, '')
    .replaceAll(folder.path, '')
    .split('\0');
}

async function parsed(form: 'hcl' | 'rules', text: string): Promise<unknown> {
  using folder = new Folder({ file: text });
  return await read(form, path.join(folder.path, 'file'));
}

const withoutComments = (text: string) => text.split('\n').filter((line) => !line.startsWith('#'));

/** By the end of a file's name: what its language makes of it. */
const READERS: Record<string, (text: string, emission: Emission) => unknown> = {
  '.json': (text) => JSON.parse(text) as unknown,
  '.tf': (text) => parsed('hcl', text),
  '.yaml': async (text) => [await parsed('rules', text), parse(text) as unknown],
  '.sh': (text, emission) => calls(emission, text),
  '.cron': withoutComments,
  '.service': unitLines,
  '.timer': unitLines,
  '.ts': (text) => text,
  '.mjs': (text) => text,
  '.go': (text) => text,
  '.mod': (text) => text,
};

/**
 * HCL puts every string into Unicode's composed form, escaped or not: https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md.
 * Names of buckets and prefixes of keys are ASCII before they come to `emit`.
 */
const readAs = (file: string) => (file.endsWith('.tf') ? (text: string) => text.normalize('NFC') : asIs);

/** Each `%` begins a specifier, and `%%` is one; a backslash at the end would join the next line. */
function unitLines(text: string): string[] {
  return text.split('\n').map((line) => {
    if (!line.startsWith('Description=')) return line;
    expect(line.replaceAll('%%', '').replaceAll('\\\\', '')).not.toMatch(/[%\\]/);
    return 'Description=';
  });
}

test.each(Object.keys(PLANS) as (keyof typeof PLANS)[])(
  'whatever the names, each file means what it means with plain ones: %s',
  async (plan) => {
    const plain = emittedWith(plan, PLAIN);
    const meant = await Promise.all(plain.files.map(meaning(plain)));
    expect(plain.files.map((file) => path.extname(file.path))).toEqual(
      expect.arrayContaining(['.json', '.tf', '.yaml', '.cron', '.service', '.timer', '.ts', '.go']),
    );
    for (const name of [PLAIN.scenario, PLAIN.bucket]) expect(JSON.stringify(meant)).toContain(name);
    await fc.assert(
      fc.asyncProperty(
        nastyNames,
        nastyNames,
        nastyNames,
        nastyNames,
        async (scenario, bucket, endpoint, key) => {
          const names = { scenario, bucket, endpoint, key };
          const emission = emittedWith(plan, names);
          const expected = meant.map((one, i) => named(one, names, asIs, readAs(plain.files[i]?.path ?? '')));
          expect(await Promise.all(emission.files.map(meaning(emission)))).toEqual(expected);
        },
      ),
      { numRuns: RUNS, examples: NASTY_NAMES.map((name) => [name, name, name, name]) },
    );

    function meaning(emission: Emission) {
      return async (file: Emission['files'][number]): Promise<unknown> => {
        if (file.kind === 'guide') return null;
        const reader = READERS[path.extname(file.path)];
        if (!reader) throw new Error(`nothing reads ${file.path}`);
        return await reader(file.text, emission);
      };
    }
  },
);

test('the guide shows names as they are, and its commands take them as they are', async () => {
  const bucket = fc.stringMatching(/^[A-Za-z0-9$][A-Za-z0-9._-]{1,40}$/);
  const plain = emittedWith('a chain', PLAIN);
  const meant = await guideOf(plain);
  expect(meant.commands).toContain(PLAIN.bucket);
  await fc.assert(
    fc.asyncProperty(nastyNames, bucket, async (scenario, bucket) => {
      expect(bucketNameProblem(bucket)).toBeNull();
      const names = { ...PLAIN, scenario, bucket };
      const { page, commands } = await guideOf(emittedWith('a chain', names));
      expect(commands).toEqual(named(meant.commands, names));
      expect(page).toEqual(named(meant.page, names, (name) => oneLine(name)));
    }),
    { numRuns: RUNS, examples: NASTY_NAMES.map((name) => [name, '$HOME']) },
  );

  async function guideOf(emission: Emission) {
    const [guide] = emission.files;
    const text = guide?.kind === 'guide' ? guide.text : '';
    const scripts = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = '']) => script);
    const tree: unknown = await parsers.markdown.parse(
      text,
      {} as Parameters<typeof parsers.markdown.parse>[1],
    );
    // Commands are looked at as the shell sees them.
    const page = JSON.stringify(tree, (key, value: unknown) =>
      key === 'position' ? undefined : isCode(value) ? 'code' : value,
    );
    return { commands: await calls(emission, scripts.join('')), page: JSON.parse(page) as unknown };
  }
});
