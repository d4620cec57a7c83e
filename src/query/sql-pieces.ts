/** Pieces of the SQL of profiles and inventories, which mean the same in every engine. */

export const US = 1_000_000;

/** Index of the first edge that is not below `value`; null for null. */
export function classOf(value: string, edges: readonly number[], unit = 1): string {
  const cases = edges.map((edge, i) => `WHEN ${value} <= ${edge * unit} THEN ${i}`);
  return `CASE WHEN ${value} IS NULL THEN NULL ${cases.join(' ')} ELSE ${edges.length} END`;
}

/** Whatever a cell held (`1e300`, `-5`): a size is a size, a moment is one within millennia, and counts add up. */
export const sane = (bytes: string) => `CASE WHEN ${bytes} BETWEEN 0 AND 100000000000000 THEN ${bytes} END`;

/** Engines give whole numbers of any width as text. */
export const whole = (expression: string) => `CAST(${expression} AS STRING)`;
export const count = (condition: string) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
/** Wide enough for the bytes of any trace. */
export const total = (expression: string) => `SUM(CAST(${expression} AS DECIMAL(38, 0)))`;
/** Wide enough for bytes times microseconds. */
export const product = (a: string, b: string) =>
  `SUM(CAST(${a} AS DECIMAL(19, 0)) * CAST(${b} AS DECIMAL(19, 0)))`;

export interface Table {
  name: string;
  select: string;
  /** Tables that nothing needs after it. */
  drops?: readonly string[];
}
