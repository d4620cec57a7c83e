/** Reads a dropped file piece by piece, off the page's thread. */
import '#web/worker/no-eval.ts';
import { beginImport } from '#importers/index.ts';
import { ImportError } from '#importers/importer.ts';
import type { Fact, ImportFacts, ImportedDataset } from '#importers/importer.ts';

export interface ToImport {
  file: File;
  facts: ImportFacts;
}

export type ImportNews =
  | { kind: 'progress'; share: number }
  | { kind: 'imported'; imported: ImportedDataset }
  | { kind: 'refused'; message: string; missing: readonly Fact[] };

const tell = (news: ImportNews) => postMessage(news);

addEventListener('message', (event: MessageEvent<ToImport>) => {
  void read(event.data).then(tell);
});

async function read({ file, facts }: ToImport): Promise<ImportNews> {
  try {
    if (file.size === 0) throw new ImportError('is empty');
    const reading = beginImport({ ...facts, name: file.name });
    const pieces = file.stream().getReader();
    let done = 0;
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      reading.push(piece.value);
      done += piece.value.length;
      tell({ kind: 'progress', share: done / file.size });
    }
    return { kind: 'imported', imported: reading.end(false) };
  } catch (error) {
    if (error instanceof ImportError)
      return { kind: 'refused', message: error.message, missing: error.missing };
    return { kind: 'refused', message: error instanceof Error ? error.message : String(error), missing: [] };
  }
}
