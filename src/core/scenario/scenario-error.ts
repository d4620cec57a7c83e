import { IssuesError } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';

/** A scenario that was not understood, with every place that is wrong. */
export class ScenarioError extends IssuesError {
  override name = 'ScenarioError';
}

/** Throws `ScenarioError` where there are any. */
export function refuse(issues: readonly SchemaIssue[]): void {
  if (issues.length > 0) throw new ScenarioError(issues);
}
