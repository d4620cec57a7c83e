/** What is wrong with something a person wrote: the place, what was seen, and what to try. */
export interface SchemaIssue {
  /** `workload.readers[1].share`; empty: the whole value. */
  path: string;
  message: string;
  suggestion?: string;
  /** The key there that is none. */
  key?: string;
}

/** `suggestion`: what was probably meant. */
export function issueAt(path: string, message: string, suggestion?: string): SchemaIssue {
  return { path, message, ...(suggestion === undefined ? {} : { suggestion }) };
}

export const issueWords = ({ message, suggestion }: SchemaIssue): string =>
  suggestion === undefined ? message : `${message}; did you mean ${suggestion}?`;

const MOST_LINES = 20;

/** Issues as lines: `workload.writer: …; try …`. After the first 20, how many more there are. */
export function issueLines(issues: readonly SchemaIssue[]): string[] {
  const lines = issues
    .slice(0, MOST_LINES)
    .map((one) => (one.path ? `${one.path}: ${issueWords(one)}` : issueWords(one)));
  return issues.length > MOST_LINES ? [...lines, `and ${issues.length - MOST_LINES} more`] : lines;
}

/** All that is wrong with one thing. */
export class IssuesError extends Error {
  readonly issues: readonly SchemaIssue[];

  constructor(issues: readonly SchemaIssue[]) {
    super(issueLines(issues).join('\n'));
    this.issues = issues;
  }
}
