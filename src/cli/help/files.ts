/** What is done with files: documents, links, prices, datasets, logs. */
import { FORMAT_FLAG, JSON_FLAG } from './command-help.ts';
import type { CommandHelp } from './command-help.ts';

export const FILES = {
  docs: {
    summary: 'update figures in Markdown documents, and check them in CI',
    usage:
      'stowage docs FILE.md... [--check] (figures stand between <!-- stowage FILE-or-LINK view=total --> and <!-- /stowage -->), or stowage docs --changed BASE',
    flags: [
      [
        'view=V',
        'in a mark: total, name, date, saving, latency; summary, recommendation, bill, migration, months, frontier, uncertainty; chart (a picture beside the document)',
      ],
      ['id=ID', 'in a mark: another placement than the recommended one'],
      ['asOf=DATE', 'in a mark: prices of this day; written there where the scenario says none'],
      ['format=F', 'in a mark: words (default), short ($153k) or number (152711.42)'],
      ['q=Q', 'in a mark of view=latency: p50, p95, p99 (default) or mean'],
      ['rows=N', 'in a mark: at most N rows of a table'],
      ['link=URL', 'in a mark: a link to the scenario on this page of Stowage stands under the block'],
      ['file=NAME.svg', 'in a mark of view=chart: where the picture goes'],
      ['--check', 'write nothing; exit 1 when a figure moved'],
      ['--at-today', "with --check: also each answer at today's prices"],
      [
        '--fail-on WHAT',
        'with --at-today or --changed: exit 1 where the recommendation is another (winner) or the cost is so far away (5%); winner,5%',
      ],
      [
        '--changed BASE',
        'Markdown of what scenarios that differ from the commit or branch BASE do to their answers',
      ],
      ['--base URL', 'put link=URL into each mark on lines of its own'],
      [
        '--root DIR',
        'files that a document names must lie in DIR (default: its repository, or its folder where there is none)',
      ],
      ['--json', 'every block with its outcome'],
      ['--format github', 'problems as GitHub shows them, at the line of the document'],
    ],
    examples: [
      'stowage docs examples/costs.md',
      'stowage docs examples/*.md --check',
      'stowage docs examples/*.md --check --at-today --fail-on winner,5%',
      'stowage docs examples/*.md --check --format github',
      'stowage docs --changed main  # needs a repository with a branch main',
    ],
  },
  link: {
    summary: 'a scenario as a permalink that keeps its prices, stores and datasets',
    usage: 'stowage link FILE [--base URL]',
    flags: [['--base URL', 'put the link on this page'], JSON_FLAG],
    examples: [
      'stowage link examples/streamingco.yaml',
      'stowage link examples/thumbnails.yaml --base https://example.org/stowage/',
    ],
  },
  open: {
    summary: 'the scenario inside a permalink, as YAML',
    usage: 'stowage open LINK [--json]',
    flags: [JSON_FLAG],
    examples: ['stowage open "$(stowage link examples/thumbnails.yaml)" > plan.yaml'],
  },
  schema: {
    summary: 'the JSON Schema of a file, for an editor',
    usage: 'stowage schema scenario | usage | probe | dataset | answer',
    flags: [],
    examples: ['stowage schema scenario > scenario.schema.json', 'stowage schema answer'],
  },
  validate: {
    summary:
      'what is wrong in scenarios, usages, probe plans and datasets, with the line; exit code 2 where something is',
    usage: 'stowage validate FILE... (- for standard input)',
    flags: [['--json', 'as JSON: file, kind and problems of each']],
    examples: [
      'stowage validate examples/*.yaml examples/inputs/*.yaml',
      'stowage validate examples/streamingco.yaml --json',
    ],
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
      'stowage prices import index.json --store aws/s3-standard --store aws/s3-standard-ia --dry-run  # needs the price list of the provider',
    ],
  },
  datasets: {
    summary:
      'the measurements: list, show, which stores have none and what a run costs, what is wrong with them, how well they predict each other',
    usage:
      'stowage datasets list | known [STORE...] | show ID | check [--root FOLDER] | validate [ID...] | merge FOLDER FOLDER... --out FOLDER | export ID or FOLDER --out FILE',
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
      'stowage datasets known',
      'stowage datasets known backblaze/b2',
      'stowage datasets show prisma-2026',
      'stowage datasets check',
      'stowage datasets validate macaron-2024',
      'stowage datasets merge datasets/shard-a datasets/shard-b --out datasets/both-2026  # needs two datasets of yours',
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
      'stowage import examples/inputs/oha.json --op GET --size 1KiB --store aws/s3-standard --region us-east-1 --from aws/us-east-1 --out datasets/acme-2026 --title "S3 GET of 1 KiB" --source-url https://example.org/acme --retrieved 2026-11-20 --licence MIT --measured-by Acme',
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
      'stowage derive examples/inputs/access-log.txt > profile.yaml',
      'stowage derive examples/inputs/access-log.txt --scenario > plan.yaml',
      'stowage derive examples/inputs/requests.csv --columns time=ts,operation=verb,key=path,size=bytes --json',
    ],
  },
} as const satisfies Record<string, CommandHelp>;
