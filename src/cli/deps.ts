/** What a command needs of the world. Tests hand in their own. */
import type { BuiltCatalog } from '#catalog/from-build.ts';
import type { Exit } from './failures.ts';

export interface Deps {
  /** Folder that relative paths start from. */
  cwd: string;
  /** Everything on standard input. */
  stdin(): Promise<Uint8Array>;
  /** The answer: standard output. */
  print(text: string): void;
  /** The conversation: standard error, a line at a time. */
  say(line: string): void;
  /** May the answer carry colour and bold? */
  styled: boolean;
  /** The prices and datasets that came with this build, each read when first asked for. */
  catalog: BuiltCatalog;
  /** Folder of the built web app. */
  webFolder: string;
  version: string;
}

export interface Outcome {
  exit: Exit;
}

export type Run = (args: readonly string[], deps: Deps) => Promise<Outcome>;
