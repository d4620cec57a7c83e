/** Parquet bytes → an Arrow IPC stream, off the page's thread. */
import init, { readParquet } from 'parquet-wasm/esm';
import { messageOf } from '#core/message-of.ts';

export type Decoded = { stream: Uint8Array } | { failed: string };

addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
  void decode(event.data).then((answer) =>
    postMessage(answer, 'stream' in answer ? { transfer: [answer.stream.buffer] } : {}),
  );
});

async function decode(parquet: ArrayBuffer): Promise<Decoded> {
  try {
    await init();
    return { stream: readParquet(new Uint8Array(parquet)).intoIPCStream() };
  } catch (error) {
    return { failed: messageOf(error) };
  }
}
