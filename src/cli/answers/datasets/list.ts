import type { Run } from '../../command.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { printList } from '../../render/table.ts';
import type { Column } from '../../render/table.ts';

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
  const columns: Column[] = [
    { title: 'dataset' },
    { title: 'status' },
    { title: 'measurements', align: 'right' },
    { title: 'stores', align: 'right' },
    { title: 'measured by', wrap: true },
    { title: 'licence', wrap: true },
  ];
  const cells = rows.map(
    (row) => [row.id, row.status, row.measurements, row.stores.length, row.measuredBy, row.licence] as const,
  );
  if (format === 'json') deps.print(jsonText(rows));
  else printList(columns, cells, format, deps);
  return Promise.resolve({ exit: 0 });
};
