/** Why a run ends before its end, where neither a store nor the journal is the reason. */

/** A run that was told to stop. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
    this.name = 'Stopped';
  }
}

/** A run that cannot go on from what is there. */
export class RunError extends Error {
  override name = 'RunError';
}
