/** How well a profile predicts the rest of its log, for `stowage derive --test` and the plan that uses it. */
import { percent } from '../../text/numbers.ts';
import { SECONDS_PER_DAY, formatBytes, formatCount, formatDays } from '../../units.ts';
import type { Profile } from '../../workload/profile.ts';
import { change } from './replay.ts';
import { figureOf, type Figure } from './figure.ts';

type Test = NonNullable<Profile['test']>;
type Row = Test['rows'][number];

const NAMES: Readonly<Record<Row['of'], readonly [name: string, words: (value: number) => string]>> = {
  requests: ['requests', formatCount],
  'objects-written': ['objects written', formatCount],
  'bytes-written': ['bytes written', formatBytes],
  'bytes-read': ['bytes read', formatBytes],
  'reads-by-age': ['reads of objects up to', percent],
  'working-set': ['working set within', formatBytes],
};

const named = ({ of, withinSeconds }: Row) =>
  `${NAMES[of][0]}${withinSeconds === null ? '' : ` ${formatDays(withinSeconds / SECONDS_PER_DAY)}`}`;
const errorWords = ({ error }: Row) => (error === null ? 'none came' : change(error));

export function profileTestFigure({ rows }: Test): Figure {
  const words = (value: number, { of }: Row) => NAMES[of][1](value);
  return figureOf(rows, [
    { title: 'last 30% of the time', of: named },
    {
      title: 'predicted',
      kind: 'plain',
      of: ({ predicted }) => predicted,
      words: (one) => words(one.predicted, one),
    },
    {
      title: 'in the log',
      kind: 'plain',
      of: ({ actual }) => actual,
      words: (one) => words(one.actual, one),
    },
    { title: 'error', kind: 'plain', of: ({ error }) => error, words: errorWords },
  ]);
}

/** In one sentence: of what is asked for and sent, and the row that is furthest off. */
export function profileTestWords({ rows }: Test): string {
  const sure = rows.filter(({ of, error }) => (of === 'requests' || of === 'bytes-read') && error !== null);
  // Of shares near nothing a small difference is a large error.
  const weighty = rows.filter(({ of, actual }) => of !== 'reads-by-age' || actual >= 0.05);
  const worst = weighty.reduce((a, b) => (Math.abs(b.error ?? 0) > Math.abs(a.error ?? 0) ? b : a));
  const said = [...new Set([...sure, worst])].map((one) => `${named(one)} ${errorWords(one)}`);
  return `The first 70% of its log predicts the rest: ${said.join(', ')}.`;
}
