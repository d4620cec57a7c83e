import type { Command } from '../command.ts';
import { TEMPLATE_NAMES } from '../templates/names.ts';

export const init: Command = {
  summary:
    'a commented scenario to start from: a template, or what a bill, logs, an inventory, metrics or totals of a month say',
  usage: `[${TEMPLATE_NAMES.join(' | ')} | FILE...] [--out FILE], where FILE is an invoice (AWS usage report, CUR, FOCUS), logs or an inventory (see stowage help derive) or metrics (CloudWatch, Storage Lens, Azure Monitor, Google Cloud Monitoring), or without one --stored 300TB --reads 10M/month --sent 20TB --from europe`,
  operands: {
    name: `one of ${TEMPLATE_NAMES.join(', ')}, or a FILE`,
    least: 0,
    most: 10_000,
    choices: TEMPLATE_NAMES,
  },
  flags: {
    out: ['FILE', 'where it goes; not there yet (default: print it)'],
    size: ['SIZE', 'size of an object, which no invoice says'],
    from: ['PLACE', 'where readers are, such as europe, DE or aws/us-east-1'],
    current: ['STORE', 'without a file: where objects are today, such as aws/s3-standard@us-east-1'],
    stored: ['SIZE', 'bytes stored: without a file, or where it does not say them'],
    reads: ['RATE', 'reads, such as 10M/month: without a file, or where it does not say them'],
    sent: ['SIZE', 'bytes sent out in a month: likewise'],
  },
  examples: [
    'stowage init photos --out photos.yaml',
    'stowage init data-lake',
    'stowage init examples/inputs/cur.csv --size 1MB --from europe',
    'stowage init examples/inputs/access-log.txt --from europe',
    'stowage init examples/bucket/inventory --reads 10k/month --from europe',
    'stowage init --current aws/s3-standard@us-east-1 --stored 300TB --reads 10M/month --sent 20TB --from europe',
  ],
  load: async () => (await import('../answers/init.ts')).init,
};
