/** A file of the archive that does not say what it should: which file, which place in it, and why. */
import { issueWords } from './issue.ts';
import type { SchemaIssue } from './issue.ts';

export interface DataIssue {
  /** Place inside the file, e.g. `regions.us-east-1.requests.put`; empty for the whole file. */
  place: string;
  message: string;
}

export class DataError extends Error {
  readonly path: string;
  readonly issues: readonly DataIssue[];

  constructor(path: string, issues: readonly DataIssue[]) {
    super(issues.map(({ place, message }) => `${path}${place ? `: ${place}` : ''}: ${message}`).join('\n'));
    this.name = 'DataError';
    this.path = path;
    this.issues = issues;
  }
}

export const asDataIssue = (issue: SchemaIssue): DataIssue => ({
  place: issue.path,
  message: issueWords(issue),
});
