import type { Command } from '../command.ts';
import { DATASET, JSON_FLAG, SCENARIO_FLAGS } from '../flags.ts';
const FORMS = [
  ...[
    's3-lifecycle',
    'r2-lifecycle',
    'gcs-lifecycle',
    'azure-lifecycle',
    'b2-lifecycle',
    'terraform',
    'rclone',
  ],
  ...['writer', 'top-keys', 'route', 'worker', 'go', 'prometheus', 'all'],
];

export const emit: Command = {
  summary: 'a plan as configuration: lifecycle rules, copy schedules, a router, alerts',
  usage: 'FILE [--plan ID] [--as FORM] [--out FOLDER]',
  operands: { name: 'a scenario FILE', least: 1, most: 1 },
  flags: {
    plan: [
      'ID',
      'a placement: its id, recommended, cheaper, surer, faster, simplest, today, or the number of its row in stowage plan --all (default: recommended)',
    ],
    as: ['FORM...', `${FORMS.slice(0, -1).join(', ')} or all (default)`, FORMS],
    out: ['FOLDER', 'where the files go; not there yet (default: print them)'],
    bucket: ['S=NAME...', 'the bucket of a store, such as aws/s3-standard@us-east-1=media'],
    endpoint: ['S=URL...', 'the address of a store where the provider alone does not say it'],
    prefix: [
      'TEXT',
      "what all keys of these objects begin with, such as media/: rules and jobs act on those alone; '' where the buckets hold nothing else (default: a placeholder)",
    ],
    'key-date': [
      'FORM',
      'how keys tell when an object was made, such as {yyyy}/{mm}/{dd} (default: they do not)',
    ],
    keys: [
      'S=FORM...',
      'of a split by size or popularity: keys that are in a store, such as aws/s3-standard=thumbs/*, so that a read asks there first',
    ],
    ...SCENARIO_FLAGS,
    dataset: DATASET,
    json: JSON_FLAG,
  },
  examples: [
    'stowage emit examples/streamingco.yaml --out to-apply',
    "stowage emit examples/streamingco.yaml --plan 'age:aws/s3-standard@us-east-1>cloudflare/r2-standard@enam@7d:tier' --as terraform --bucket aws/s3-standard@us-east-1=media > lifecycle.tf",
    "stowage emit examples/streamingco.yaml --plan 'age:aws/s3-standard@us-east-1>cloudflare/r2-standard@enam@7d:tier' --as route",
  ],
  load: async () => (await import('../answers/emit.ts')).emitPlan,
};
