/**
 * What tests draw by chance is the same in every run, so that a red run is red again. `STOWAGE_SEED=7 npm test` draws
 * others: for who looks for what the fixed draw has not met, and then writes it down as a test.
 */
import fc from 'fast-check';

const FIXED_SEED = 20261120;
fc.configureGlobal({ seed: Number(process.env['STOWAGE_SEED'] ?? FIXED_SEED) });
