import type { Run } from '../deps.ts';
import { subcommandOf } from '../subcommand.ts';
import { check } from './datasets/check.ts';
import { exportOne } from './datasets/export.ts';
import { known } from './datasets/known.ts';
import { list } from './datasets/list.ts';
import { merge } from './datasets/merge.ts';
import { show } from './datasets/show.ts';
import { validate } from './datasets/validate.ts';

const SUBCOMMANDS = { list, known, show, check, validate, merge, export: exportOne } as const;

export const datasets: Run = async (argv, deps) => {
  const names = Object.keys(SUBCOMMANDS) as (keyof typeof SUBCOMMANDS)[];
  const [name, rest] = subcommandOf('datasets', names, argv);
  return SUBCOMMANDS[name](rest, deps);
};
