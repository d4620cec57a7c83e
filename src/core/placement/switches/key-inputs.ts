import type { KnobName } from './knobs.ts';

/** Turned alone where there is no time to turn them all; alerts watch them. */
export const KEY_INPUTS: readonly KnobName[] = ['reads', 'read-p99'];
