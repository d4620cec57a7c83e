/** How a command is told, and the flags that several share. */

export interface CommandHelp {
  summary: string;
  usage: string;
  flags: readonly (readonly [flag: string, meaning: string])[];
  examples: readonly string[];
}

export const JSON_FLAG = ['--json', 'the whole answer as JSON, unrounded'] as const;
export const BILL_FORMAT_FLAG = [
  '--format F',
  'table (default), md, csv, json or focus (FinOps FOCUS rows)',
] as const;
export const FORMAT_FLAG = ['--format F', 'table (default), md, csv or json'] as const;
