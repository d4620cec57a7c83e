/** Names of operations against an archive: a misspelt one would be billed in the dearest class. */
import { editDistance } from '../nearest.ts';
import type { Archive } from '../pricing/archive.ts';
import type { SchemaIssue } from '../issue.ts';
import { ScenarioError } from './scenario-error.ts';

/**
 * Refuses what is but for case, or for one letter, the name of an operation that some price list has. Others may be operations that no
 * list has (PutBucketAcl beside GetBucketAcl): they are billed, with a remark.
 */
export function operationIssues(
  names: readonly string[],
  path: string,
  archive: Pick<Archive, 'stores' | 'editions'>,
): SchemaIssue[] {
  const known = operationsOf(archive);
  return names.flatMap((name) => {
    if (known.has(name)) return [];
    const suggestion = [...known].find((one) => editDistance(name.toLowerCase(), one.toLowerCase(), 2) < 2);
    return suggestion === undefined
      ? []
      : [
          {
            path: `${path}.${name}`,
            message: `no operation of a price list is called "${name}"; operations are named as in the S3 API`,
            suggestion,
          },
        ];
  });
}

/** Throws `ScenarioError` for what is nearly an operation. */
export function checkOperations(names: readonly string[], path: string, archive: Archive): void {
  const issues = operationIssues(names, path, archive);
  if (issues.length > 0) throw new ScenarioError(issues);
}

const made = new WeakMap<Archive['editions'], ReadonlySet<string>>();

function operationsOf(archive: Pick<Archive, 'stores' | 'editions'>): ReadonlySet<string> {
  const before = made.get(archive.editions);
  if (before) return before;
  const known = new Set(
    archive.stores
      .flatMap((store) => archive.editions(store))
      .flatMap(({ operations }) => [...Object.values(operations.classes).flat(), ...operations.free]),
  );
  made.set(archive.editions, known);
  return known;
}
