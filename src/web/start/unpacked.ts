/** The bytes of a file, unpacked where it is gzipped. */
export async function unpacked(file: Blob): Promise<ReadableStream<BufferSource>> {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const bytes: ReadableStream<BufferSource> = file.stream();
  return a === 0x1f && b === 0x8b ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
}
