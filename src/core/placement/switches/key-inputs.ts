import type { KnobName } from './knobs.ts';

/** Turned alone where there is no time to turn them all. */
export const KEY_INPUTS: readonly KnobName[] = ['reads', 'read-p99'];

/** Those that alerts watch: requirements do not drift. */
export const WATCHED_INPUTS: readonly KnobName[] = ['reads'];
