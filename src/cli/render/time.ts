/** A plan over time: its words, and the cost of each month. */
import { monthLines, monthsFigure } from '#core/answer/figures/months.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { Block } from './table.ts';

/** Placements that a table of months has room for. */
const COLUMNS = 4;

/** Null where the plan has one month only. */
export function monthsTable({ overTime, today, recommendation }: Plan, names: Names) {
  if (!overTime) return null;
  const spoken = [recommendation?.id, today?.id];
  return monthsFigure(overTime, monthLines(overTime, spoken, names.cell, { most: COLUMNS }));
}

/** What the plan's text says of time: today's placement first. */
export function timeBlocks({ today, overTime }: Plan): Block[] {
  const blocks: Block[] = [];
  if (today) blocks.push({ kind: 'list', title: "From today's placement", items: today.words });
  if (overTime && overTime.words.length > 0)
    blocks.push({ kind: 'list', title: 'Over time', items: overTime.words });
  return blocks;
}
