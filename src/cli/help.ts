/** What each command is for, in its own words. Light: help and --version load nothing else. */

export interface CommandHelp {
  summary: string;
  usage: string;
  flags: readonly (readonly [flag: string, meaning: string])[];
  examples: readonly string[];
}

const JSON_FLAG = ['--json', 'the whole answer as JSON, unrounded'] as const;
const FORMAT_FLAG = ['--format F', 'table (default), md, csv or json'] as const;

export const HELP = {
  plan: {
    summary: 'where a workload should live: cost, latency and the best split, for one or many scenarios',
    usage:
      'stowage plan FILE... (YAML, JSON, CSV with one scenario a row, a permalink, or - for standard input)',
    flags: [
      JSON_FLAG,
      ['--jsonl', 'one JSON line per scenario, as each is done'],
      FORMAT_FLAG,
      ['--all', 'every candidate in the table'],
    ],
    examples: [
      'stowage plan examples/streamingco.yaml',
      'stowage plan examples/*.yaml --format md',
      "stowage plan 'https://example.org/stowage/#s=1.…' --json",
    ],
  },
  bill: {
    summary: 'what one month of usage costs on a store, line by line',
    usage: 'stowage bill FILE (a usage or a list of usages, YAML or JSON; - for standard input)',
    flags: [JSON_FLAG, FORMAT_FLAG],
    examples: [
      'stowage bill usage.yaml',
      'stowage bill usage.yaml --json',
      'stowage bill - --format csv < usage.json',
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
      ['--dataset ID', 'also use this claimed dataset; may repeat'],
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
    summary: 'the price archive: list, show and check',
    usage: 'stowage prices list | show STORE[@REGION] | check [--root FOLDER]',
    flags: [
      ['--as-of DATE', 'show: the edition in force on this date (default: the newest)'],
      ['--root FOLDER', 'check: the checkout that holds pricing/ (default: here)'],
      ['--fix', 'check: rewrite files that are not in their canonical form'],
      JSON_FLAG,
      FORMAT_FLAG,
    ],
    examples: [
      'stowage prices list',
      'stowage prices show aws/s3-express-one-zone@us-east-1 --as-of 2025-01-01',
      'stowage prices check',
    ],
  },
  datasets: {
    summary: 'the measurements: list, show and check',
    usage: 'stowage datasets list | show ID | check [--root FOLDER]',
    flags: [
      ['--root FOLDER', 'check: the checkout that holds datasets/ (default: here)'],
      JSON_FLAG,
      FORMAT_FLAG,
    ],
    examples: ['stowage datasets list', 'stowage datasets show prisma-2026', 'stowage datasets check'],
  },
  import: {
    summary: "a benchmark's files as a dataset",
    usage: 'stowage import FILE... --out FOLDER --title TEXT ... (the format is found by what a file holds)',
    flags: [
      ['--out FOLDER', 'where the dataset goes, such as datasets/acme-2026; not there yet'],
      ['--store S', 'the store that was measured, such as aws/s3-standard, where the files do not say'],
      ['--region R', 'the place of the store, such as us-east-1; unknown where nobody knows'],
      ['--from PLACE', 'the place of the client, such as aws/us-east-1; unknown where nobody knows'],
      ['--size SIZE', 'the size of the objects, where neither files nor their names say'],
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
  serve: {
    summary: 'serve the web app on this machine alone',
    usage: 'stowage serve [--port N]',
    flags: [['--port N', 'default 4280; 0 for any free one']],
    examples: ['stowage serve', 'stowage serve --port 8080'],
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
