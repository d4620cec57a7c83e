import type { Run } from '../deps.ts';
import { subcommandOf } from '../subcommand.ts';
import { check } from './prices/check.ts';
import { diff } from './prices/diff.ts';
import { history } from './prices/history.ts';
import { importPrices } from './prices/import.ts';
import { list } from './prices/list.ts';
import { show } from './prices/show.ts';

const SUBCOMMANDS = { list, show, diff, history, check, import: importPrices } as const;

export const prices: Run = async (argv, deps) => {
  const names = Object.keys(SUBCOMMANDS) as (keyof typeof SUBCOMMANDS)[];
  const [name, rest] = subcommandOf('prices', names, argv);
  return SUBCOMMANDS[name](rest, deps);
};
