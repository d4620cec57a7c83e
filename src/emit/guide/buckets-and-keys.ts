/** How to make the buckets, and keys for the programs that use them: two sections of the guide, before anything is copied. */
import { listing } from '#core/text/words.ts';
import type { Bucket, Course } from '../course-types.ts';
import type { EmittedFile } from '../kinds.ts';
import { markdown } from '../quote.ts';
import { rightsOf } from '../rights.ts';
import type { Program, Right } from '../rights.ts';
import { leftToSet } from '../settings.ts';
import { firstAddresses, isInTerraform } from '../terraform.ts';
import { keyCommands, makeCommands } from './by-provider.ts';

const script = (lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', '```sh', ...new Set(lines), '```'];
const named = ({ id, stores: [first = ''] }: Bucket) => `${id} (${markdown(first)})`;

export function bucketWords(course: Course, files: readonly EmittedFile[]): string[] {
  const isWritten = files.some(({ kind }) => kind === 'terraform');
  const others = course.buckets.filter((bucket) => !(isWritten && isInTerraform(bucket)));
  const commandsOf = (bucket: Bucket) => makeCommands(bucket, course.settings);
  const byHand = others.filter((bucket) => commandsOf(bucket).length === 0).map(named);
  const left = leftToSet(course.buckets, course.settings, (bucket) => isWritten && isInTerraform(bucket));
  const targets = firstAddresses(course).map((address) => `-target=${address}`);
  return [
    'Skip a bucket that is there already. Rules are set later.',
    ...(isWritten
      ? [
          '',
          'Terraform: import a bucket that is there already. No later apply destroys a bucket. Set the variable noncurrent_days if S3 should keep for some days what is overwritten or deleted.',
        ]
      : []),
    ...script([
      ...(isWritten ? [`(cd terraform && terraform init && terraform apply ${targets.join(' ')})`] : []),
      ...others.flatMap(commandsOf),
    ]),
    ...(byHand.length > 0 ? ['', `In the console of its provider: ${listing(byHand)}.`] : []),
    ...(left.length > 0 ? ['', 'Set these yourself before the first write:', '', ...left] : []),
  ];
}

/** Which file says that a program is among the files. */
const PROGRAM_FILES: Readonly<Record<Program, readonly string[]>> = {
  mover: ['mover/main.go'],
  writer: ['writer/main.go'],
  router: ['router/main.go', 'router/worker.ts'],
};

export function keyWords(course: Course, files: readonly EmittedFile[]): string[] {
  const has = (path: string) => files.some((file) => file.path === path);
  const rights = rightsOf(course).filter(({ program }) => PROGRAM_FILES[program].some(has));
  if (rights.length === 0) return [];
  const isMade = (right: Right) =>
    keyCommands(right).length > 0 && (!isInTerraform(right.bucket) || has('terraform/lifecycle.tf'));
  const byHand = new Set(rights.filter((right) => !isMade(right)).map(({ bucket }) => named(bucket)));
  return [
    'Each program reads its keys from its own environment: STORE1_ACCESS_KEY_ID and STORE1_SECRET_ACCESS_KEY for store1, in Azure STORE1_ACCOUNT and STORE1_KEY. A key needs these rights and no others:',
    '',
    '| program | bucket | keys that begin with | rights |',
    '| --- | --- | --- | --- |',
    ...rights.map(
      ({ program, bucket, prefix, writes, deletes }) =>
        `| ${program} | ${bucket.id} | ${prefix === '' ? 'anything' : markdown(prefix)} | list, read${writes ? ', write' : ''}${deletes ? ', delete' : ''} |`,
    ),
    ...(rights.some(isMade)
      ? [
          ...script(rights.filter(isMade).flatMap(keyCommands)),
          '',
          'No key is shown: each is in a file that ends in .key, which only you can read. Move it into the environment of its program, and delete the file.',
        ]
      : []),
    ...(byHand.size > 0
      ? ['', `Make these keys in the console of the provider, for the one bucket: ${listing([...byHand])}.`]
      : []),
    ...(has('router/worker.ts') ? workerWords(rights) : []),
  ];
}

/** A Worker has buckets of R2 bound to it, and reads its other keys as secrets. */
function workerWords(rights: readonly Right[]): string[] {
  const asked = rights.filter(({ program, bucket }) => program === 'router' && bucket.kind !== 'r2');
  const secrets = [
    ...asked.flatMap(({ bucket: { id, kind } }) =>
      (kind === 'azure' ? ['ACCOUNT', 'KEY'] : ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']).map(
        (name) => `${id.toUpperCase()}_${name}`,
      ),
    ),
    ...(rights.some(({ program, writes }) => program === 'router' && writes) ? ['WRITE_TOKEN'] : []),
  ];
  return secrets.length === 0
    ? []
    : [
        '',
        'The Worker reads keys as secrets, and its R2 buckets need none:',
        ...script([
          `(cd router && for name in ${secrets.join(' ')}; do npx wrangler secret put "$name"; done)`,
        ]),
      ];
}
