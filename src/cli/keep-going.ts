/** `--keep-going`: what fails in a batch is said and left out, and the rest goes on. */
import type { Args } from './args.ts';
import type { Deps } from './deps.ts';
import { failureOf } from './failures.ts';

export interface Going {
  /** How often something failed. */
  failed: number;
  /** What `work` gives, as a list of one; empty where it failed and that was said. */
  attempt<T>(work: () => Promise<T>): Promise<T[]>;
}

/** Without the flag whatever fails is thrown. */
export function goingOn(args: Args | undefined, deps: Deps): Going {
  return {
    failed: 0,
    async attempt(work) {
      try {
        return [await work()];
      } catch (error) {
        const failure = args?.has('keep-going') ? failureOf(error) : null;
        if (!failure) throw error;
        failure.message.split('\n').forEach((line) => deps.say(`stowage: ${line}`));
        this.failed++;
        return [];
      }
    },
  };
}
