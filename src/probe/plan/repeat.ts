/** How often a plan is run. */

export interface Repeat {
  everyMs: number;
  forMs: number;
}

/** `--every 1h --for 24h` is 24 rounds. */
export const roundsOf = ({ everyMs, forMs }: Repeat): number => Math.max(1, Math.floor(forMs / everyMs));
