/** What is wrong with something a person wrote: the place, what was seen, and what to try. */
export interface SchemaIssue {
  /** `workload.readers[1].share`; empty: the whole value. */
  path: string;
  message: string;
  suggestion?: string;
}

/** Issues as lines: `workload.writer: …; try …`. */
export function issueLines(issues: readonly SchemaIssue[]): string[] {
  return issues.map(({ path, message, suggestion }) => {
    const text = suggestion === undefined ? message : `${message}; did you mean ${suggestion}?`;
    return path ? `${path}: ${text}` : text;
  });
}
