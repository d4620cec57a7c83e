/** A benchmark's file of any size, read in pieces; zstd is unpacked by Node where it can, on another core. */
import { open, type FileHandle } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { ReadError, whyUnreadable } from '#catalog/read-text.ts';
import { errorCode } from '#core/message-of.ts';
import { beginImport } from '#formats/benchmarks/index.ts';
import { ImportError, type ImportContext, type ImportedDataset } from '#formats/importer.ts';
import { isZstd, refuseBomb } from '#formats/reading/unpack.ts';

const PIECE_BYTES = 1024 * 1024;
const HEAD_BYTES = 4;

/** `onShare` hears how much of the file has been read, up to 1. Throws `ReadError` or `ImportError`. */
export async function importPath(
  path: string,
  context: ImportContext,
  onShare: (share: number) => void,
): Promise<ImportedDataset> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const stat = await file.stat();
    if (stat.isDirectory()) throw new ReadError(path, 'is a folder; name a file');
    const size = stat.isFile() ? stat.size : Infinity;
    return (
      (await unpackedByNode(file, size, context, onShare)) ??
      (await unpackedHere(file, size, context, onShare))
    );
  } catch (error) {
    if (error instanceof ImportError || error instanceof ReadError) throw error;
    throw new ReadError(path, whyUnreadable(error));
  } finally {
    onShare(1);
    await file?.close();
  }
}

/** Null for what Node does not unpack, or not as one whole frame: then ours reads it, and says what is wrong with it. */
async function unpackedByNode(
  file: FileHandle,
  size: number,
  context: ImportContext,
  onShare: (share: number) => void,
): Promise<ImportedDataset | null> {
  if (size === Infinity) return null;
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  if (!isZstd(head.subarray(0, bytesRead))) return null;
  const reading = beginImport(context);
  const unpacker = createZstdDecompress({ chunkSize: PIECE_BYTES });
  let unpacked = 0;
  unpacker.on('data', (piece: Buffer) => {
    try {
      unpacked += piece.length;
      refuseBomb(unpacker.bytesWritten, unpacked);
      reading.push(piece);
    } catch (error) {
      unpacker.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  try {
    await Promise.all([pipeline(piecesOf(file, size, onShare), unpacker), finished(unpacker)]);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'Z_BUF_ERROR') return reading.end(true);
    if (String(code).startsWith('ZSTD_')) return null;
    throw error;
  }
  return unpacker.bytesWritten === size ? reading.end(false) : null;
}

async function unpackedHere(
  file: FileHandle,
  size: number,
  context: ImportContext,
  onShare: (share: number) => void,
): Promise<ImportedDataset> {
  const reading = beginImport(context);
  for await (const piece of piecesOf(file, size, onShare)) reading.push(piece);
  return reading.end(false);
}

/** From the beginning; a pipe has no size, and is read as it comes. */
async function* piecesOf(
  file: FileHandle,
  size: number,
  onShare: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    const place = size === Infinity ? null : at;
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, place);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
    if (at < size) onShare(at / size);
  }
}
