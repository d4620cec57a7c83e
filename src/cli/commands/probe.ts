import type { Family } from '../command.ts';
import { BLOCKS, JSON_FLAG, PLAN_FLAGS, type Flag, type Flags } from '../flags.ts';
const FILE = { name: 'a plan FILE', least: 0, most: 1 };
const TRUST: Flag = [
  'HOST...',
  'use your keys at this host too, which is none of the provider’s; a plan’s own word is not enough',
];
const REPEAT = {
  every: ['TIME', 'the whole plan again and again, with --for: --every 1h --for 24h is 24 rounds'],
  for: ['TIME', 'how long it goes on'],
} as const satisfies Flags;
const AS_OF: Flag = ['DATE', 'prices of this day (default: today)'];
const START_AT: Flag = ['TIME', 'prepare now, measure from this time on, such as 2026-11-20T14:05:00Z'];

export const probe: Family = {
  summary: 'measure real stores for a known price, into a dataset',
  commands: {
    estimate: {
      summary: 'what a run would cost',
      usage: 'PLAN.yaml, or --store STORE --from PLACE ...',
      operands: FILE,
      flags: {
        ...PLAN_FLAGS,
        ...REPEAT,
        'trust-endpoint': TRUST,
        'as-of': AS_OF,
        ...BLOCKS,
      },
      examples: ['stowage probe estimate examples/inputs/probe.yaml'],
      load: async () => (await import('../answers/probe/run.ts')).estimateOf,
    },
    run: {
      summary: 'measure, and write a dataset',
      usage: 'PLAN.yaml, or --store STORE --from PLACE ...',
      operands: FILE,
      flags: {
        ...PLAN_FLAGS,
        ...REPEAT,
        'trust-endpoint': TRUST,
        out: ['FOLDER', 'where the dataset goes (default: datasets/probe-...); not there yet'],
        'max-cost': [
          'USD',
          'refuse above it, and stop there (default 10, or the maxCost of the plan); in the currency of the stores',
        ],
        events: ['', 'what happens, one JSON object a line, instead of the table'],
        'dry-run': ['', 'print the estimate, send nothing'],
        shard: ['I/N', 'be one of N machines that share the plan; --out is then this one’s journal'],
        'start-at': START_AT,
        keep: ['', 'leave the objects where they are, for stowage probe clean'],
        'as-of': AS_OF,
        json: JSON_FLAG,
      },
      examples: [
        'stowage probe run examples/inputs/probe.yaml --out datasets/acme-2026 --max-cost 2  # needs keys of the stores, and costs what estimate says',
        'stowage probe run --store aws/s3-standard@us-east-1 --op GET --size 10KiB --from aws/us-east-1 --requests 2000  # needs keys of the stores, and costs what estimate says',
        'stowage probe run examples/inputs/probe.yaml --shard 1/2 --out shards/1 --start-at 2026-11-20T14:05:00Z  # needs keys of the stores, and costs what estimate says',
        'stowage probe run examples/inputs/probe.yaml --every 1h --for 24h --events > events.ndjson  # needs keys of the stores, and costs what estimate says',
      ],
      load: async () => (await import('../answers/probe/run.ts')).runPlan,
    },
    merge: {
      summary: 'the journals of several machines as one dataset',
      usage: 'FOLDER... --out FOLDER',
      operands: { name: 'a FOLDER of each shard', least: 1, most: 1000 },
      flags: { out: ['FOLDER', 'where the dataset goes; not there yet'], json: JSON_FLAG },
      examples: [
        'stowage probe merge shards/1 shards/2 --out datasets/acme-2026  # needs the folders of two machines',
      ],
      load: async () => (await import('../answers/probe/keep.ts')).mergeShards,
    },
    machines: {
      summary: 'files that run a plan on machines elsewhere',
      usage: 'PLAN.yaml --as ENGINE',
      operands: { name: 'a plan FILE', least: 1, most: 1 },
      flags: {
        as: ['ENGINE', 'kubernetes, github or lambda', ['kubernetes', 'github', 'lambda']],
        shards: ['N', 'how many share the plan (default 1)'],
        image: ['I', 'for Kubernetes, an image that holds stowage'],
        regions: ['R,…', 'for Lambda, where to deploy'],
        memory: ['M,…', 'for Lambda, in MiB (default 1769, one whole processor)'],
        'start-at': START_AT,
        'trust-endpoint': TRUST,
        out: ['FOLDER', 'where the files go (default: print them)'],
        json: JSON_FLAG,
      },
      examples: [
        'stowage probe machines examples/inputs/probe.yaml --as lambda --regions us-east-1,eu-west-1 --memory 512,1769 --shards 4 --out lambda',
      ],
      load: async () => (await import('../answers/probe/machines.ts')).describeMachines,
    },
    clean: {
      summary: 'remove what runs left in the stores',
      usage: '[FOLDER...]',
      operands: { name: 'a FOLDER', least: 0, most: 1000 },
      flags: { 'trust-endpoint': TRUST, json: JSON_FLAG },
      examples: ['stowage probe clean  # needs keys of the stores'],
      load: async () => (await import('../answers/probe/clean.ts')).clean,
    },
    '--demo': {
      summary: 'measure a little S3 on this machine through every operation: no account, no cost',
      usage: '[--serve] [--out FOLDER]',
      flags: {
        serve: ['', 'show its plots in the web app at once, on this machine'],
        out: ['FOLDER', 'where the dataset goes; not there yet'],
        json: JSON_FLAG,
      },
      examples: ['stowage probe --demo'],
      load: async () => (await import('../answers/probe/demo.ts')).demonstrate,
    },
  },
};
