/** Answers of the page's planner over the small site's data, stored in `tests/fixtures/plans`, and a worker that gives them to a page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { AnswerName, PartOf } from '#web/ask/answers.ts';
import type { Asked, Told } from '#web/ask/serve.ts';
import { ROOT } from '#tests/sources.ts';

export const STORED_EXAMPLES = ['streamingco', 'leave-s3', 'headline-10pb'] as const;
export type StoredExample = (typeof STORED_EXAMPLES)[number];

export interface StoredPlan {
  scenario: ScenarioText;
  /** The last part of each answer. */
  answers: { [Name in AnswerName]?: PartOf<Name> };
}

export const storedFile = (example: StoredExample) =>
  path.join(ROOT, `tests/fixtures/plans/${example}.json.gz`);

export const readStored = (example: StoredExample) =>
  JSON.parse(gunzipSync(readFileSync(storedFile(example))).toString()) as StoredPlan;

/** Pages of the visitor get the stored answers in place of live ones. A question about any other scenario fails. */
export async function withStoredPlans(visitor: BrowserContext): Promise<BrowserContext> {
  const stored = STORED_EXAMPLES.map(readStored);
  const body = `(${answerFrom.toString()})(${JSON.stringify(stored)});`;
  await visitor.route(/\/plan\.worker-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  // A planner that is not this one could answer nothing.
  await visitor.route(/\/catalog\.[^/]*\.json$/, (route) => route.abort());
  return visitor;
}

/** Runs in the worker. */
function answerFrom(stored: StoredPlan[]): void {
  const tell = (told: Told) => postMessage(told);
  // Of no scenario, and a link that nobody opens.
  const fixed: StoredPlan['answers'] = { known: { stores: [], places: [] }, link: 's=1.stored' };
  addEventListener('message', ({ data }: MessageEvent<Asked>) => {
    if (!('name' in data)) return;
    const { id, name, question } = data as { id: number; name: AnswerName; question: unknown };
    const asked = question as { scenario?: ScenarioText; plan?: { scenario: ScenarioText } } | null;
    const scenario = JSON.stringify(asked?.scenario ?? asked?.plan?.scenario);
    const known = stored.find((one) => JSON.stringify(one.scenario) === scenario);
    const part = known?.answers[name] ?? fixed[name];
    if (part === undefined)
      return tell({ id, failed: { message: `no stored answer to "${name}" of ${scenario}`, issues: null } });
    tell({ id, part });
    tell({ id, done: true });
  });
}
