import type { Command } from '../command.ts';
import { BILL_FORMAT, JSON_FLAG, SCENARIO_FLAGS } from '../flags.ts';
export const bill: Command = {
  summary: 'what one month of usage costs on a store, line by line',
  usage: 'FILE (a usage or a list of usages, YAML or JSON; - for standard input)',
  operands: { name: 'a usage FILE', least: 1, most: 1 },
  flags: { 'no-config': SCENARIO_FLAGS['no-config'], json: JSON_FLAG, format: BILL_FORMAT },
  examples: [
    'stowage bill examples/inputs/usage.yaml',
    'stowage bill examples/inputs/usage.yaml --json',
    'stowage bill - --format csv < examples/inputs/usage.yaml',
    'stowage bill examples/inputs/usage.yaml --format focus > bill.csv',
  ],
  load: async () => (await import('../answers/bill.ts')).bill,
};
