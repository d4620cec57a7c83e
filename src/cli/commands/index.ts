/** Every command, in the order in which help lists them. Light: what a command runs is loaded with it. */
import type { Command, Family } from '../command.ts';
import { bill } from './bill.ts';
import { breakeven } from './breakeven.ts';
import { compare } from './compare.ts';
import { completion } from './completion.ts';
import { datasets } from './datasets.ts';
import { derive } from './derive.ts';
import { docs } from './docs.ts';
import { emit } from './emit.ts';
import { importFiles } from './import.ts';
import { init } from './init.ts';
import { latency } from './latency.ts';
import { link } from './link.ts';
import { open } from './open.ts';
import { plan } from './plan.ts';
import { prices } from './prices.ts';
import { probe } from './probe.ts';
import { reconcile } from './reconcile.ts';
import { replay } from './replay.ts';
import { schema } from './schema.ts';
import { serve } from './serve.ts';
import { solve } from './solve.ts';
import { stores } from './stores.ts';
import { validate } from './validate.ts';
import { winners } from './winners.ts';

export const COMMANDS = {
  init,
  plan,
  compare,
  solve,
  winners,
  bill,
  reconcile,
  latency,
  emit,
  breakeven,
  docs,
  link,
  open,
  schema,
  validate,
  stores,
  prices,
  datasets,
  import: importFiles,
  derive,
  replay,
  probe,
  serve,
  completion,
} satisfies Record<string, Command | Family>;

export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];
