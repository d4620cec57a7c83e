/** What runs on this machine or others: the probe, the web app. */
import type { CommandHelp } from './command-help.ts';

export const MACHINES = {
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
        'latency: what a plan asks of a store; or the method of a benchmark: prisma-latency, prisma-bulk, prisma-accelerated-fs, objectbench, warp-tiers or dev-1mb',
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
      [
        '--trust-endpoint HOST',
        'use your keys at this host too, which is none of the provider’s (repeatable); a plan’s own word is not enough',
      ],
      ['--path-style', 'the bucket in the path instead of the host name'],
      ['--profile NAME', 'keys of this profile (default: the environment, then the default profile)'],
      [
        '--client C',
        "wire (default: sockets of our own), undici, or sdk: AWS's own, for what an application on it sees",
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
      'stowage probe estimate examples/inputs/probe.yaml',
      'stowage probe run examples/inputs/probe.yaml --out datasets/acme-2026 --max-cost 2  # needs keys of the stores, and costs what estimate says',
      'stowage probe run --store aws/s3-standard@us-east-1 --op GET --size 10KiB --from aws/us-east-1 --requests 2000  # needs keys of the stores, and costs what estimate says',
      'stowage probe run examples/inputs/probe.yaml --shard 1/2 --out shards/1 --start-at 2026-11-20T14:05:00Z  # needs keys of the stores, and costs what estimate says',
      'stowage probe machines examples/inputs/probe.yaml --as lambda --regions us-east-1,eu-west-1 --memory 512,1769 --shards 4 --out lambda',
      'stowage probe run examples/inputs/probe.yaml --every 1h --for 24h --events > events.ndjson  # needs keys of the stores, and costs what estimate says',
      'stowage probe merge shards/1 shards/2 --out datasets/acme-2026  # needs the folders of two machines',
      'stowage probe clean  # needs keys of the stores',
    ],
  },
  serve: {
    summary: 'serve the web app on this machine alone',
    usage: 'stowage serve [--port N] [--dataset FOLDER]',
    flags: [
      ['--port N', 'default 4280; 0 for any free one'],
      ['--dataset FOLDER', 'a dataset of yours to open in it, in tables and pictures'],
    ],
    examples: [
      'stowage serve  # runs until it is stopped',
      'stowage serve --port 8080  # runs until it is stopped',
      'stowage serve --dataset datasets/acme-2026  # runs until it is stopped',
    ],
  },
} as const satisfies Record<string, CommandHelp>;
