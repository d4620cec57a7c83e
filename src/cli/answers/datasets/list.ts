import { figureOf } from '#core/answer/figures/figure.ts';
import type { Run } from '../../command.ts';
import { giveFigure } from '../../formats.ts';

export const list: Run = (args, deps) => {
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
  giveFigure(args, deps, rows, figure);
};
