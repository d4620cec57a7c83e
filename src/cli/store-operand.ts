import type { Archive } from '#core/pricing/archive.ts';
import { storeIssue } from '#core/scenario/check-stores.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { splitRef } from '#core/store-ref.ts';
import type { StoreChoice } from '#core/store-ref.ts';

/** `aws/s3-standard@us-east-1`, or the store in all its regions. Throws `ScenarioError` for what the archive lacks. */
export function storeOperand(text: string, archive: Archive): StoreChoice {
  const choice = splitRef(text);
  const issue = storeIssue(choice, archive, { path: '', regionNeeded: false });
  if (issue) throw new ScenarioError([issue]);
  return choice;
}
