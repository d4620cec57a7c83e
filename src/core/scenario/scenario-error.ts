import { issueLines } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';

/** A scenario that was not understood, with every place that is wrong. */
export class ScenarioError extends Error {
  readonly issues: readonly SchemaIssue[];
  constructor(issues: readonly SchemaIssue[]) {
    super(issueLines(issues).join('\n'));
    this.name = 'ScenarioError';
    this.issues = issues;
  }
}

/** Throws `ScenarioError` where there are any. */
export function refuse(issues: readonly SchemaIssue[]): void {
  if (issues.length > 0) throw new ScenarioError(issues);
}
