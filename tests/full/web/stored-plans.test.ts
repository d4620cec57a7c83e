/**
 * The stored plans that charts are tested with are what the planner answers today. Where prices or the planner changed on purpose,
 * `STORED_PLANS=write` in the environment of this test writes them anew.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { answersFrom } from '#web/ask/answers.ts';
import type { AnswerName, Answers, PartOf, QuestionOf } from '#web/ask/answers.ts';
import { smallData, smallExample } from '#tests/helpers/web/smallSite.ts';
import { STORED_EXAMPLES, readStored, storedFile } from '#tests/helpers/web/storedPlans.ts';
import type { StoredExample, StoredPlan } from '#tests/helpers/web/storedPlans.ts';

const data = smallData();
const answers = answersFrom(
  catalogFetcher((file) => Promise.resolve(JSON.parse(data.get(file) ?? '') as unknown)),
);

async function last<Name extends AnswerName>(name: Name, question: QuestionOf<Name>): Promise<PartOf<Name>> {
  const answer = answers[name] as (...asked: unknown[]) => ReturnType<Answers[Name]>;
  const parts = await Array.fromAsync(
    answer(question, () => Promise.resolve()) as AsyncIterable<PartOf<Name>>,
  );
  return parts.at(-1)!;
}

/** What the charts of each example need; any other panel says that it has no answer. */
const NEEDED: Record<StoredExample, (scenario: ScenarioText) => Promise<StoredPlan['answers']>> = {
  async streamingco(scenario) {
    return { sureness: await last('sureness', { scenario }) };
  },
  async 'leave-s3'(scenario) {
    return { time: await last('time', { scenario }) };
  },
  async 'headline-10pb'(scenario) {
    const axes = { x: { input: 'reads' }, y: { input: 'standing' } } as const;
    return {
      map: await last('map', { scenario, axes }),
      switches: await last('switches', { scenario }),
    };
  },
};

async function planned(example: StoredExample): Promise<StoredPlan> {
  const scenario = smallExample(example);
  // The certified answer is the first that the page hears, so that it asks for no other.
  const plan = await last('finished', { scenario, wanted: null });
  const afterwards = await last('afterwards', plan);
  return { scenario, answers: { plan, afterwards, ...(await NEEDED[example](scenario)) } };
}

/** As text: another machine's last digits are no change. */
const textOf = (plan: StoredPlan) =>
  JSON.stringify(plan, (_, value: unknown) => {
    if (typeof value !== 'number') return value;
    if (!Number.isFinite(value)) throw new RangeError(`JSON cannot hold ${value}`);
    return Number(value.toPrecision(10));
  });

test.each(STORED_EXAMPLES)('the stored plan of %s is what the planner answers', async (example) => {
  const text = textOf(await planned(example));
  if (process.env['STORED_PLANS'] === 'write')
    writeFileSync(storedFile(example), gzipSync(text, { level: 9 }));
  expect(JSON.parse(text)).toEqual(readStored(example));
});
