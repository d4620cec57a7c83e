import { KNOWN_COLUMNS, isUnmeasured, knownRunWords, knownTitle } from '#core/answer/figures/known.ts';
import type { KnownRow } from '#core/answer/figures/known.ts';
import { ENDPOINT_TO_FILL, knownRun, knownStores } from '#probe/costs/known-stores.ts';
import type { Run } from '../../command.ts';
import { Misunderstood } from '../../failures.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { csvText, printBlocks } from '../../render/table.ts';
import type { Block } from '../../render/table.ts';

/** What is known of every store's latency, or of those named, and the run that would measure it. */
export const known: Run = (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const asOf = deps.today();
  const all = knownStores(deps.catalog.archive, deps.catalog.datasets(), asOf);
  const isNamed = args.operands.length > 0;
  const rows = isNamed ? args.operands.map((name) => rowOf(name, all)) : all;
  if (format === 'json') deps.print(jsonText({ asOf, run: knownRun(), rows }));
  else if (format === 'csv')
    deps.print(
      csvText({
        columns: KNOWN_COLUMNS.map(({ title }) => title),
        rows: rows.map((row) => KNOWN_COLUMNS.map(({ of }) => of(row))),
      }),
    );
  else {
    const shown = isNamed ? rows : rows.slice(0, 1);
    const notes = [
      knownRunWords(knownRun()),
      `Costs are list prices of ${asOf}, each store in its region nearest to us-east-1.`,
      'The probe says its price before it sends anything, and removes what it made.',
    ];
    printBlocks(
      [
        { kind: 'heading', text: knownTitle(all) },
        ...tables(rows),
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
      format,
      deps,
    );
  }
  return Promise.resolve({ exit: 0 });
};

function rowOf(name: string, all: readonly KnownRow[]): KnownRow {
  const row = all.find(({ store }) => store === name);
  if (row) return row;
  throw new Misunderstood(
    `${name} is no store on offer that answers reads at once; "stowage datasets known" lists them`,
  );
}

/** Of the stores that nobody measured there is no more to say than what that would cost. */
function tables(rows: readonly KnownRow[]): Block[] {
  const groups = [rows.filter(isUnmeasured), rows.filter((row) => !isUnmeasured(row))];
  return groups
    .filter((group) => group.length > 0)
    .map((group): Block => {
      const kinds = new Set([
        'store',
        'money',
        ...(group.every(isUnmeasured) ? ['region'] : ['grade', 'sources']),
      ]);
      const columns = KNOWN_COLUMNS.filter(({ kind }) => kinds.has(kind));
      return {
        kind: 'table',
        table: {
          columns: columns.map(({ title, kind }) => ({
            title,
            align: kind === 'money' ? 'right' : 'left',
            wrap: kind === 'grade',
            ...(kind === 'sources' ? { beneath: 'measured: ' } : {}),
          })),
          rows: group.map((row) => columns.map(({ of }) => of(row))),
        },
      };
    });
}
