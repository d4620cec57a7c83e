/** Which stores have been measured from where, as the Evidence page shows it. */
import type { Operation } from '../../evidence/dataset.ts';
import type { KnownRow } from './known.ts';

export interface Measured {
  operations: Operation[];
  datasets: { id: string; by: string }[];
}

export interface MatrixRow {
  store: string;
  name: string;
  /** The store that it answers like, as its provider says; empty where it was measured itself. */
  like: string;
  /** In the order of the columns: what was measured, else the run that would; null where there is no such run. */
  cells: (Measured | { command: string } | null)[];
}

export interface Matrix {
  rows: MatrixRow[];
  /** Stores of which nothing is known. */
  open: KnownRow[];
  all: KnownRow[];
}
