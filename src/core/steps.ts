/** Long work as steps: who runs it may do something else between two of them, or stop. */
export type Steps<T, Step = undefined> = Generator<Step, T, undefined>;

/** Does all that is left, and returns what it returns. */
export function allSteps<T>(steps: Iterator<unknown, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
