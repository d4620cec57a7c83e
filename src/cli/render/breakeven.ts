/** Break-evens of a hot copy: a table for each cold store, and what is to be known about them. */
import { bestFigure, duration, gapFigure, refOf, rowsOf } from '#core/answer/figures/break-even.ts';
import type { BreakEvenAnswer } from '#core/answer/figures/break-even.ts';
import type { Names } from '#core/answer/words/names.ts';
import { describeFinding } from '#core/findings/index.ts';
import { formatBytes } from '#core/units.ts';
import type { Block } from './table.ts';

export function breakEvenBlocks(answer: BreakEvenAnswer, names: Names): Block[] {
  const { asOf, at, gaps, writes } = answer;
  const hot = names.store(refOf(answer.hot));
  const readers = at === null ? 'readers in its region' : `readers in ${names.place(at)}`;
  const tables = answer.cold.flatMap((cold): Block[] => {
    const rows = rowsOf(answer, cold);
    return [
      {
        kind: 'heading',
        text: `A copy in ${hot} of objects in ${names.store(refOf(cold))}, ${readers} (prices of ${asOf})`,
      },
      { kind: 'table', table: gapFigure(rows) },
      ...(gaps === null
        ? []
        : [
            { kind: 'text' as const, text: `Re-reads: ${gaps}; write-${writes}. Money per million reads:` },
            { kind: 'table' as const, table: bestFigure(rows) },
          ]),
    ];
  });
  return [...tables, { kind: 'list', title: 'Notes', items: notes(answer, names) }];
}

function notes({ cold, hot, minimumHours, findings, gaps, writes }: BreakEvenAnswer, names: Names): string[] {
  const crossings = cold.flatMap(({ bypassFromBytes: from, ...store }) =>
    from === null
      ? []
      : `From ${formatBytes(from)} on, a hit in ${names.store(refOf(hot))} saves nothing against a read of ${names.store(refOf(store))}.`,
  );
  return [
    'Break-even gap: the longest wait for the next read at which a copy still pays.',
    'Copy: the cold store keeps every object. Move: the hot store holds it instead.',
    'Each pays from that many reads per object and month on.',
    'Reads take whole objects. Prices are those of the first tier that costs something.',
    'Allowances, rounding and fixed fees are not included.',
    ...(gaps === null
      ? []
      : [
          `The TTL restarts with each read${writes === 'through' ? ' and write' : ''}.`,
          "Its cost is that of holding, hits, misses and fills, without the cold store's own rent.",
        ]),
    ...(minimumHours > 0
      ? [
          `${names.store(refOf(hot))} bills each copy for at least ${duration(minimumHours)}, so no TTL is shorter.`,
        ]
      : []),
    ...crossings,
    ...new Set(findings.map((one) => describeFinding(one, names))),
  ];
}
