import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '#core/message-of.ts';
import { oneOf } from '../choices.ts';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Unanswerable } from '../failures.ts';
import { newPlace } from '../input/file-head.ts';
import { TEMPLATE_NAMES } from '../templates/names.ts';
import backup from '../templates/backup.yaml?raw';
import dataLake from '../templates/data-lake.yaml?raw';
import migrate from '../templates/migrate.yaml?raw';
import photos from '../templates/photos.yaml?raw';
import selfHosted from '../templates/self-hosted.yaml?raw';
import thumbnails from '../templates/thumbnails.yaml?raw';
import video from '../templates/video.yaml?raw';

const TEMPLATES: Record<(typeof TEMPLATE_NAMES)[number], string> = {
  photos,
  video,
  backup,
  'data-lake': dataLake,
  thumbnails,
  migrate,
  'self-hosted': selfHosted,
};

const HEAD = `# A scenario for "stowage plan FILE". Its figures are examples: write yours. All keys: stowage help scenario.
# For completion in an editor: stowage schema scenario > scenario.schema.json, and this line without its first #:
## yaml-language-server: $schema=scenario.schema.json
`;

/** A commented scenario to start from, printed or in a file that is not there yet. */
export const init: Run = async (args, deps) => {
  const text = await textFor(args, deps);
  const file = newPlace(args, deps, 'file');
  if (file === null) return deps.print(text);
  const out = args.text('out');
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    throw new Unanswerable(`--out ${out}: cannot be written (${messageOf(error)})`);
  }
  deps.say(`stowage: wrote ${out}; next: stowage plan ${out}`);
};

async function textFor(args: Args, deps: Deps): Promise<string> {
  const [name] = args.operands;
  const isKind = TEMPLATE_NAMES.some((one) => one === name);
  if (name !== undefined && !isKind && (args.operands.length > 1 || existsSync(path.resolve(deps.cwd, name))))
    return (await import('../input/start-from.ts')).startedFromFiles(args.operands, args, deps);
  if (name === undefined && args.among(['stored', 'reads', 'sent']).length > 0)
    return (await import('../input/start-from.ts')).startedFromTotals(args);
  const said = name ?? (await deps.ask?.(`What is stored? (${TEMPLATE_NAMES.join(', ')}) `))?.trim();
  const kind = said === undefined || said === '' ? 'photos' : oneOf('init', said, TEMPLATE_NAMES);
  if (said !== kind) deps.say(`stowage: a scenario of ${kind}; there are ${TEMPLATE_NAMES.join(', ')}`);
  return HEAD + TEMPLATES[kind];
}
