import path from 'node:path';
import { datasetIds, loadDataset } from '#catalog/load-datasets.ts';
import { checkDatasets } from '#core/evidence/check.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { createFiles } from '#files/write-files.ts';
import type { Run } from '../../command.ts';
import { Misunderstood, foreseen } from '../../failures.ts';
import { give } from '../../formats.ts';
import { datasetFolder, packFolder } from '../../input/datasets.ts';
import { newPlace } from '../../input/file-head.ts';
import { counted } from '../../render/counted.ts';
import { findingJson, tally } from '../../render/evidence-findings.ts';

/**
 * Every dataset of a checkout through its reader and the rules of evidence; one that fails does not hide the next. Findings
 * are remarks on what was printed, by whoever printed it: only problems with the files make the exit 1.
 */
export const check: Run = (args, deps) => {
  const folder = path.join(path.resolve(deps.cwd, args.text('root') ?? '.'), 'datasets');
  const problems: { dataset: string; message: string }[] = [];
  const readable: Dataset[] = [];
  const slugs = slugsIn(folder);
  for (const slug of slugs) {
    try {
      readable.push(loadDataset(path.join(folder, slug), slug));
    } catch (error) {
      problems.push({ dataset: slug, message: foreseen(error) });
    }
  }
  for (const { dataset, line, message } of checkDatasets(readable)) {
    const file = line === null ? 'dataset.yaml' : `measurements.csv:${line}`;
    problems.push({ dataset, message: `datasets/${dataset}/${file}: ${message}` });
  }
  const findings = readable.flatMap((one) =>
    doubtsOf(one, readable).map((finding) => ({ dataset: one.id, ...findingJson(finding) })),
  );
  const lines = [
    ...problems.map(({ message }) => message),
    ...new Set(findings.map(({ weight, message }) => `${weight}: ${message}`)),
    ...(findings.length > 0 ? [tally(findings)] : []),
    `${slugs.length} datasets, ${counted(problems.length, 'problem')}`,
  ];
  give(args, deps, {
    json: { datasets: slugs.length, problems, findings },
    blocks: () => lines.map((line) => `${line}\n`).join(''),
  });
  return { exit: problems.length > 0 ? 1 : 0 };
};

function slugsIn(folder: string): string[] {
  try {
    return datasetIds(folder);
  } catch {
    throw new Misunderstood(
      `${folder}: there is no such folder; run from a checkout, or name one with --root`,
    );
  }
}

/** A dataset's folder as one file, which `stowage import` and the Datasets page read back. */
export const exportOne: Run = (args, deps) => {
  args.needed('out', 'say where the file goes: --out acme-2026.dataset.json');
  const file = newPlace(args, deps, 'file') ?? '';
  const { id, hash, names, text } = packFolder(datasetFolder(args.operands[0] ?? '', deps));
  createFiles([{ path: file, content: text }]);
  const bytes = Buffer.byteLength(text);
  give(args, deps, {
    json: { file, id, hash, bytes, files: names },
    blocks: () => `${file}: ${id} as one file (${names.join(', ')})\n`,
  });
};
