/** Tools that tests run for real, and that this machine may lack. */
import type { ToolName } from '../../src/setup/tools.mjs';

const without = new Set((process.env.STOWAGE_TESTS_WITHOUT ?? '').split(','));

/** For `describe.runIf` and `test.runIf`, the one way a test may be left out: `npm test` says so with a line `not run: ...`. */
export const has = (tool: ToolName): boolean => !without.has(tool);
