import { figureOf } from '#core/answer/figures/figure.ts';
import { KNOWN_COLUMNS, knownFigures, knownRunWords, knownTitle } from '#core/answer/figures/known.ts';
import type { KnownRow } from '#core/answer/figures/known.ts';
import { ENDPOINT_TO_FILL, knownRun, knownStores } from '#probe/costs/known-stores.ts';
import type { Run } from '../../command.ts';
import { Misunderstood } from '../../failures.ts';
import { give } from '../../formats.ts';
import type { Block } from '../../render/table.ts';

/** What is known of every store's latency, or of those named, and the run that would measure it. */
export const known: Run = (args, deps) => {
  const asOf = deps.today();
  const all = knownStores(deps.catalog.archive, deps.catalog.datasets(), asOf);
  const isNamed = args.operands.length > 0;
  const rows = isNamed ? args.operands.map((name) => rowOf(name, all)) : all;
  const shown = isNamed ? rows : rows.slice(0, 1);
  const notes = [
    knownRunWords(knownRun()),
    `Costs are list prices of ${asOf}, each store in its region nearest to us-east-1.`,
    'The probe says its price before it sends anything, and removes what it made.',
  ];
  give(args, deps, {
    json: { asOf, run: knownRun(), rows },
    csv: figureOf(rows, KNOWN_COLUMNS),
    blocks: () => [
      { kind: 'heading', text: knownTitle(all) },
      ...knownFigures(rows).map((table): Block => ({ kind: 'table', table })),
      { kind: 'text', text: notes.join(' ') },
      {
        kind: 'list',
        title: isNamed ? 'To measure' : 'To measure one; "stowage datasets known STORE" has the others',
        items: shown.map(({ name, command }) => ({ text: name, command })),
      },
      ...(shown.some(({ command }) => command.includes(ENDPOINT_TO_FILL))
        ? [{ kind: 'text' as const, text: `Your account says what ${ENDPOINT_TO_FILL} is.` }]
        : []),
    ],
  });
};

function rowOf(name: string, all: readonly KnownRow[]): KnownRow {
  const row = all.find(({ store }) => store === name);
  if (row) return row;
  throw new Misunderstood(
    `${name} is no store on offer that answers reads at once; "stowage datasets known" lists them`,
  );
}
