/**
 * For a test of the full tier that takes a few cases there and all of them in the deep tier: `vite.config.ts` runs each file
 * that imports this in both.
 */
import { env } from 'node:process';

export const isDeep = env['STOWAGE_TIER'] === 'deep';
