import { figureOf } from '#core/answer/figures/figure.ts';
import type { Run } from '../../command.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { printFigure } from '../../render/table.ts';

export const list: Run = (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const rows = deps.catalog.datasets().map((one) => ({
    id: one.id,
    status: one.status,
    measurements: one.measurements.length,
    licence: one.licence,
    measuredBy: one.measuredBy.name,
    stores: [...new Set(one.measurements.map(({ store }) => store))],
    title: one.title,
    hash: one.hash,
  }));
  const figure = figureOf(rows, [
    { title: 'dataset', of: ({ id }) => id },
    { title: 'status', of: ({ status }) => status },
    { title: 'measurements', kind: 'count', of: ({ measurements }) => measurements },
    { title: 'stores', kind: 'count', of: ({ stores }) => stores.length },
    { title: 'measured by', wrap: true, of: ({ measuredBy }) => measuredBy },
    { title: 'licence', wrap: true, of: ({ licence }) => licence },
  ]);
  if (format === 'json') deps.print(jsonText(rows));
  else printFigure(figure, format, deps);
  return Promise.resolve({ exit: 0 });
};
