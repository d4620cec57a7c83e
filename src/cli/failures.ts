/** What can go wrong in a command, and the words and exit code for it. */
import { UnitError } from '#core/units.ts';

/** 0 answered; 1 could not answer, infeasible, drifted or partly failed; 2 misunderstood. */
export type Exit = 0 | 1 | 2;

/** The user asked for something that is not understood: exit 2. Says what was seen, where, and what to try. */
export class Misunderstood extends Error {}

/** What only a person knows was not given: the flags that would give it. Asked for where somebody can be asked. */
export class Missing extends Misunderstood {
  readonly flags: readonly string[];

  constructor(message: string, flags: readonly string[]) {
    super(message);
    this.flags = flags;
  }
}

/** Understood, but there is no answer: exit 1. */
export class Unanswerable extends Error {}

/** Names of the errors of other rooms that mean the input was not understood. */
const INPUT_ERRORS = new Set([
  'ScenarioError',
  'LinkError',
  'UsageFileError',
  'CurrencyError',
  'ReadError',
  'LogError',
  'ProbePlanError',
  'ShardError',
  'WriteError',
  'EmitError',
  'ClientError',
  'SolveError',
]);
/** Names of those that mean it was understood, and could not be done. */
const DEED_ERRORS = new Set([
  'DataError',
  'FileError',
  'ProfileError',
  'ReplayError',
  'StoreError',
  'JournalError',
  'RunError',
  'SpendError',
  'NoEngineError',
  'SparkError',
]);

/** Null for an error that nobody foresaw. */
export function failureOf(error: unknown): { exit: Exit; message: string } | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Misunderstood || error instanceof UnitError || INPUT_ERRORS.has(error.name))
    return { exit: 2, message: error.message };
  if (error instanceof Unanswerable || DEED_ERRORS.has(error.name))
    return { exit: 1, message: error.message };
  return null;
}

/** What to say of an error. Throws one that nobody foresaw. */
export function foreseen(error: unknown): string {
  const failure = failureOf(error);
  if (!failure) throw error;
  return failure.message;
}

/** Runs `work`; what it throws as misunderstood names `where` first: `plan.yaml: workload.peak: …`. */
export async function within<T>(where: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw namedIn(where, error);
  }
}

/** Like `within`, at once. */
export function withinNow<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw namedIn(where, error);
  }
}

function namedIn(where: string, error: unknown): unknown {
  const failure = failureOf(error);
  if (!failure) return error;
  const message = failure.message.replace(/^/gm, `${where}: `);
  return failure.exit === 2 ? new Misunderstood(message) : new Unanswerable(message);
}
