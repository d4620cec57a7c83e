/** A probe's price before it runs, and its figures after. */
import { figureOf, type Column, type Figure } from '#core/answer/figures/figure.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Measurement } from '#core/evidence/dataset.ts';
import { exactMoney } from '#core/text/money.ts';
import { formatNumber } from '#core/text/numbers.ts';
import type { Estimate } from '#probe/costs/estimate.ts';
import type { TargetDestination } from '#probe/open-targets.ts';
import { findingWords } from './notes.ts';
import { listOf, tableOf, type Block } from './table.ts';

/** `destinations`: of each target, in the order of the estimate. */
export function estimateBlocks(
  { targets, total, currency, atLeast }: Estimate,
  destinations: readonly TargetDestination[],
  names: Names,
): Block[] {
  const count = (requests: Readonly<Record<string, number>>) =>
    Object.values(requests).reduce((sum, one) => sum + one, 0);
  const table = figureOf(
    targets,
    [
      {
        title: 'store',
        wrap: true,
        of: ({ store, region }) => names.store(region === null ? store : `${store}@${region}`),
      },
      { title: 'requests', kind: 'count', of: ({ requests }) => count(requests) },
      { title: 'sent', kind: 'bytes', of: ({ bytesUp }) => bytesUp },
      { title: 'read', kind: 'bytes', of: ({ bytesDown }) => bytesDown },
      {
        title: 'costs',
        kind: 'cents',
        none: 'nothing billed',
        of: ({ bill }) => bill && exactMoney(bill.total, bill.currency, bill.atLeast),
      },
      { title: 'of which', beneath: '', of: ({ requests }) => countsWords(requests) },
    ],
    { total: { store: 'total', costs: exactMoney(total, currency, atLeast) } },
  );
  const findings = targets.flatMap((one) => one.bill?.findings ?? []);
  return [
    ...tableOf(table),
    ...listOf('Destinations', destinations.map(destinationWords)),
    ...listOf('Notes', findingWords(findings, names)),
  ];
}

const countsWords = (requests: Readonly<Record<string, number>>) =>
  Object.entries(requests)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatNumber(count, 0)} ${name}`)
    .join(', ');

function destinationWords({ host, bucket, keys, refusal }: TargetDestination): string {
  const where = `${host ?? 'no host'}, ${bucket === null ? 'a new bucket' : `bucket ${bucket}`}`;
  if (refusal !== null) return `${where}: nothing is sent, as ${refusal}`;
  return `${where}, ${keys === null ? 'without keys' : `keys: ${keys}`}`;
}

/** One row a cell: `p99 of GET 10 KiB`, its rate and its errors. */
export function resultFigure(measurements: readonly Measurement[]): Figure {
  const cells = Map.groupBy(measurements, ({ note, ...row }) =>
    [
      ...[row.store, row.store_region, row.operation, row.size_bytes, row.concurrency],
      ...[/^run [^;]+/.exec(note ?? '')?.[0], row.loop, row.measured_at],
    ].join('|'),
  );
  const rows = [...cells.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const find = (metric: Measurement['metric'], statistic: string) =>
      all.find((row) => row.metric === metric && row.statistic === statistic);
    return [{ first, find, run: runWords(first.note ?? '') }];
  });
  const ms = (
    title: string,
    metric: Measurement['metric'],
    statistic: string,
  ): Column<(typeof rows)[number]> => ({
    title,
    kind: 'ms',
    of: ({ find }) => find(metric, statistic)?.value,
  });
  return figureOf(rows, [
    {
      title: 'store',
      wrap: true,
      of: ({ first: { store, store_region: place } }) =>
        store + (place ? place.replace(/^[^/]*\//, '@') : ''),
    },
    { title: 'operation', of: ({ first }) => first.operation },
    { title: 'size', kind: 'bytes', of: ({ first }) => first.size_bytes },
    { title: 'at once', kind: 'plain', of: ({ first, run }) => first.concurrency ?? run.rate },
    {
      title: 'requests',
      kind: 'count',
      of: ({ first, find }) => find('errors', 'mean')?.samples ?? first.samples ?? 0,
    },
    ms('first byte p50', 'first_byte', 'p50'),
    ms('p50', 'total', 'p50'),
    ms('p99', 'total', 'p99'),
    { title: 'a second', kind: 'count', of: ({ find }) => find('rate', 'mean')?.value },
    { title: 'errors', kind: 'share', of: ({ find }) => find('errors', 'mean')?.value },
    {
      title: 'how',
      beneath: '',
      of: ({ first, run }) =>
        [
          ...(first.measured_at?.includes('T') ? [first.measured_at] : []),
          ...run.traits,
          ...(first.layer === 'end_to_end' ? ['limited by this machine'] : []),
        ].join(', '),
    },
  ]);
}

/** Of a note that begins `run if-absent target-2 400/s`: its rate, and in plain words what else it tells apart. */
function runWords(note: string): { rate: string; traits: string[] } {
  const words = /^run ([^;]+)/.exec(note)?.[1]?.split(' ') ?? [];
  const isRate = (word: string) => /^[\d.e+-]+\/s$/.test(word);
  return {
    rate: words.find(isRate) ?? '',
    traits: words.filter((word) => !isRate(word)).map((word) => word.replaceAll('-', ' ')),
  };
}
