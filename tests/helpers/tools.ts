/** Tools that tests run for real, and that this machine may lack. */
import type { ToolName } from '../tools/tools.mjs';

export type { ToolName };

const without = new Set((process.env.STOWAGE_TESTS_WITHOUT ?? '').split(','));

/**
 * For `if (has('azurite')) test(...)`, the one way a test may be left out: `npm test` says so with a line `not run: ...`. A file
 * that begins with `// needs: azurite, go` is left out whole (`vite.config.ts`).
 */
export const has = (tool: ToolName): boolean => !without.has(tool);
