/** What is asked of one month of a workload, or of the mean of all its months. */
import { itemAt } from '../../at.ts';
import type { Workload } from '../../workload/workload.ts';
import type { Which } from './term.ts';

type Month = Workload['months'][number];

export type MonthOf = (workload: Workload, of: (month: Month) => number) => number;

export const monthAt =
  (which: Which, m: number): MonthOf =>
  (workload, of) =>
    of(itemAt(workload[which], m));

export const meanMonth: MonthOf = ({ months }, of) =>
  months.reduce((sum, one) => sum + of(one), 0) / months.length;
