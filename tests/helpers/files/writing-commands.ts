/** Every command that writes: what it needs to run, and what it leaves behind. */
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { aPricedScenario, EXPRESS_USAGE, yaml } from '#tests/helpers/cli/helpers.ts';
import { excerpt } from '#tests/helpers/formats/prices/price-files.ts';
import type { Folder } from '#tests/helpers/folder.ts';
import { ROOT } from '#tests/sources.ts';

export interface WritingCommand {
  name: string;
  args: readonly string[];
  prepare(folder: Folder): void;
  /** Its files get their names one after another: a kill may leave the first without the second, each whole. */
  isOneByOne?: true;
}

/** More than 4 KiB, most of it typed by hand. */
export const A_DOCUMENT = `# Costs\n\n<!-- stowage usage.yaml view=total -->?<!-- /stowage -->\n\n${'A line that somebody typed.\n'.repeat(200)}`;

const fixture = (name: string) => path.join(ROOT, 'tests/fixtures/formats', name);
const provenance = (title: string) => [
  ...['--title', title, '--source-url', 'https://example.org/acme', '--retrieved', '2026-11-20'],
  ...['--licence', 'MIT', '--measured-by', 'Acme'],
];

export const WRITING_COMMANDS: readonly WritingCommand[] = [
  {
    name: 'docs',
    args: ['docs', 'doc.md'],
    prepare: (folder) => {
      folder.write('usage.yaml', yaml(EXPRESS_USAGE));
      folder.write('doc.md', A_DOCUMENT);
    },
  },
  {
    name: 'emit',
    args: ['emit', 'plan.yaml', '--out', 'a/b/out'],
    prepare: (folder) => {
      const stores = ['aws/s3-express-one-zone@us-east-1', 'cloudflare/r2-standard@enam'];
      folder.write('plan.yaml', yaml(aPricedScenario({ stores })));
    },
  },
  {
    name: 'import',
    args: [
      ...['import', fixture('elbencho/results.csv'), '--out', 'datasets/acme-2026'],
      ...['--store', 'aws/s3-standard', '--region', 'us-east-1', '--from', 'aws/us-east-1'],
      ...provenance('S3 GET'),
    ],
    prepare: () => undefined,
  },
  {
    name: 'prices import',
    args: ['prices', 'import', 'index.json', '--store', 'aws/s3-standard', '--store', 'aws/s3-standard-ia'],
    isOneByOne: true,
    prepare: (folder) => {
      cpSync(path.join(ROOT, 'pricing/aws'), path.join(folder.path, 'pricing/aws'), { recursive: true });
      const offer = new TextDecoder().decode(excerpt('aws-offer.json'));
      const cheaper = offer
        .replace('"0.0230000000"', '"0.0220000000"')
        .replace('"0.0125000000"', '"0.0120000000"')
        .replaceAll('2026-07-28', '2026-10-01');
      folder.write('index.json', cheaper);
    },
  },
  {
    name: 'datasets export',
    args: ['datasets', 'export', path.join(ROOT, 'datasets/prisma-2026'), '--out', 'a/prisma.dataset.json'],
    prepare: () => undefined,
  },
  {
    name: 'datasets merge',
    args: ['datasets', 'merge', 'one-2026', 'two-2026', '--out', 'datasets/both-2026'],
    prepare: (folder) => {
      const text = (name: string) => readFileSync(path.join(ROOT, 'datasets/prisma-2026', name), 'utf8');
      const [header, ...rows] = text('measurements.csv').trimEnd().split('\n');
      for (const [i, id] of ['one-2026', 'two-2026'].entries()) {
        const csv = `${[header, ...rows.filter((_, row) => row % 2 === i)].join('\n')}\n`;
        const checksum = createHash('sha256').update(csv).digest('hex');
        folder.write(`${id}/measurements.csv`, csv);
        folder.write(
          `${id}/dataset.yaml`,
          text('dataset.yaml').replace(/(measurements\.csv"?: )\S+/, `$1${checksum}`),
        );
      }
    },
  },
];

/** Every file in a folder with its content; drafts of a run that was killed left out. */
export function filesIn(folder: Folder): Map<string, string> {
  const entries = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    files
      .map((file) => path.relative(folder.path, file))
      .filter((name) => !name.includes('.unfinished-'))
      .toSorted()
      .map((name) => [name, readFileSync(path.join(folder.path, name), 'latin1')]),
  );
}

/** Drafts that are left in a folder. */
export const unfinishedIn = (folder: Folder): string[] =>
  (readdirSync(folder.path, { recursive: true }) as string[]).filter((name) => name.includes('.unfinished-'));
