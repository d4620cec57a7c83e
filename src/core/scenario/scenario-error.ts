import { IssuesError } from '../issue.ts';

/** A scenario that was not understood, with every place that is wrong. */
export class ScenarioError extends IssuesError {
  override name = 'ScenarioError';
}
