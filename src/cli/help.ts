/** What each command is for, in its own words. Light: help and --version load nothing else. */

export interface CommandHelp {
  summary: string;
  usage: string;
  flags: readonly (readonly [flag: string, meaning: string])[];
  examples: readonly string[];
}

const JSON_FLAG = ['--json', 'the whole answer as JSON, unrounded'] as const;
const BILL_FORMAT_FLAG = [
  '--format F',
  'table (default), md, csv, json or focus (FinOps FOCUS rows)',
] as const;
const FORMAT_FLAG = ['--format F', 'table (default), md, csv or json'] as const;

export const HELP = {
  plan: {
    summary: 'where a workload should live: cost, latency and the best split, for one or many scenarios',
    usage:
      'stowage plan FILE... (YAML, JSON, CSV with one scenario a row, a permalink, or - for standard input)',
    flags: [
      JSON_FLAG,
      ['--jsonl', 'one JSON line per scenario, as each is done'],
      BILL_FORMAT_FLAG,
      ['--all', 'every candidate in the table'],
      [
        '--why',
        'also what takes many more plans (seconds): where reads and a required p99 change the answer, how sure it is over what is a range, on which datasets it rests, what hedging would do, and how much better any plan could be',
      ],
      [
        '--flips',
        'the value of every input and price at which the answer changes, and what would bring in each store left aside (seconds)',
      ],
      [
        '--draws N',
        'draws of what is a range, for how sure the answer is (with --why 256; 1024 is finer, 0 leaves it out)',
      ],
      ['--as-of DATE', "at the prices of this date instead of the scenario's own; --asOf is understood too"],
      ['--at-today', "its own prices beside today's: the winner, and every meter that moved"],
      ['--dataset D', 'use this first: the id of a dataset, or a folder of your own; may repeat'],
    ],
    examples: [
      'stowage plan examples/streamingco.yaml',
      'stowage plan examples/streamingco.yaml --why',
      'stowage plan examples/headline-10pb.yaml --flips',
      'stowage plan examples/thumbnails.yaml --as-of 2025-04-01 --at-today',
      'stowage plan examples/*.yaml --format md',
      "stowage plan 'https://example.org/stowage/#s=1.…' --json",
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
      ['--hot S', 'of hot-days: the first store of the pair (default: of the proven best)'],
      ['--cold S', 'of hot-days: the store that holds objects afterwards'],
      ['--dataset D', 'use this first: the id of a dataset, or a folder of your own; may repeat'],
      JSON_FLAG,
      ['--format F', 'table (default), md or json'],
    ],
    examples: [
      'stowage solve examples/headline-10pb.yaml --for reads --budget 100k',
      'stowage solve examples/streamingco.yaml --for hot-days --budget 170k --p99 800ms --json',
      'stowage solve examples/headline-10pb.yaml --for stored --budget 50k',
    ],
  },
  winners: {
    summary: 'which plan is best over two inputs at once, as regions with exact edges',
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
      'stowage bill usage.yaml',
      'stowage bill usage.yaml --json',
      'stowage bill - --format csv < usage.json',
      'stowage bill usage.yaml --format focus > bill.csv',
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
      'stowage reconcile cur-2026-03.csv.gz',
      'stowage reconcile export.snappy.parquet --store aws/s3-standard@us-east-1 --json',
      'stowage reconcile cur.csv --store aws/s3-standard@us-east-1 --month 2026-03 --scenario --size 1MB --readers internet/europe > today.yaml',
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
        's3-lifecycle, r2-lifecycle, gcs-lifecycle, azure-lifecycle, terraform, rclone, s5cmd, top-keys, route, worker, go, prometheus or all (default); may repeat',
      ],
      ['--out FOLDER', 'where the files go; not there yet (default: print them)'],
      ['--bucket S=NAME', 'the bucket of a store, such as aws/s3-standard@us-east-1=media; may repeat'],
      ['--endpoint S=URL', 'the address of a store where the provider alone does not say it; may repeat'],
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
      'stowage emit plan.yaml --as terraform --bucket aws/s3-standard@us-east-1=media > lifecycle.tf',
      "stowage emit plan.yaml --plan 'age:aws/s3-standard@us-east-1>cloudflare/r2-standard@enam@7d:tier' --as route",
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
      'stowage breakeven --hot aws/s3-express-one-zone@us-east-1 --cold cloudflare/r2-standard --profile profile.yaml --json',
    ],
  },
  docs: {
    summary: 'refresh figures in Markdown documents',
    usage: 'stowage docs FILE.md... [--check]',
    flags: [['--check', 'write nothing; exit 1 when a figure moved']],
    examples: ['stowage docs README.md', 'stowage docs docs/*.md --check'],
  },
  link: {
    summary: 'a scenario as a permalink that keeps its prices, stores and datasets',
    usage: 'stowage link FILE [--base URL]',
    flags: [['--base URL', 'put the link on this page'], JSON_FLAG],
    examples: [
      'stowage link examples/streamingco.yaml',
      'stowage link plan.yaml --base https://example.org/stowage/',
    ],
  },
  open: {
    summary: 'the scenario inside a permalink, as YAML',
    usage: 'stowage open LINK [--json]',
    flags: [JSON_FLAG],
    examples: ["stowage open 'https://example.org/stowage/#s=1.…' > plan.yaml"],
  },
  prices: {
    summary: 'the price archive: list, show, compare, its history, check, import of price lists',
    usage:
      'stowage prices list | show STORE[@REGION] or EDITION | diff EDITION EDITION | diff STORE[@REGION] --from DATE [--to DATE] | history STORE[@REGION] | check [--root FOLDER] | import FILE... --store S [--dry-run]',
    flags: [
      ['--provider P', 'list: the stores of this provider alone'],
      ['--region R', 'list: the stores with a price there, such as us-east-1'],
      ['--as-of DATE', 'list, show: as of this date (default: the newest); --asOf is understood too'],
      ['--from DATE', 'diff: the earlier day'],
      ['--to DATE', 'diff: the later day (default: today)'],
      ['--scenario FILE', 'diff: what the change does to this scenario (default: each example); may repeat'],
      ['--root FOLDER', 'check, import: the checkout that holds pricing/ (default: here)'],
      ['--fix', 'check: rewrite files that are not in their canonical form'],
      ['--store S', 'import: a store whose prices to read; may repeat'],
      ['--dry-run', 'import: say what would change, and write nothing'],
      ['--retrieved DATE', 'import: when the file was fetched, where it does not say when it was published'],
      ['--source-url URL', 'import: where it was fetched (default: where the provider publishes it)'],
      JSON_FLAG,
      FORMAT_FLAG,
    ],
    examples: [
      'stowage prices list --provider aws --region eu-west-1',
      'stowage prices show aws/s3-express-one-zone@us-east-1 --as-of 2025-01-01',
      'stowage prices diff aws/s3-express-one-zone --from 2025-04-01 --to 2025-05-01',
      'stowage prices diff aws/s3-express-one-zone/2023-11-28 aws/s3-express-one-zone/2025-04-10',
      'stowage prices history backblaze/b2 --format md',
      'stowage prices check',
      'stowage prices import index.json --store aws/s3-standard --store aws/s3-standard-ia --dry-run',
    ],
  },
  datasets: {
    summary: 'the measurements: list, show, what is wrong with them, how well they predict each other',
    usage:
      'stowage datasets list | show ID | check [--root FOLDER] | validate [ID...] | merge FOLDER FOLDER... --out FOLDER | export ID or FOLDER --out FILE',
    flags: [
      ['--root FOLDER', 'check: the checkout that holds datasets/ (default: here)'],
      [
        '--out FILE',
        'export: the one file that holds the dataset, such as acme-2026.dataset.json; import reads it back',
      ],
      ['--out FOLDER', 'merge: where the merged dataset goes, such as datasets/acme-2026; not there yet'],
      JSON_FLAG,
      FORMAT_FLAG,
    ],
    examples: [
      'stowage datasets list',
      'stowage datasets show prisma-2026',
      'stowage datasets check',
      'stowage datasets validate macaron-2024',
      'stowage datasets merge datasets/shard-a datasets/shard-b --out datasets/both-2026',
      'stowage datasets export macaron-2024 --out macaron-2024.dataset.json',
    ],
  },
  import: {
    summary: "a benchmark's files as a dataset",
    usage:
      'stowage import FILE... --out FOLDER --title TEXT ... (the format is found by what a file holds; at a terminal, what is missing is asked for)',
    flags: [
      ['--out FOLDER', 'where the dataset goes, such as datasets/acme-2026; not there yet'],
      ['--store S', 'the store that was measured, such as aws/s3-standard, where the files do not say'],
      ['--region R', 'the place of the store, such as us-east-1; unknown where nobody knows'],
      ['--from PLACE', 'the place of the client, such as aws/us-east-1; unknown where nobody knows'],
      ['--size SIZE', 'the size of the objects, where neither files nor their names say; or unknown'],
      ['--op OP', 'the operation, such as GET or PUT, where the files do not say'],
      ['--concurrency N', 'how many requests were under way at once, where the files do not say'],
      ['--unit U', 'the unit of their times, where the files do not say: ns, us, ms or s'],
      [
        '--column ROLE=NAME',
        'a table of your own: which column holds latency, first-byte, size, operation or error; may repeat',
      ],
      ['--runtime TEXT', 'what the client ran on, such as m5dn.24xlarge'],
      ['--run NAME', 'tells apart runs that measured the same'],
      ['--title TEXT', 'what the dataset is called'],
      ['--source-url URL', 'where the files come from'],
      ['--source-date DATE', 'when they were published'],
      ['--retrieved DATE', 'when they were fetched'],
      ['--licence NAME', 'such as Apache-2.0'],
      ['--measured-by NAME', 'who measured'],
      ['--sells STORE', 'a store that the one who measured sells; may repeat'],
      ['--status S', 'measured (default), vendor (default where a store measured is sold) or claimed'],
      [
        '--harness ID',
        'the tool in its setting, shared with another dataset (default: the name of the folder)',
      ],
      ['--tool TEXT', 'the tool, where the format does not say'],
      ['--tool-version TEXT', 'its version'],
      ['--json', 'the outcome as JSON'],
    ],
    examples: [
      'stowage import get1024B.csv get1048576B.csv --store aws/s3-standard --region us-east-1 --from aws/us-east-1 --out datasets/acme-2026 --title "S3 GET by size" --source-url https://example.org/acme --retrieved 2026-11-20 --licence MIT --measured-by Acme',
    ],
  },
  derive: {
    summary: 'an access log or trace as a profile: sizes, ages at reads, gaps between reads, rates, peak',
    usage:
      'stowage derive FILE... (S3 server access logs, IBM COS traces, or CSV or Parquet with time, operation, key, size; .gz and .zst too)',
    flags: [
      ['--scenario', 'print the scenario that the profile describes, for stowage plan'],
      ['--columns C', 'which column is which, such as time=ts,operation=verb,key=path,size=bytes'],
      ['--time-unit U', 's, ms, us or ns, where times are numbers that count from the start of the trace'],
      ['--at PLACE', 'with --scenario: where readers and the writer are (default: aws/us-east-1)'],
      ['--as-of DATE', 'with --scenario: the date of its prices (default: the newest edition)'],
      ['--standing SIZE', 'with --scenario: what was stored before the log began, such as 10TB'],
      ['--name TEXT', 'with --scenario: what it is called'],
      ['--memory SIZE', 'how much memory to use (default 1GiB); what needs more goes to disk'],
      ['--json', 'the profile or the scenario as JSON'],
    ],
    examples: [
      'stowage derive logs/2026-11-*',
      'stowage derive logs/* --scenario > plan.yaml',
      'stowage derive requests.parquet --columns time=ts,key=path --json',
    ],
  },
  probe: {
    summary: 'measure real stores for a known price, into a dataset',
    usage:
      'stowage probe estimate | run PLAN.yaml (or --store S --from PLACE ...) | merge FOLDER... --out FOLDER | machines PLAN.yaml --as ENGINE | clean [FOLDER...] | --demo',
    flags: [
      ['--demo', 'measure a little S3 on this machine through every operation: no account, no cost'],
      ['--serve', 'demo: show its plots in the web app at once, on this machine'],
      ['--store S', 'what to measure without a plan file, such as aws/s3-standard@us-east-1'],
      [
        '--from PLACE',
        'where this machine is, such as aws/us-east-1 or internet/europe; unknown where nobody knows',
      ],
      [
        '--preset P',
        'the method of a benchmark: prisma-latency, prisma-bulk, prisma-accelerated-fs, objectbench, warp-tiers or dev-1mb',
      ],
      ['--op OP', 'GET (default), GET_RANGE, PUT, COPY, HEAD, LIST or DELETE'],
      ['--size SIZE', 'object size (default 10KiB)'],
      ['--range SIZE', 'how much a GET_RANGE reads'],
      ['--requests N', 'how many requests count (default 1000)'],
      ['--concurrency N', 'requests at a time, each waiting for its answer (default 1)'],
      ['--rate R', 'instead, requests at a fixed rate such as 100/s, timed from when they were meant to go'],
      ['--objects N', 'different objects that are read (default 100)'],
      ['--warmup N', 'requests before those that count (default 20)'],
      ['--metric M', 'total or first_byte; a probe measures both'],
      ['--runtime TEXT', 'what this machine is, such as "EC2 c7gn.large"'],
      ['--bucket B', 'a bucket of yours (default: one the probe makes, and removes)'],
      ['--endpoint URL', 'where the provider alone does not say it'],
      ['--path-style', 'the bucket in the path instead of the host name'],
      ['--profile NAME', 'keys of this profile (default: the environment, then the default profile)'],
      [
        '--client C',
        "wire (default: sockets of our own), undici, or sdk: the vendor's own, for what an application on it sees",
      ],
      [
        '--workers N',
        'threads that measure several requests at a time (default: one, and more where it is not enough)',
      ],
      ['--unpriced', 'a server of your own, where nothing is billed'],
      ['--out FOLDER', 'run: where the dataset goes (default: datasets/probe-...); not there yet'],
      [
        '--max-cost USD',
        'run: refuse above it, and stop there (default 10, or the maxCost of the plan); in the currency of the stores',
      ],
      ['--every TIME', 'the whole plan again and again, with --for: --every 1h --for 24h is 24 rounds'],
      ['--for TIME', 'how long it goes on'],
      ['--events', 'run: what happens, one JSON object a line, instead of the table'],
      ['--dry-run', 'run: print the estimate, send nothing'],
      ['--shard I/N', 'run: be one of N machines that share the plan; --out is then this one’s journal'],
      ['--start-at TIME', 'run: prepare now, measure from this time on, such as 2026-11-20T14:05:00Z'],
      ['--as ENGINE', 'machines: files for kubernetes, github or lambda, to --out or printed'],
      ['--shards N', 'machines: how many share the plan (default 1)'],
      ['--image I', 'machines: for Kubernetes, an image that holds stowage'],
      ['--regions R,…', 'machines: for Lambda, where to deploy'],
      ['--memory M,…', 'machines: for Lambda, in MiB (default 1769, one whole processor)'],
      ['--keep', 'run: leave the objects where they are, for stowage probe clean'],
      ['--as-of DATE', 'prices of this day (default: today)'],
      ['--json', 'the whole answer as JSON, unrounded'],
      ['--format F', 'estimate: table (default), md or json'],
    ],
    examples: [
      'stowage probe --demo',
      'stowage probe estimate plan.yaml',
      'stowage probe run plan.yaml --out datasets/acme-2026 --max-cost 2',
      'stowage probe run --store aws/s3-standard@us-east-1 --op GET --size 10KiB --from aws/us-east-1 --requests 2000',
      'stowage probe run plan.yaml --shard 1/2 --out shards/1 --start-at 2026-11-20T14:05:00Z',
      'stowage probe machines plan.yaml --as lambda --regions us-east-1,eu-west-1 --memory 512,1769 --shards 4 --out lambda',
      'stowage probe run plan.yaml --every 1h --for 24h --events > events.ndjson',
      'stowage probe merge shards/1 shards/2 --out datasets/acme-2026',
      'stowage probe clean',
    ],
  },
  serve: {
    summary: 'serve the web app on this machine alone',
    usage: 'stowage serve [--port N] [--dataset FOLDER]',
    flags: [
      ['--port N', 'default 4280; 0 for any free one'],
      ['--dataset FOLDER', 'a dataset of yours to open in it, in tables and pictures'],
    ],
    examples: ['stowage serve', 'stowage serve --port 8080', 'stowage serve --dataset datasets/acme-2026'],
  },
} as const satisfies Record<string, CommandHelp>;

export type CommandName = keyof typeof HELP;
export const COMMAND_NAMES = Object.keys(HELP) as CommandName[];

export function overallHelp(): string {
  const width = Math.max(...COMMAND_NAMES.map((name) => name.length));
  return [
    'stowage: where objects should live, what it costs and how fast it answers',
    '',
    'stowage COMMAND ...',
    ...COMMAND_NAMES.map((name) => `  ${name.padEnd(width)}  ${HELP[name].summary}`),
    '',
    'stowage help COMMAND   its flags and examples',
    'stowage --version',
    '--debug                show where an error arose',
    '',
    'Exit code 0: answered. 1: could not answer, infeasible, drifted or partly failed. 2: not understood.',
    '',
  ].join('\n');
}

export function commandHelp(name: CommandName): string {
  const { summary, usage, flags, examples }: CommandHelp = HELP[name];
  const width = Math.max(...flags.map(([flag]) => flag.length));
  return [
    `stowage ${name}: ${summary}`,
    '',
    usage,
    ...flags.map(([flag, meaning]) => `  ${flag.padEnd(width)}  ${meaning}`),
    '',
    'Examples',
    ...examples.map((line) => `  ${line}`),
    '',
  ].join('\n');
}
