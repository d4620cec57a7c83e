/** Break-evens of a hot copy: a table for each cold store, and what is to be known about them. */
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import { formatUnitPrice, overviewMoney } from '#core/text/money.ts';
import type { BreakEven } from '#core/rereads/break-even.ts';
import type { PricedStore } from '#core/rereads/cache-prices.ts';
import type { WritePolicy } from '#core/rereads/ttl-cost.ts';
import { percent } from '#core/text/numbers.ts';
import { HOURS_PER_DAY, formatBytes, formatCount, formatDays } from '#core/units.ts';
import type { Block, Column } from './table.ts';

export interface BreakEvenAnswer {
  asOf: string;
  hot: PricedStore;
  /** The shortest time that the hot store bills. */
  minimumHours: number;
  /** Null: readers are beside the hot store. */
  at: string | null;
  /** The law or the file; null: nothing says how objects are re-read. */
  gaps: string | null;
  writes: WritePolicy;
  currency: string;
  cold: (PricedStore & { bypassFromBytes: number | null; rows: BreakEven[] })[];
  findings: Finding[];
}

const right = (title: string): Column => ({ title, align: 'right' });
const COLUMNS: readonly Column[] = [
  right('size'),
  right('T_even'),
  right('copy pays from'),
  right('move pays from'),
  { title: 'bypass' },
];
const BEST_COLUMNS: readonly Column[] = [
  right('best TTL'),
  right('hits'),
  right('cost'),
  right('all cold'),
  right('regret'),
  right('÷ clairvoyant'),
  right('held'),
];
const LRU_COLUMNS: readonly Column[] = [right('LRU hits'), right('LRU cost')];

export function breakEvenBlocks(answer: BreakEvenAnswer): Block[] {
  const { hot, asOf, at, gaps } = answer;
  const readers = at === null ? 'read beside it' : `read from ${at}`;
  const tables = answer.cold.flatMap((cold): Block[] => [
    { kind: 'heading', text: `${nameOf(hot)} before ${nameOf(cold)}, ${readers}, prices of ${asOf}` },
    { kind: 'table', table: { columns: COLUMNS, rows: cold.rows.map(breakEvenCells) } },
    ...(gaps === null ? [] : bestBlocks(cold.rows, gaps, answer)),
  ]);
  return [...tables, { kind: 'list', title: 'Notes', items: notes(answer) }];
}

function breakEvenCells(row: BreakEven): string[] {
  return [
    formatBytes(row.sizeBytes),
    row.prices === null ? 'unknown' : row.bypass ? '-' : duration(row.evenHours),
    readsWords(row, row.readsBeside),
    readsWords(row, row.readsInstead),
    row.bypass === null ? 'unknown' : row.bypass ? 'yes' : 'no',
  ];
}

function bestBlocks(
  rows: readonly BreakEven[],
  gaps: string,
  { writes, currency }: Pick<BreakEvenAnswer, 'writes' | 'currency'>,
): Block[] {
  const lru = rows.some((row) => row.lru) ? LRU_COLUMNS : [];
  return [
    {
      kind: 'text',
      text: `Re-read as ${gaps} says, writes ${writes} the hot store; money for a million reads:`,
    },
    {
      kind: 'table',
      table: {
        columns: [right('size'), ...BEST_COLUMNS, ...lru],
        rows: rows.map((row) => [
          formatBytes(row.sizeBytes),
          ...bestCells(row, currency),
          ...(row.lru
            ? [percent(row.lru.hitShare, { figures: 3 }), money(row.lru.costPerMillionReads, currency)]
            : []),
        ]),
      },
    },
  ];
}

const nameOf = ({ store, region }: PricedStore) => `${store}@${region}`;

function duration(hours: number | null): string {
  if (hours === null) return 'unknown';
  return hours === Infinity ? 'for ever' : formatDays(hours / HOURS_PER_DAY);
}

function readsWords({ prices }: BreakEven, reads: number | null): string {
  if (prices === null) return 'unknown';
  return reads === null ? 'never' : `${formatCount(reads)}/month`;
}

/** To the last of three figures, however small. */
function money(amount: number, currency: string): string {
  return amount < 1
    ? formatUnitPrice(Number(amount.toPrecision(3)), currency)
    : overviewMoney(amount, currency);
}

function bestCells({ best, sizeBytes }: BreakEven, currency: string): string[] {
  if (!best) return ['unknown', ...BEST_COLUMNS.slice(1).map(() => '')];
  return [
    { bypass: 'never fill', keep: 'keep for ever', ttl: duration(best.ttlHours) }[best.action],
    percent(best.hitShare, { figures: 3 }),
    money(best.costPerMillionReads, currency),
    money(best.bypassPerMillionReads, currency),
    money(best.regretPerMillionReads, currency),
    best.ratio === null ? '-' : best.ratio.toFixed(2),
    best.copiesHeld === null ? '' : formatBytes(best.copiesHeld * sizeBytes),
  ];
}

function notes({ cold, hot, minimumHours, findings, gaps, writes }: BreakEvenAnswer): string[] {
  const crossings = cold.flatMap(({ bypassFromBytes: from, ...store }) =>
    from === null
      ? []
      : [
          `From ${formatBytes(from)} on a hit in ${nameOf(hot)} saves nothing against a read of ${nameOf(store)}.`,
        ],
  );
  return [
    'T_even: how long a copy may wait for its next read before it costs more than another miss with its fill.',
    'Copy: kept beside the cold one; move: held there instead. Both from so many reads of an object a month.',
    'Reads take whole objects. Prices are those of the first tier that costs something; allowances, rounding and fixed fees are left out.',
    ...(gaps === null
      ? []
      : [
          `The TTL starts anew with each read${writes === 'through' ? ' and write' : ''}; its cost counts holding, hits, misses and fills, not the cold store's own rent.`,
        ]),
    ...(minimumHours > 0
      ? [`${nameOf(hot)} bills every copy for ${duration(minimumHours)} at least, so no TTL is shorter.`]
      : []),
    ...crossings,
    ...new Set(findings.map((one) => describeFinding(one))),
  ];
}

const CSV_COLUMNS = [
  'hot',
  'cold',
  'size_bytes',
  'even_hours',
  'copy_pays_from_reads_per_month',
  'move_pays_from_reads_per_month',
  'bypass',
  'best',
  'ttl_hours',
  'hit_share',
  'cost_per_million_reads',
  'all_cold_per_million_reads',
  'bound_per_million_reads',
  'regret_per_million_reads',
  'ratio',
  'copies_held',
  'lru_hit_share',
  'lru_cost_per_million_reads',
  'rent_per_hour',
  'cold_rent_per_hour',
  'hit',
  'pass',
  'fill',
  'write_fill',
  'currency',
] as const;

/** Prices are of one object; what has no end is an empty cell. */
export function breakEvenRows({ hot, cold, currency }: BreakEvenAnswer): {
  columns: readonly string[];
  rows: (string | number | boolean | null)[][];
} {
  const finite = (value: number | null | undefined) =>
    value === undefined || value === null || !Number.isFinite(value) ? null : value;
  return {
    columns: CSV_COLUMNS,
    rows: cold.flatMap((store) =>
      store.rows.map(({ prices, best, lru, ...row }) => [
        nameOf(hot),
        nameOf(store),
        row.sizeBytes,
        finite(row.evenHours),
        row.readsBeside,
        row.readsInstead,
        row.bypass,
        best?.action ?? null,
        finite(best?.ttlHours),
        finite(best?.hitShare),
        finite(best?.costPerMillionReads),
        finite(best?.bypassPerMillionReads),
        finite(best?.boundPerMillionReads),
        finite(best?.regretPerMillionReads),
        finite(best?.ratio),
        finite(best?.copiesHeld),
        finite(lru?.hitShare),
        finite(lru?.costPerMillionReads),
        finite(prices?.rentPerHour),
        finite(prices?.coldRentPerHour),
        finite(prices?.hit),
        finite(prices?.pass),
        finite(prices?.fill),
        finite(prices?.writeFill),
        currency,
      ]),
    ),
  };
}
