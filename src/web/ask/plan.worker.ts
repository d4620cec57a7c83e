/** One script for the page's two workers: the planner, and the second one, which has prices and evidence from the first. */
import { catalogFetcher, fetchedOnce, type FetchFile, type PageFile } from '#catalog/fetch-catalog.ts';
import { answersFrom } from './answers.ts';
import { serve, type Asked } from './serve.ts';

/** Ports over which the one worker gives its files, and the other takes them. */
type Sharing = { gives: MessagePort } | { takes: MessagePort };

let fetchFile: FetchFile = fetchedOnce();
const hear = serve(
  { postMessage: (told) => postMessage(told) },
  answersFrom(catalogFetcher((file) => fetchFile(file))),
);

addEventListener('message', ({ data }: MessageEvent<Asked | Sharing>) => {
  if ('gives' in data) giveFiles(data.gives);
  else if ('takes' in data) fetchFile = filesFrom(data.takes);
  else hear(data);
});

function giveFiles(port: MessagePort): void {
  const own = fetchFile;
  const hear = serve(port, {
    async *file(file: PageFile) {
      yield await own(file);
    },
  });
  port.onmessage = ({ data }: MessageEvent<Asked>) => hear(data);
}

function filesFrom(port: MessagePort): FetchFile {
  const lane = import('./lane.ts').then(({ Lane }) => new Lane(port));
  return async (file) => {
    let content: unknown;
    await (await lane).ask('file', file, (part) => (content = part));
    return content;
  };
}
