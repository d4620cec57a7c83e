/** README.md of what was written: what each file is, what to replace, how to apply it, and what does not follow the plan to the letter. */
import type { Bucket, Course } from './course-types.ts';
import type { Placeholder } from './buckets.ts';
import type { EmittedFile } from './kinds.ts';
import { EMIT_KINDS } from './kinds.ts';
import { markdown, shell } from './quote.ts';

export interface Guide {
  title: string;
  plan: string;
  course: Course;
  files: readonly EmittedFile[];
  placeholders: readonly Placeholder[];
  notes: readonly string[];
}

export function guideText({ title, plan, course, files, placeholders, notes }: Guide): string {
  const lines = [
    `# ${markdown(title)}`,
    '',
    `Placement: \`${plan}\``,
    '',
    '| id | bucket | holds | objects enter | rules delete them |',
    '| --- | --- | --- | --- | --- |',
    ...course.buckets.map(
      ({ id, name, stores, fromDays, expireDays }) =>
        `| ${id} | ${markdown(name)} | ${stores.map(markdown).join(', then ')} | ${entryOf(course, id, fromDays)} | ${expireDays === null ? 'no' : `after ${days(expireDays)}`} |`,
    ),
    '',
    writeWords(course),
    ...section(
      'Replace these first',
      placeholders.map(({ text, means }) => `- \`${text}\`: ${markdown(means)}`),
    ),
    ...section(
      'What is not to the letter of the plan',
      notes.map((note) => `- ${markdown(note)}`),
    ),
    ...section(
      'Files',
      files.flatMap((file) =>
        file.kind === 'guide' ? [] : [`- \`${file.path}\`: ${EMIT_KINDS[file.kind]}`],
      ),
    ),
    ...section('How to apply them', commands(course, files)),
  ];
  return `${lines.join('\n')}\n`;
}

function entryOf({ split }: Course, id: string, fromDays: number): string {
  if (split?.by === 'popularity' && id === split.first) return 'once they are popular';
  return fromDays === 0 ? 'when written' : `at ${days(fromDays)}`;
}

function writeWords({ split, writeTo }: Course): string {
  return split?.by === 'size'
    ? `Write every new object of up to ${split.upToBytes} bytes to ${split.first}, every larger one to ${split.second}.`
    : `Write every new object to ${writeTo.join(' and ')}.`;
}

/** What no file can do. */
export function writingNotes(course: Course): string[] {
  return course.buckets.flatMap(({ stores: [first = ''], writeClass }) =>
    writeClass === null
      ? []
      : [`What is written to ${first} must name its class, ${writeClass}: no bucket gives it by default.`],
  );
}

/** After each new list. A Worker reads no file. */
const FOR_WORKERS = [
  'node router/popular.mjs keys.txt router/popular.bin',
  '(cd router && npx wrangler kv key put popular --binding POPULAR --path popular.bin --remote)',
];

function commands(course: Course, files: readonly EmittedFile[]): string[] {
  const has = (path: string) => files.some((file) => file.path === path);
  const rules = course.buckets.flatMap((bucket) => {
    const file = `lifecycle/${bucket.id}.json`;
    return has(file) ? rulesCommand(bucket, file) : [];
  });
  const isScheduled = has('schedule/rclone.sh');
  const follows = has('schedule/top-keys.sh');
  const routers = [
    ...(has('router/main.go')
      ? [
          follows
            ? '(cd router && mkdir -p reads && go run . -route route.json -popular ../keys.txt -reads reads)'
            : '(cd router && go run . -route route.json)',
        ]
      : []),
    ...(has('router/worker.ts') ? ['(cd router && npx wrangler deploy)'] : []),
  ];
  const trial = isScheduled ? ['schedule/rclone.sh --dry-run'] : [];
  const steps = [
    ...rules,
    ...(has('terraform/lifecycle.tf') ? ['(cd terraform && terraform init && terraform plan)'] : []),
    // What is popular is known once something has been read.
    ...(follows
      ? [
          ...routers,
          'STOWAGE_READS=router/reads STOWAGE_KEYS=keys.txt schedule/top-keys.sh',
          ...(has('router/popular.mjs') ? FOR_WORKERS : []),
          ...trial.map((step) => `STOWAGE_KEYS=keys.txt ${step}`),
        ]
      : [...trial, ...routers]),
    ...(has('prometheus/alerts.yaml') ? ['promtool check rules prometheus/alerts.yaml'] : []),
  ];
  if (steps.length === 0) return [];
  return [
    'Rules replace what a bucket had: read its present ones first.',
    '',
    '```sh',
    ...steps,
    '```',
    ...(isScheduled
      ? [
          '',
          'Run the script by cron or by the systemd timer beside it, from /opt/stowage, with its keys in /opt/stowage/stowage.env.',
        ]
      : []),
  ];
}

/** Empty for a bucket whose provider has no rules that we write. */
function rulesCommand({ kind, name }: Bucket, file: string): string[] {
  switch (kind) {
    case 's3':
    case 'express':
      return [
        `aws s3api put-bucket-lifecycle-configuration --bucket ${shell(name)} --lifecycle-configuration file://${file}`,
      ];
    case 'r2':
      return [`npx wrangler r2 bucket lifecycle set ${shell(name)} --file ${file}`];
    case 'gcs':
      return [`gcloud storage buckets update ${shell(`gs://${name}`)} --lifecycle-file=${file}`];
    case 'azure':
      return [
        `az storage account management-policy create --account-name "$ACCOUNT" --resource-group "$GROUP" --policy @${file}`,
      ];
    case 'other':
      return [];
  }
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];

const days = (count: number) => `${Number(count.toFixed(4))} days`;
