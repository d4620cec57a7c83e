/**
 * `npm run conformance [-- ANSWERS.json]`: every case beside our answers, or beside those of another calculator, a map
 * from case to answer. One line a case, the score last; exit 1 when a case fails.
 */
import { readFileSync } from 'node:fs';
import { readCases } from './case.ts';
import type { Case } from './case.ts';
import { judge } from './judge.ts';
import type { Answer } from './judge.ts';
import { ourAnswer } from './ours.ts';
import { wholeArchive } from '#tests/sources.ts';

const [answersFile] = process.argv.slice(2);
const answerTo = answersFile === undefined ? ours() : theirs(answersFile);
let held = 0;
const cases = readCases(import.meta.dirname);
for (const one of cases) {
  const problems = problemsOf(one);
  held += problems.length === 0 ? 1 : 0;
  const source = one.verdict === 'wrong' ? ' (source is wrong)' : '';
  console.log(`${problems.length === 0 ? 'holds' : 'FAILS'}  ${one.id}: ${one.about}${source}`);
  for (const problem of problems) console.log(`       ${problem}`);
}
console.log(`\n${held} of ${cases.length} cases hold`);
process.exitCode = held === cases.length ? 0 : 1;

function problemsOf(one: Case): string[] {
  try {
    return judge(one, answerTo(one));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function ours(): (one: Case) => Answer {
  const archive = wholeArchive();
  return (one) => ourAnswer(one, archive);
}

function theirs(file: string): (one: Case) => Answer {
  const answers = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Answer>;
  return ({ id }) => {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
    if (!answer) throw new Error('no answer was given');
    return answer;
  };
}
