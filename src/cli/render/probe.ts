/** A probe's price before it runs, and its figures after. */
import type { Table } from '#core/answer/figures/figure.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Measurement } from '#core/evidence/dataset.ts';
import { exactMoney } from '#core/text/money.ts';
import { formatNumber, percent } from '#core/text/numbers.ts';
import { formatBytes, formatMs } from '#core/units.ts';
import type { Estimate } from '#probe/costs/estimate.ts';
import type { TargetDestination } from '#probe/open-targets.ts';
import { findingWords } from './notes.ts';
import type { Block } from './table.ts';

/** `destinations`: of each target, in the order of the estimate. */
export function estimateBlocks(
  { targets, total, currency, atLeast }: Estimate,
  destinations: readonly TargetDestination[],
  names: Names,
): Block[] {
  const table: Table = {
    columns: [
      { title: 'store', wrap: true },
      { title: 'requests', align: 'right' },
      { title: 'sent', align: 'right' },
      { title: 'read', align: 'right' },
      { title: 'costs', align: 'right' },
      { title: '', beneath: '' },
    ],
    rows: targets.map((one) => [
      names.store(one.region === null ? one.store : `${one.store}@${one.region}`),
      formatNumber(countOf(one.requests), 0),
      formatBytes(one.bytesUp),
      formatBytes(one.bytesDown),
      one.bill === null ? 'nothing billed' : exactMoney(one.bill.total, one.bill.currency, one.bill.atLeast),
      Object.entries(one.requests)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => `${formatNumber(count, 0)} ${name}`)
        .join(', '),
    ]),
    footer: ['total', '', '', '', exactMoney(total, currency, atLeast), ''],
  };
  const notes = findingWords(
    targets.flatMap((one) => one.bill?.findings ?? []),
    names,
  );
  return [
    { kind: 'table', table },
    { kind: 'list', title: 'Destinations', items: destinations.map(destinationWords) },
    ...(notes.length > 0 ? [{ kind: 'list' as const, title: 'Notes', items: notes }] : []),
  ];
}

function destinationWords({ host, bucket, keys, refusal }: TargetDestination): string {
  const where = `${host ?? 'no host'}, ${bucket === null ? 'a new bucket' : `bucket ${bucket}`}`;
  if (refusal !== null) return `${where}: nothing is sent, as ${refusal}`;
  return `${where}, ${keys === null ? 'without keys' : `keys: ${keys}`}`;
}

const countOf = (requests: Readonly<Record<string, number>>) =>
  Object.values(requests).reduce((sum, one) => sum + one, 0);

/** One row a cell: `p99 of GET 10 KiB`, its rate and its errors. */
export function resultTable(measurements: readonly Measurement[]): Table {
  const cells = new Map<string, Measurement[]>();
  for (const row of measurements) {
    const run = /^run [^;]+/.exec(row.note ?? '')?.[0] ?? '';
    const key = [
      row.store,
      row.store_region,
      row.operation,
      row.size_bytes,
      row.concurrency,
      run,
      row.loop,
      row.measured_at,
    ].join('|');
    cells.set(key, [...(cells.get(key) ?? []), row]);
  }
  return {
    columns: [
      { title: 'store', wrap: true },
      { title: 'operation' },
      { title: 'size', align: 'right' },
      { title: 'at once', align: 'right' },
      { title: 'requests', align: 'right' },
      { title: 'first byte p50', align: 'right' },
      { title: 'p50', align: 'right' },
      { title: 'p99', align: 'right' },
      { title: 'a second', align: 'right' },
      { title: 'errors', align: 'right' },
      { title: '', beneath: '' },
    ],
    rows: [...cells.values()].map((rows) => {
      const [first] = rows;
      const find = (metric: Measurement['metric'], statistic: string) =>
        rows.find((row) => row.metric === metric && row.statistic === statistic);
      const ms = (metric: Measurement['metric'], statistic: string) => {
        const row = find(metric, statistic);
        return row ? formatMs(row.value) : '';
      };
      const errors = find('errors', 'mean');
      const perSecond = find('rate', 'mean');
      const { rate, traits } = runWords(first?.note ?? '');
      const place = first?.store_region?.split('/').slice(1).join('/');
      return [
        `${first?.store ?? ''}${place ? `@${place}` : ''}`,
        first?.operation ?? '',
        first?.size_bytes == null ? '' : formatBytes(first.size_bytes),
        first?.concurrency == null ? rate : String(first.concurrency),
        formatNumber(errors?.samples ?? first?.samples ?? 0, 0),
        ms('first_byte', 'p50'),
        ms('total', 'p50'),
        ms('total', 'p99'),
        perSecond ? formatNumber(perSecond.value, 0) : '',
        errors ? percent(errors.value) : '',
        [
          ...(first?.measured_at?.includes('T') ? [first.measured_at] : []),
          ...traits,
          ...(first?.layer === 'end_to_end' ? ['limited by this machine'] : []),
        ].join(', '),
      ];
    }),
  };
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
