/** Reads a dropped file piece by piece, and makes it a dataset, off the page's thread. */
import { messageOf } from '#core/message-of.ts';
import { isEmpty } from '#core/remedies.ts';
import { beginImport } from '#formats/benchmarks/index.ts';
import { leavingOpen } from '#formats/benchmarks/private-dataset.ts';
import { ImportError, type Fact, type ImportFacts } from '#formats/importer.ts';
import { ownDataset, ownFiles, wholeFiles, type OwnDataset } from './own-dataset.ts';

export interface ToImport {
  file: File;
  facts: ImportFacts;
  /** Today, as in 2026-11-20. */
  day: string;
  /** Ids that are in use. */
  taken: readonly string[];
}

export type ImportNews =
  | { kind: 'progress'; share: number }
  /** `isWhole`: the file was a dataset already. `open`: what nobody said. */
  | { kind: 'imported'; own: OwnDataset; format: string; isWhole: boolean; open: readonly Fact[] }
  | { kind: 'refused'; message: string; missing: readonly Fact[] };

const tell = (news: ImportNews) => postMessage(news);

addEventListener('message', (event: MessageEvent<ToImport>) => {
  void read(event.data).then(tell);
});

async function read({ file, facts, day, taken }: ToImport): Promise<ImportNews> {
  try {
    if (file.size === 0) throw new ImportError(isEmpty("a benchmark's output"));
    const { open, assume } = leavingOpen([]);
    const reading = beginImport({ ...facts, name: file.name, assume });
    const pieces = file.stream().getReader();
    let done = 0;
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      reading.push(piece.value);
      done += piece.value.length;
      tell({ kind: 'progress', share: done / file.size });
    }
    const imported = reading.end(false);
    const { whole, format } = imported;
    const files = whole ? wholeFiles(whole, taken) : ownFiles(file.name, imported, day, taken, open);
    return {
      kind: 'imported',
      own: ownDataset(files),
      format,
      isWhole: whole !== undefined,
      open: [...open],
    };
  } catch (error) {
    if (error instanceof ImportError)
      return { kind: 'refused', message: error.message, missing: error.missing };
    return { kind: 'refused', message: messageOf(error), missing: [] };
  }
}
