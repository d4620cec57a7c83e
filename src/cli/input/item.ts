/** A value that a user's file holds. */

/** One value of an input, with a name for messages and tables: `plan.yaml`, `rows.csv:3`, `list.yaml[0]`. */
export interface Item {
  name: string;
  value: unknown;
}
