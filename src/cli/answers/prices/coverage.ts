import { figureOf } from '#core/answer/figures/figure.ts';
import { coverageOf, monthsFrom, type Coverage } from '#core/pricing/coverage.ts';
import type { Run } from '../../command.ts';
import { Misunderstood } from '../../failures.ts';
import { giveFigure } from '../../formats.ts';

/** The first month that counts where none is said. */
const SINCE = '2021-01-01';

/** For how many months of each store's regions every price is known, and what is open in the others. */
export const coverage: Run = (args, deps) => {
  const [from, to] = [args.day('from') ?? SINCE, args.day('to') ?? deps.today()];
  const days = monthsFrom(from, to);
  if (days.length === 0)
    throw new Misunderstood(`no month begins from ${from} to ${to}; give an earlier --from or a later --to`);
  const provider = args.text('provider');
  const rows = coverageOf(deps.catalog.archive, days).filter(
    ({ store }) => provider === undefined || store.startsWith(`${provider}/`),
  );
  if (rows.length === 0) throw new Misunderstood(`--provider "${provider}" has no store here`);
  const sum = (key: 'regions' | 'months' | 'stored' | 'whole') =>
    rows.reduce((all, row) => all + row[key], 0);
  const total: Coverage = {
    store: 'total',
    regions: sum('regions'),
    months: sum('months'),
    stored: sum('stored'),
    whole: sum('whole'),
    open: summed(rows),
  };
  const figure = figureOf(
    [...rows, total],
    [
      { title: 'store', of: ({ store }) => store },
      { title: 'regions', kind: 'count', of: ({ regions }) => regions },
      { title: 'months', kind: 'count', of: ({ months }) => months },
      { title: 'storage known', kind: 'share', of: ({ stored, months }) => stored / months },
      { title: 'all known', kind: 'share', of: ({ whole, months }) => whole / months },
      { title: 'most often open', of: ({ open }) => openWords(open) },
    ],
  );
  giveFigure(args, deps, { from: days[0], to: days.at(-1), stores: rows, total }, figure);
};

/** How many open meters a line names. */
const NAMED = 2;

const openWords = (open: Coverage['open']) =>
  open
    .slice(0, NAMED)
    .map(({ meter, months }) => `${meter} (${months})`)
    .join(', ');

function summed(rows: readonly Coverage[]): Coverage['open'] {
  const all = Map.groupBy(
    rows.flatMap(({ open }) => open),
    ({ meter }) => meter,
  );
  return [...all]
    .map(([meter, found]) => ({ meter, months: found.reduce((sum, { months }) => sum + months, 0) }))
    .toSorted((a, b) => b.months - a.months);
}
