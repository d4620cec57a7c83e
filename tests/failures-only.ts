import { MinimalReporter } from 'vitest/node';
import type { Vitest } from 'vitest/node';

/** What `--silent` asks for: each failure with its error, and neither a banner nor a summary. */
export default class FailuresOnly extends MinimalReporter {
  override onInit(vitest: Vitest): void {
    this.ctx = vitest;
    this.silent = 'passed-only';
  }

  override reportTestSummary(): void {}
}
