/** Flags that say how a log is read, of `stowage derive` and `stowage replay`. */
import { UnitError, parseBytes } from '#core/units.ts';
import { COLUMN_ROLES, type ColumnRole, type LogOptions } from '#query/formats/format.ts';
import type { Args } from '../args.ts';
import { Misunderstood } from '../failures.ts';

const LEAST_MEMORY_BYTES = 64 * 2 ** 20;

/** Null: the engine's own. */
export function memoryGiven(args: Args): number | null {
  const memoryBytes = args.read('memory', parseBytes) ?? null;
  if (memoryBytes !== null && memoryBytes < LEAST_MEMORY_BYTES)
    throw new Misunderstood('--memory: at least 64 MiB are needed');
  return memoryBytes;
}

/** `time=ts,key=path` */
export function logOptions(args: Args): LogOptions {
  const columns: Partial<Record<ColumnRole, string>> = {};
  for (const pair of (args.text('columns') ?? '').split(',').filter(Boolean)) {
    const [said = '', ...rest] = pair.split('=');
    const role = COLUMN_ROLES.find((one) => one === said.trim());
    const name = rest.join('=');
    if (!role || name === '')
      throw new Misunderstood(
        `--columns "${pair}" is not understood; write pairs such as time=ts,key=path of ${COLUMN_ROLES.join(', ')}`,
      );
    columns[role] = name;
  }
  const timeUnit = args.choice('time-unit', ['s', 'ms', 'us', 'ns']);
  const kAnonymity = args.read('k-anonymity', (text) => {
    const readers = Number(text);
    if (Number.isInteger(readers) && readers >= 2 && readers <= 1_000_000) return readers;
    throw new UnitError(`"${text}" is no number of readers; write a whole one from 2 on`);
  });
  return {
    columns,
    ...(timeUnit === undefined ? {} : { timeUnit }),
    ...(kAnonymity === undefined ? {} : { kAnonymity }),
  };
}
