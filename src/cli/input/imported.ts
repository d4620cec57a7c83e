/** The files of benchmarks that a person named, read: for `stowage import`, whether it keeps them or shows them. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { importFile } from '#formats/benchmarks/index.ts';
import { ONE_FILE_BEGIN } from '#formats/benchmarks/stowage-dataset.ts';
import { ImportError } from '#formats/importer.ts';
import type { Fact, ImportContext, ImportedDataset, WholeDataset } from '#formats/importer.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { Missing, Misunderstood } from '../failures.ts';
import { progressBar } from '../progress.ts';
import { importPath } from './benchmark-file.ts';
import { plainHead } from './file-head.ts';
import { FACT_FLAGS, UNKNOWN } from './import-context.ts';

/** A file that is a dataset already, named alone; null for any other. */
export async function wholeDataset({ operands }: Args, deps: Deps): Promise<WholeDataset | null> {
  const [file, ...others] = operands;
  if (file === undefined || file === '-' || others.length > 0) return null;
  const full = path.resolve(deps.cwd, file);
  if (!statSync(full, { throwIfNoEntry: false })?.isFile()) return null;
  if (plainHead(file, full, ONE_FILE_BEGIN.length, '').toString() !== ONE_FILE_BEGIN) return null;
  try {
    const { whole } = await importPath(full, {}, () => undefined);
    return whole ?? null;
  } catch (error) {
    throw error instanceof ImportError ? new Misunderstood(`${file}: ${error.message}`) : error;
  }
}

/** All files, in one format, or everything that is wrong with any of them. */
export async function importAll(
  files: readonly string[],
  context: ImportContext,
  deps: Deps,
): Promise<ImportedDataset[]> {
  const imported: ImportedDataset[] = [];
  const problems: string[] = [];
  const missing = new Set<Fact>();
  let unread = 0;
  for (const file of files) {
    const own = { ...context, name: path.basename(file) };
    const bytes = file === '-' ? await deps.stdin() : null;
    try {
      imported.push(
        bytes === null
          ? await importPath(path.resolve(deps.cwd, file), own, progressBar(own.name, deps.redraw))
          : importFile(bytes, own),
      );
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      const name = file === '-' ? 'standard input' : file;
      problems.push(...error.message.split('\n').map((line) => `${name}: ${line}`));
      error.missing.forEach((fact) => missing.add(fact));
      if (error.missing.length === 0) unread++;
    }
  }
  const isForAPerson = problems.length > 0 && unread === 0;
  if (missing.size > 0)
    problems.push(
      `add ${[...missing].map((fact) => `--${FACT_FLAGS[fact].join(' ')}`).join(' ')}; what nobody knows of a place or a size is "${UNKNOWN}"`,
    );
  if (isForAPerson)
    throw new Missing(
      problems.join('\n'),
      [...missing].map((fact) => FACT_FLAGS[fact][0]),
    );
  const formats = [...new Set(imported.map(({ format }) => format))];
  if (formats.length > 1)
    problems.push(`the files are in ${formats.length} formats (${formats.join(', ')}); a dataset has one`);
  if (problems.length > 0) throw new Misunderstood(problems.join('\n'));
  return imported;
}
