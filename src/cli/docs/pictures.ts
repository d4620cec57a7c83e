/** Pictures in documents: drawings of the page, made without a browser, each a file beside its document. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createFiles, replaceFile } from '#files/write-files.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { fileBytes } from '../input/read-input.ts';
import type { MarkedBlock } from './blocks.ts';
import type { Asked } from './marks.ts';
import type { Target } from './targets.ts';
import { chosenOf } from './views.ts';

const LARGEST_PICTURE_BYTES = 2 * 1024 * 1024;

export interface Picture {
  /** What stands in the document. */
  markdown: string;
  path: string;
  svg: string;
  /** The file is not there, or is another. */
  isChanged: boolean;
}

/** Throws `Misunderstood` for a target or a place that can have no picture. */
export async function pictureOf(
  view: 'chart' | 'strip',
  target: Target,
  { asked, inline, target: source }: MarkedBlock & { asked: Asked },
  deps: Deps,
): Promise<Picture> {
  if (inline) throw new Misunderstood(`view=${view} is a picture; put its two marks on lines of their own`);
  const { plan } = target;
  if (!plan) throw new Misunderstood(`a usage has no view "${view}"; there are total, bill and date`);
  const chosen = chosenOf(plan, asked.id);
  if (!chosen) throw new Unanswerable('nothing is recommended, so there is nothing to draw');
  const pictures = await deps.pictures?.();
  if (!pictures) throw new Unanswerable('this build draws no charts');
  const { svg, title } = pictures.drawn(view, plan, chosen.id);
  const name =
    asked.file ??
    `${/[^/\\]*$/.exec(source)?.[0].replace(/\.\w+$/, '') ?? 'scenario'}-${view === 'chart' ? 'cost' : view}.svg`;
  const full = path.resolve(deps.cwd, name);
  const isThere = existsSync(full);
  const before = isThere ? Buffer.from(fileBytes(name, deps, LARGEST_PICTURE_BYTES)).toString('utf8') : null;
  const alt = title.replace(/[[\]]/g, '');
  return { markdown: `![${alt}](${encodeURI(name)})`, path: full, svg, isChanged: before !== svg };
}

export function writePictures(pictures: readonly Picture[]): void {
  for (const { path: file, svg, isChanged } of pictures) {
    if (!isChanged) continue;
    if (existsSync(file)) replaceFile(file, readFileSync(file), svg);
    else createFiles([{ path: file, content: svg }]);
  }
}
