/** What a log of many rows would take on a cluster, on paper: for `stowage derive --estimate`. */

/** A run that was measured. */
export interface Measured {
  rows: number;
  seconds: number;
  cores: number;
}

export interface Estimate {
  rows: number;
  cores: number;
  rowsPerSecondPerCore: number;
  seconds: number;
  /** In the currency of the price that was given; null where none was. */
  cost: number | null;
}

/** As if time went with rows and the share of each core: what a cluster shuffles between machines comes on top. */
export function estimated(
  { rows, seconds, cores }: Measured,
  asked: { rows: number; cores: number; coreHour: number | null },
): Estimate {
  if (!(rows > 0 && seconds > 0 && cores > 0)) throw new RangeError('nothing was measured');
  const pace = rows / seconds / cores;
  const takes = asked.rows / pace / asked.cores;
  return {
    rows: asked.rows,
    cores: asked.cores,
    rowsPerSecondPerCore: pace,
    seconds: takes,
    cost: asked.coreHour === null ? null : (takes / 3600) * asked.cores * asked.coreHour,
  };
}
