/**
 * `npm run conformance`: every case beside our answers, with `-- --answers FILE` beside those of another calculator, with
 * `-- --calculators` beside the formulas that public calculators publish. One line a case, the score last; exit 1 when an answer is
 * wrong. `-- --template` prints a file of answers to fill in, `-- --schema` writes the schemas again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Answers, readCases, SCHEMAS } from './case.ts';
import type { Answer, Case } from './case.ts';
import { covers, judge } from './judge.ts';
import { ourAnswer } from './ours.ts';
import { PUBLIC_CALCULATORS } from './public-calculators.ts';
import { wholeArchive } from '#tests/sources.ts';

const { values: flags } = parseArgs({
  options: {
    answers: { type: 'string' },
    calculators: { type: 'boolean' },
    template: { type: 'boolean' },
    schema: { type: 'boolean' },
  },
});
const cases = readCases();

if (flags.template) {
  console.log(JSON.stringify(Object.fromEntries(cases.map(({ id }) => [id, null])), null, 2));
} else if (flags.schema) {
  for (const [name, schema] of Object.entries(SCHEMAS))
    writeFileSync(path.join(import.meta.dirname, name), `${JSON.stringify(schema, null, 2)}\n`);
} else if (flags.calculators) {
  for (const { name, source, answer, explained } of PUBLIC_CALCULATORS) {
    console.log(`${name} (${source})`);
    score(answer, explained);
    console.log('');
  }
} else if (flags.answers === undefined) {
  const archive = wholeArchive();
  process.exitCode = score((one) => ourAnswer(one, archive)) > 0 ? 1 : 0;
} else {
  const answers = Answers.parse(JSON.parse(readFileSync(flags.answers, 'utf8')));
  process.exitCode = score(({ id }) => (Object.hasOwn(answers, id) ? answers[id] : null)) > 0 ? 1 : 0;
}

/** How many are wrong; what is not covered is no mistake, and is counted apart. */
function score(
  answerTo: (one: Case) => Answer | null | undefined,
  explained: Readonly<Record<string, string>> = {},
): number {
  const counts = { holds: 0, wrong: 0, 'not covered': 0 };
  for (const one of cases) {
    const answer = answerTo(one);
    const isCovered = answer && covers(one, answer);
    const problems = isCovered ? judge(one, answer) : [];
    const status = !isCovered ? 'not covered' : problems.length === 0 ? 'holds' : 'wrong';
    counts[status] += 1;
    if (status === 'not covered') continue;
    console.log(
      `${status.padEnd(6)} ${one.id}: ${one.about}${one.verdict === 'wrong' ? ' (source is wrong)' : ''}`,
    );
    for (const problem of problems) console.log(`       ${problem}`);
    if (status === 'wrong' && explained[one.id]) console.log(`       because ${explained[one.id]}`);
  }
  const { holds, wrong } = counts;
  console.log(
    `\n${holds} of ${holds + wrong} cases hold, ${wrong} wrong, ${counts['not covered']} not covered`,
  );
  return wrong;
}
