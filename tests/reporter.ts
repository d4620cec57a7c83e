import { appendFileSync, writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

/**
 * Closes every run with one line, `N passed, N failed`, and makes the exit code agree with it.
 * Failed counts tests, files that could not be loaded, errors nobody caught, and a run that was stopped.
 * A run without a single test fails, and so does a skipped test in a run nobody narrowed with -t.
 *
 * Under `tests/run.mjs`, which says the line for several runs, it appends what it counts to the file STOWAGE_TESTS_TALLY: a
 * line `passed` or `failed` for each test as it ends, and `end P F` when all have.
 */
export default class ClosingLine implements Reporter {
  #maySkip = false;
  readonly #tally = process.env.STOWAGE_TESTS_TALLY;

  onInit(vitest: Vitest): void {
    this.#maySkip = vitest.config.testNamePattern !== undefined;
  }

  onTestCaseResult(test: TestCase): void {
    if (this.#tally) appendFileSync(this.#tally, `${test.result().state}\n`);
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
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
    if (!this.#maySkip) failed += skipped;
    if (reason === 'interrupted' && failed === 0) failed = 1;
    if (this.#tally) {
      appendFileSync(this.#tally, `end ${passed} ${failed}\n`);
      return;
    }
    process.once('exit', (code) => {
      if (code === 0 && (failed > 0 || passed === 0)) process.exitCode = 1;
      writeSync(1, `${passed} passed, ${failed} failed\n`);
    });
  }
}
