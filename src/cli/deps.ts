/** What a command needs from outside. Tests hand in their own. */
import type { Catalog } from '#catalog/catalog.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { WatchEffort } from '#probe/measuring/self-check.ts';
import type { Exit } from './failures.ts';

/** Each is a file that stands alone, with its title. */
export interface Pictures {
  /** Of the placement `id`: `chart` its cost by meter beside those on the cards, `strip` where its objects live by age. */
  drawn(view: 'chart' | 'strip', plan: Plan, id: string): { svg: string; title: string };
}

export interface Deps {
  /** Folder that relative paths start from. */
  cwd: string;
  /** Folder, without symbolic links, that files named in a document must lie in; undefined: anywhere. */
  readsWithin?: string;
  /** The environment, and the folder of the person: where keys of stores are. */
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Everything on standard input. */
  stdin(): Promise<Uint8Array>;
  /** The answer: standard output. */
  print(text: string): void;
  /** The conversation: standard error, a line at a time. */
  say(line: string): void;
  /** Draws the last line of the conversation anew; null where nobody watches a terminal. */
  redraw: ((line: string) => void) | null;
  /** Asks a person, and gives the line they answer; null where they have none. Null where nobody sits at a terminal. */
  ask: ((question: string) => Promise<string | null>) | null;
  /** Letters in a line of the terminal that shows the answer; undefined where it goes elsewhere: then no line is broken. */
  columns?: number | undefined;
  /** May the answer carry colour and bold? */
  styled: boolean;
  /** The prices and datasets that came with this build, each read when first asked for. */
  catalog: Catalog;
  /** Folder of the built web app. */
  webFolder: string;
  /** Folder of the datasets as files, which came with this build. */
  datasetsFolder: string;
  /** Folder of the example scenarios that came with this build. */
  examplesFolder: string;
  version: string;
  /** The page's charts, drawn without a browser. Throws `Unanswerable` where this build has none. */
  pictures?(): Promise<Pictures>;
  /** This program itself, which a worker thread begins with. */
  program: string;
  /** Today in UTC, as 2026-11-20. */
  today(): string;
  /** Watches what measuring takes of this thread; undefined: as the system tells it. */
  watchEffort?: WatchEffort;
}

/** The same but for some of it. A copy would read the catalog too early. */
export function withDeps(deps: Deps, changes: Partial<Deps>): Deps {
  const own = Object.entries(changes).map(([key, value]) => [key, { value }]);
  return Object.create(deps, Object.fromEntries(own)) as Deps;
}

export interface Outcome {
  exit: Exit;
}
