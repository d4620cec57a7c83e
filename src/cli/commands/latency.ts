import type { Command } from '../command.ts';
import { BLOCKS, DATASET } from '../flags.ts';
export const latency: Command = {
  summary: 'how fast a store answers, with the measurements behind it',
  usage: 'STORE[@REGION] --from PLACE [--op GET] [--size 10KiB]',
  operands: { name: 'a STORE such as aws/s3-standard@us-east-1', least: 1, most: 1, value: 'STORE' },
  flags: {
    from: ['PLACE', 'where the client is, such as aws/us-east-1 or internet/europe'],
    op: ['OP', 'GET (default), PUT, HEAD, LIST or DELETE', ['GET', 'PUT', 'HEAD', 'LIST', 'DELETE']],
    size: ['SIZE', 'object size, such as 10KiB (default) or 4MB'],
    metric: ['M', 'total (default) or first_byte', ['total', 'first_byte']],
    concurrency: [
      'N',
      'requests in flight, for benchmarks that tried more than one number (default: the fewest)',
    ],
    dataset: DATASET,
    assume: ['pN=TIME...', 'state a quantile yourself, such as p99=43ms'],
    'as-of': ['DATE', 'price date that decides where the store is (default: the newest edition)'],
    ...BLOCKS,
  },
  examples: [
    'stowage latency aws/s3-standard@us-east-1 --op GET --size 10KiB --from aws/us-east-1',
    'stowage latency cloudflare/r2-standard --size 4MB --from internet/europe --json',
    'stowage latency aws/s3-express-one-zone@us-east-1 --from aws/us-east-1 --assume p50=7ms --assume p99=43ms',
  ],
  load: async () => (await import('../answers/latency.ts')).latency,
};
