/** The page's end of an import: one worker a file. */
import type { ImportNews, ToImport } from './import.worker.ts';

type ImportEnd = Exclude<ImportNews, { kind: 'progress' }>;

export function importInWorker(asked: ToImport, onprogress: (share: number) => void): Promise<ImportEnd> {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ImportEnd>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ImportNews>) =>
      data.kind === 'progress' ? onprogress(data.share) : resolve(data);
    worker.onerror = ({ message }) =>
      resolve({ kind: 'refused', message: message || 'the reader could not be loaded', missing: [] });
    worker.postMessage(asked);
  }).finally(() => worker.terminate());
}
