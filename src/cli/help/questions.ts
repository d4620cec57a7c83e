/** What is asked of a scenario, a usage or a pair of stores. */
import { BILL_FORMAT_FLAG, FORMAT_FLAG, JSON_FLAG } from './command-help.ts';
import type { CommandHelp } from './command-help.ts';

export const QUESTIONS = {
  init: {
    summary: 'a commented scenario to start from',
    usage: 'stowage init [photos | video | backup | data-lake | thumbnails | migrate] [--out FILE]',
    flags: [['--out FILE', 'where it goes; not there yet (default: print it)']],
    examples: ['stowage init photos --out photos.yaml', 'stowage init data-lake'],
  },
  plan: {
    summary: 'where a workload should live: cost, latency and the best split, for one or many scenarios',
    usage:
      'stowage plan FILE... (YAML, JSON, CSV with one scenario a row, a permalink, or - for standard input; every key: stowage help scenario), or without a file stowage plan --stored 300TB --size 3MB --reads 10M/day --from europe',
    flags: [
      ['--stored SIZE', 'without a file: bytes stored'],
      ['--count N', 'without a file: objects stored'],
      ['--arrivals RATE', 'without a file: new objects, such as 12M/day'],
      ['--retention TIME', 'without a file: how long objects are kept (default: forever)'],
      ['--size SIZE', 'without a file: size of an object'],
      ['--reads RATE', 'without a file: reads, such as 10M/day'],
      ['--from PLACE', 'without a file: where readers are, such as europe, DE or aws/us-east-1'],
      ['--p99 TIME', 'without a file: the longest p99 of a read'],
      ['--current STORE', 'without a file: where objects are today, such as aws/s3-standard@us-east-1'],
      JSON_FLAG,
      [
        '--jsonl',
        'one JSON line per scenario, as each is done; what each place of readers rests on is left out (--all has it)',
      ],
      BILL_FORMAT_FLAG,
      ['--all', 'every placement that was billed, in a table of its own and in JSON'],
      [
        '--notes',
        'also what has to be run and measured, the move from today, the months, the ends of ranges, stores left out, and notes',
      ],
      ['--ids', 'tables name placements by their ids, as --json does'],
      [
        '--scans N',
        'how long the search may go on, in evaluations of a bound (60000); the answer says how far it may be from the best',
      ],
      [
        '--why',
        'add cost against p99, switch points of reads and a required p99, uncertainty, what depends on one dataset, hedging and notes (slower)',
      ],
      [
        '--flips',
        'the value of every input and price at which the answer changes, and what would bring in each store left aside (seconds)',
      ],
      ['--draws N', 'Monte Carlo samples of your ranges (with --why 256; 1024 is finer, 0 leaves it out)'],
      ['--as-of DATE', "at the prices of this date instead of the scenario's own; --asOf is understood too"],
      ['--at-today', "its own prices beside today's: the winner, and every meter that moved"],
      ['--dataset D', 'use this first: the id of a dataset, or a folder of your own; may repeat'],
    ],
    examples: [
      'stowage plan --stored 300TB --size 3MB --reads 10M/day --from europe --p99 500ms --current aws/s3-standard@us-east-1',
      'stowage plan examples/streamingco.yaml',
      'stowage plan examples/streamingco.yaml --why',
      'stowage plan examples/headline-10pb.yaml --flips',
      'stowage plan examples/thumbnails.yaml --as-of 2025-04-01 --at-today',
      'stowage plan examples/streamingco.yaml --scans 200000',
      'stowage plan examples/*.yaml --format md',
      'stowage plan examples/inputs/portfolio.csv --format md',
      'stowage plan "$(stowage link examples/thumbnails.yaml)" --json',
    ],
  },
  solve: {
    summary:
      'backwards: how many reads, how much stored, how many hot days or how high a hit ratio still fit',
    usage: 'stowage solve FILE --for INPUT [--budget USD] [--p99 TIME]',
    flags: [
      [
        '--for INPUT',
        'reads, stored, hot-days, cache-share, size, arrivals, standing, retention, hot-share or outside-share',
      ],
      ['--budget USD', "what a month may cost, such as 2000 or 50k (default: the scenario's own)"],
      ['--p99 TIME', "what the read p99 must be, such as 800ms (default: the scenario's own)"],
      ['--hot S', 'of hot-days: the first store of the pair (default: of the recommended)'],
      ['--cold S', 'of hot-days: the store that holds objects afterwards'],
      ['--dataset D', 'use this first: the id of a dataset, or a folder of your own; may repeat'],
      JSON_FLAG,
      ['--format F', 'table (default), md or json'],
    ],
    examples: [
      'stowage solve examples/headline-10pb.yaml --for reads --budget 100k',
      'stowage solve examples/streamingco.yaml --for hot-days --hot aws/s3-standard@us-east-1 --cold tigris/standard@global --budget 170k --p99 800ms --json',
      'stowage solve examples/headline-10pb.yaml --for stored --budget 50k',
    ],
  },
  winners: {
    summary: 'which plan is recommended over two inputs at once, as a map',
    usage: 'stowage winners FILE --x INPUT[=LOW..HIGH] --y INPUT[=LOW..HIGH]',
    flags: [
      [
        '--x INPUT',
        'reads, size, arrivals, standing, retention, hot-share, outside-share, cache-share, read-p99 or first-byte-p99',
      ],
      [
        '--y INPUT',
        'another of them; without a range, a hundredth to a hundred times what it is, or all shares',
      ],
      ['--dataset D', 'use this first: the id of a dataset, or a folder of your own; may repeat'],
      JSON_FLAG,
      FORMAT_FLAG,
    ],
    examples: [
      'stowage winners examples/headline-10pb.yaml --x reads --y size',
      'stowage winners examples/headline-10pb.yaml --x reads=1M..1G --y standing=1PB..100PB --format csv',
    ],
  },
  bill: {
    summary: 'what one month of usage costs on a store, line by line',
    usage: 'stowage bill FILE (a usage or a list of usages, YAML or JSON; - for standard input)',
    flags: [JSON_FLAG, BILL_FORMAT_FLAG],
    examples: [
      'stowage bill examples/inputs/usage.yaml',
      'stowage bill examples/inputs/usage.yaml --json',
      'stowage bill - --format csv < examples/inputs/usage.yaml',
      'stowage bill examples/inputs/usage.yaml --format focus > bill.csv',
    ],
  },
  reconcile: {
    summary: 'an invoice beside what its use costs at list prices, meter by meter, with likely reasons',
    usage:
      'stowage reconcile FILE (AWS Cost and Usage Report or Data Export, CSV, CSV.gz or Parquet; FOCUS file; AWS usage report)',
    flags: [
      ['--store S[@R]', "only this store, with its provider's transfer out of the region; may repeat"],
      ['--month M', 'only this month, such as 2026-03'],
      ['--as-of DATE', 'prices of this date (default: of the first day of each month)'],
      ['--scenario', 'print the use of one store and month as a scenario to plan from'],
      ['--size SIZE', 'with --scenario: how large objects are, which no invoice says'],
      ['--readers PLACE', 'with --scenario: where readers on the internet are, such as internet/europe'],
      JSON_FLAG,
      FORMAT_FLAG,
    ],
    examples: [
      'stowage reconcile examples/inputs/cur.csv',
      'stowage reconcile examples/inputs/cur.csv --store aws/s3-standard@us-east-1 --json',
      'stowage reconcile examples/inputs/cur.csv --store aws/s3-standard@us-east-1 --month 2026-03 --scenario --size 1MB --readers internet/europe > today.yaml',
    ],
  },
  latency: {
    summary: 'how fast a store answers, with the measurements behind it',
    usage: 'stowage latency STORE[@REGION] --from PLACE [--op GET] [--size 10KiB]',
    flags: [
      ['--from PLACE', 'where the client is, such as aws/us-east-1 or internet/europe'],
      ['--op OP', 'GET (default), PUT, HEAD, LIST or DELETE'],
      ['--size SIZE', 'object size, such as 10KiB (default) or 4MB'],
      ['--metric M', 'total (default) or first_byte'],
      [
        '--concurrency N',
        'requests in flight, for benchmarks that tried more than one number (default: the fewest)',
      ],
      ['--dataset D', 'use this first: the id of a dataset, or a folder of your own; may repeat'],
      ['--assume pN=TIME', 'state a quantile yourself, such as p99=43ms; may repeat'],
      ['--as-of DATE', 'price date that decides where the store is (default: the newest edition)'],
      JSON_FLAG,
      ['--format F', 'table (default), md or json'],
    ],
    examples: [
      'stowage latency aws/s3-standard@us-east-1 --op GET --size 10KiB --from aws/us-east-1',
      'stowage latency cloudflare/r2-standard --size 4MB --from internet/europe --json',
      'stowage latency aws/s3-express-one-zone@us-east-1 --from aws/us-east-1 --assume p50=7ms --assume p99=43ms',
    ],
  },
  emit: {
    summary: 'a plan as configuration: lifecycle rules, copy schedules, a router, alerts',
    usage: 'stowage emit FILE [--plan ID] [--as FORM] [--out FOLDER]',
    flags: [
      ['--plan ID', 'a placement as stowage plan --all lists it (default: the recommended one)'],
      [
        '--as FORM',
        's3-lifecycle, r2-lifecycle, gcs-lifecycle, azure-lifecycle, b2-lifecycle, terraform, rclone, writer, top-keys, route, worker, go, prometheus or all (default); may repeat',
      ],
      ['--out FOLDER', 'where the files go; not there yet (default: print them)'],
      ['--bucket S=NAME', 'the bucket of a store, such as aws/s3-standard@us-east-1=media; may repeat'],
      ['--endpoint S=URL', 'the address of a store where the provider alone does not say it; may repeat'],
      [
        '--prefix TEXT',
        "what all keys of these objects begin with, such as media/: rules and jobs act on those alone; '' where the buckets hold nothing else (default: a placeholder)",
      ],
      [
        '--key-date FORM',
        'how keys tell when an object was made, such as {yyyy}/{mm}/{dd} (default: they do not)',
      ],
      [
        '--keys S=FORM',
        'of a split by size or popularity: keys that are in a store, such as aws/s3-standard=thumbs/*, so that a read asks there first; may repeat',
      ],
      ['--dataset D', 'use this first: the id of a dataset, or a folder of your own; may repeat'],
      JSON_FLAG,
    ],
    examples: [
      'stowage emit examples/streamingco.yaml --out to-apply',
      "stowage emit examples/streamingco.yaml --plan 'age:aws/s3-standard@us-east-1>cloudflare/r2-standard@enam@7d:tier' --as terraform --bucket aws/s3-standard@us-east-1=media > lifecycle.tf",
      "stowage emit examples/streamingco.yaml --plan 'age:aws/s3-standard@us-east-1>cloudflare/r2-standard@enam@7d:tier' --as route",
    ],
  },
  breakeven: {
    summary: 'from how many reads on a copy in a hot store pays, size by size, and how long to keep it',
    usage: 'stowage breakeven --hot STORE[@REGION] --cold STORE[@REGION] [--cold ...]',
    flags: [
      ['--hot S', 'the store of the copy, such as aws/s3-express-one-zone@us-east-1'],
      ['--cold S', 'the store that holds every object; may repeat'],
      ['--sizes LIST', 'object sizes, such as 4KB,64KB,1MB (default: 4 KiB to 16 MiB)'],
      ['--at PLACE', 'where readers and the writer are (default: beside the hot store)'],
      [
        '--gaps LAW',
        'time between reads of an object: exponential:MEAN, lomax:SHAPE:SCALE or zipf:EXPONENT:OBJECTS:RATE, such as zipf:0.9:1M:500/s',
      ],
      ['--profile FILE', 'sizes and times between reads as "stowage derive" found them'],
      ['--reads-per-object N', 'with --gaps: how often an object is read in its life (default: for ever)'],
      [
        '--writes W',
        'around (to the cold store alone, copy on read) or through (into the hot store as well)',
      ],
      [
        '--lru SIZE',
        'with --gaps zipf: beside it a cache of this size that evicts what was read longest ago',
      ],
      ['--as-of DATE', 'prices of this date (default: today)'],
      ['--fx RATE', 'dollars for one unit of another currency, such as EUR=1.16; may repeat'],
      JSON_FLAG,
      FORMAT_FLAG,
    ],
    examples: [
      'stowage breakeven --hot aws/s3-express-one-zone@us-east-1 --cold cloudflare/r2-standard --cold aws/s3-standard@us-east-1',
      'stowage breakeven --hot aws/s3-express-one-zone@us-east-1 --cold aws/s3-standard@us-west-2 --sizes 16KiB,1MiB --gaps lomax:1.5:2h',
      'stowage breakeven --hot aws/s3-express-one-zone@us-east-1 --cold cloudflare/r2-standard --profile examples/inputs/profile.yaml --json',
    ],
  },
} as const satisfies Record<string, CommandHelp>;
