import { writeFileSync, writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

/**
 * Closes every run with one line, `N passed, N failed`, and makes the exit code agree with it.
 * Failed counts tests, files that could not be loaded, and errors nobody caught.
 * A run without a single test fails, and so does a skipped test in a run nobody narrowed with -t.
 */
export default class ClosingLine implements Reporter {
  #narrowed = false;

  onInit(vitest: Vitest): void {
    this.#narrowed = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandled.length;
    let skipped = 0;
    for (const module of modules) {
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed') passed += 1;
        else if (state === 'skipped') skipped += 1;
        else failed += 1;
      }
    }
    if (skipped > 0 && !this.#narrowed) failed += skipped;
    const good = failed === 0 && passed > 0;
    process.once('exit', (code) => {
      if (!good && code === 0) process.exitCode = 1;
      // Tells `npm test` that the line has been said.
      if (process.env.STOWAGE_TESTS_CLOSED) writeFileSync(process.env.STOWAGE_TESTS_CLOSED, '');
      writeSync(1, `${passed} passed, ${failed} failed\n`);
    });
  }
}
