/** README.md of what was written: what each file is, what to replace, how to apply it, and what does not follow the plan to the letter. */
import { percent } from '#core/text/numbers.ts';
import { listing } from '#core/text/words.ts';
import type { Bucket, Course, CoursePart } from './course-types.ts';
import type { Placeholder } from './buckets.ts';
import type { EmittedFile } from './kinds.ts';
import { EMIT_KINDS } from './kinds.ts';
import { mayLoseWrites } from './mover.ts';
import { sizeWords } from './parts.ts';
import { markdown, shell } from './quote.ts';
import { isInCloud, needsRouter } from './route.ts';
import { bucketAddresses } from './terraform.ts';

export interface Guide {
  title: string;
  plan: string;
  course: Course;
  /** How keys tell when an object was made; null: they do not. */
  keyDate: string | null;
  files: readonly EmittedFile[];
  placeholders: readonly Placeholder[];
  notes: readonly string[];
}

export function guideText({ title, plan, course, keyDate, files, placeholders, notes }: Guide): string {
  const lines = [
    `# ${markdown(title)}`,
    '',
    `Placement: \`${plan}\``,
    '',
    '| id | bucket | holds | objects enter | rules delete them |',
    '| --- | --- | --- | --- | --- |',
    ...course.buckets.map(
      ({ id, name, stores, fromDays, expiries }) =>
        `| ${id} | ${markdown(name)} | ${stores.map(markdown).join(', then ')} | ${entryOf(course, id, fromDays)} | ${expiries.length === 0 ? 'no' : `after ${expiries.map(({ afterDays }) => days(afterDays)).join(' or ')}`} |`,
    ),
    '',
    writeWords(course),
    ...section('Where readers find objects', readerWords(course, keyDate)),
    ...section(
      'Replace these first',
      placeholders.map(({ text, means }) => `- \`${text}\`: ${markdown(means)}`),
    ),
    ...section('Make the buckets', bucketWords(course, files)),
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
    ...section('How to apply them, in this order', commands(course, files)),
    ...section('Half-done runs, and the way back', wayBack(course, files)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Before anything is copied into them; rules come later. */
function bucketWords(course: Course, files: readonly EmittedFile[]): string[] {
  if (!files.some(({ kind }) => kind === 'terraform')) return [];
  const targets = bucketAddresses(course).map((address) => `-target=${address}`);
  return [
    'Import those that are there already. No later apply destroys a bucket. With the variable noncurrent_days S3 keeps for so long what is overwritten or deleted.',
    '',
    '```sh',
    `(cd terraform && terraform init && terraform apply ${targets.join(' ')})`,
    '```',
  ];
}

function entryOf({ popular }: Course, id: string, fromDays: number): string {
  if (id === popular?.hot) return 'once they are popular';
  return fromDays === 0 ? 'when written' : `at ${days(fromDays)}`;
}

function writeWords({ writeTo, writeBySize, prefix, newPrefix }: Course): string {
  const bySize = writeBySize.map(({ upToBytes, to }) => `of up to ${upToBytes} bytes to ${to.join(' and ')}`);
  const to = [
    ...bySize,
    bySize.length > 0 ? `every larger one to ${writeTo.join(' and ')}` : `to ${writeTo.join(' and ')}`,
  ];
  const own = newPrefix === '' ? prefix : newPrefix;
  const key = own === '' ? '' : ` Its key begins with ${markdown(own)}.`;
  return `Write every new object ${to.join(', ')}.${key}`;
}

/** Of each part and place, where it does not go without saying, and who asks through which router. */
function readerWords(course: Course, keyDate: string | null): string[] {
  const { parts, buckets, cache, split } = course;
  if (buckets.length < 2) return [];
  const lines = parts.flatMap((part) => {
    const { segments } = part;
    const places = Object.keys(segments[0]?.servers ?? {});
    const way = (place: string) =>
      segments
        .filter(({ servers }, i) => servers[place] !== segments[i - 1]?.servers[place])
        .map(
          ({ servers, fromDays }) => `${fromDays > 0 ? `from ${days(fromDays)} on ` : ''}${servers[place]}`,
        )
        .join(', ');
    const ways = new Set(places.map(way));
    return [...ways].map((one) => {
      const own = places.filter((place) => way(place) === one);
      return `- ${partWords(part)}${ways.size > 1 ? `, read from ${own.map(markdown).join(', ')}` : ''}: ${one}`;
    });
  });
  const places = new Set(parts.flatMap(({ segments }) => Object.keys(segments[0]?.servers ?? {})));
  const words = routerWords(needsRouter(course), [...places]);
  const byKey =
    keyDate !== null && needsRouter(course)
      ? [
          `Keys hold the date of their object (${markdown(keyDate)}): who goes by the ages above needs no router.`,
          '',
        ]
      : [];
  return cache || split ? words : [...lines, '', ...byKey, ...words];
}

function routerWords(isNeeded: boolean, places: readonly string[]): string[] {
  if (!isNeeded)
    return [
      'A key stays in the bucket that answers its readers: they ask it themselves, and no router is written.',
    ];
  const inCloud = places.filter(isInCloud).map(markdown).join(', ');
  if (inCloud === '') return [];
  const worker = places.every(isInCloud)
    ? 'No Worker is written: through it'
    : 'The Worker is for all others: through it';
  return [
    `Readers in ${inCloud} ask these buckets themselves, or through the router in Go, which runs beside them and is started with -place PLACE. ${worker} each byte would leave their cloud first.`,
  ];
}

/** `New objects up to 16 KiB`. */
function partWords({ stream, sizes, upToShare }: CoursePart): string {
  const what = { all: 'Objects', new: 'New objects', old: 'Standing objects' }[stream];
  const most =
    upToShare === 1 ? 'among all others' : `among the ${percent(upToShare ?? 0, { figures: 3 })} read most`;
  const popular = upToShare === null ? [] : [most];
  return [what, ...sizeWords(sizes), ...popular].join(' ');
}

/** What no file can do. */
export function writingNotes({ buckets, writeTo, writeBySize }: Course): string[] {
  const refOf = (id: string) => buckets.find((one) => one.id === id)?.stores[0] ?? id;
  const twice = [...writeBySize.map(({ to }) => to), writeTo].flatMap((ids) => {
    const refs = ids.map(refOf);
    const providers = new Set(refs.map((ref) => ref.split('/')[0]));
    return providers.size < refs.length
      ? [
          `The plan bills a write of its own to each of ${refs.join(', ')}. Replication by the provider does the same with one write; what it costs is in no bill here, and a copy comes later.`,
        ]
      : [];
  });
  return [
    ...twice,
    ...buckets.flatMap(({ stores: [first = ''], writeClass }) =>
      writeClass === null
        ? []
        : [`What is written to ${first} must name its class, ${writeClass}: no bucket gives it by default.`],
    ),
  ];
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
  const moves = has('schedule/stowage-mover.timer');
  const fills = has('mover/jobs.json') && course.backfills.length > 0;
  const follows = has('schedule/top-keys.sh');
  const step = (says: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [says, '', '```sh', ...lines, '```', ''];
  const steps = [
    ...step(
      'Build the mover where it will run. It needs rclone 1.69 or newer and, to be built, Go; the keys of each store are read from the environment.',
      moves || fills ? ['(cd mover && go build -o /opt/stowage/mover . && cp jobs.json /opt/stowage/)'] : [],
    ),
    ...step(
      'Copy what stands already. It deletes nothing, and ends with a comparison of both sides; without -go it says what it would copy.',
      fills
        ? ['(cd /opt/stowage && ./mover backfill today:bucket && ./mover -go backfill today:bucket)']
        : [],
    ),
    ...step('Let readers and writers use the new stores.', [
      ...(has('writer/main.go')
        ? ['(cd writer && go build -o writer . && WRITE_TOKEN=... ./writer -queue /var/lib/stowage/queue)']
        : []),
      ...(has('router/main.go')
        ? [
            follows
              ? '(cd router && mkdir -p reads && go run . -route route.json -popular ../keys.txt -reads reads)'
              : '(cd router && go run . -route route.json)',
          ]
        : []),
      ...(has('router/worker.ts') ? ['(cd router && npx wrangler deploy)'] : []),
    ]),
    ...step('Find out what is popular, once something has been read.', [
      ...(follows ? ['STOWAGE_READS=router/reads STOWAGE_KEYS=keys.txt schedule/top-keys.sh'] : []),
      ...(follows && has('router/popular.mjs') ? FOR_WORKERS : []),
    ]),
    ...step(
      'Run the mover by hand, first without -go: then it only says what it would do. It deletes what it has just seen whole on the other side.',
      moves ? ['(cd /opt/stowage && ./mover)', '(cd /opt/stowage && ./mover -go)'] : [],
    ),
    ...step(
      'Start its timer, or install the file for cron instead.',
      moves
        ? ['cp schedule/stowage-mover.* /etc/systemd/system/', 'systemctl enable --now stowage-mover.timer']
        : [],
    ),
    ...step('Set the rules last. They replace what a bucket had: read its present ones first.', [
      ...rules,
      ...(has('terraform/lifecycle.tf') ? ['(cd terraform && terraform init && terraform plan)'] : []),
    ]),
    ...step(
      'Watch it.',
      has('prometheus/alerts.yaml') ? ['promtool check rules prometheus/alerts.yaml'] : [],
    ),
  ];
  return steps.slice(0, -1);
}

/** What happens where it stops half way, and how to undo it. */
function wayBack({ jobs, buckets }: Course, files: readonly EmittedFile[]): string[] {
  const moves = files.some(({ path }) => path === 'schedule/stowage-mover.timer');
  if (!moves) return [];
  const path = (id: string | null) => {
    const bucket = buckets.find((one) => one.id === id);
    return bucket ? shell(`${bucket.id}:${bucket.name}`) : '';
  };
  const back = jobs.flatMap(({ kind, from, to }) =>
    kind === 'move' && to !== null ? [[path(to), path(from)]] : [],
  );
  const ways = [...new Set(back.map((way) => way.join(' ')))];
  const emptied = buckets.filter(({ id }) => jobs.some(({ kind, from }) => kind !== 'copy' && from === id));
  const unsafe = emptied.filter(mayLoseWrites).map(({ stores: [first = ''] }) => first);
  return [
    'A run may be stopped or killed at any moment: no object is deleted before its copy is seen whole, and the next run takes up what is left. Two runs never meet: the second ends with 75. A run ends with 1 if anything failed or was left, and says which keys and why. A store that does not answer ends a job after 20 failures in a row.',
    '',
    ...(unsafe.length === 0
      ? []
      : [
          `A DELETE in ${listing(unsafe)} takes no condition. A key that is written over between the mover’s last look and its DELETE, a moment apart, loses the new bytes: write new keys there, and leave old ones as they are.`,
          '',
        ]),
    'The mover writes stowage.prom into the folder that STOWAGE_TEXTFILE_DIR names, for the node exporter: stowage_job_last_success_timestamp_seconds, stowage_job_last_exit_code, stowage_job_objects and stowage_stored_bytes.',
    '',
    'Each run lists what its jobs empty or copy. Less is listed where keys begin with a prefix and then the day they were made (`--prefix media/ --key-date media/{yyyy}/{mm}/{dd}`): the days that came to the age of a job since its last good run, and all keys once a week. Where an inventory or events tell which keys are new, `./mover -go -job NAME -keys FILE` looks at those alone and lists nothing.',
    ...(ways.length === 0
      ? []
      : [
          '',
          'To go back, stop the timer, take the rules away, let readers ask the other store, and copy:',
          '',
          '```sh',
          'systemctl disable --now stowage-mover.timer',
          ...ways.map(
            (way) =>
              `(cd /opt/stowage && ./mover rclone copy ${way} --checksum --metadata && ./mover rclone check ${way} --one-way)`,
          ),
          '```',
        ]),
  ];
}

/** Empty for a bucket whose provider has no rules that we write. */
function rulesCommand({ kind, name, endpoint, stores }: Bucket, file: string): string[] {
  switch (kind) {
    case 's3':
    case 'express':
    case 'tigris':
      return [
        `aws s3api put-bucket-lifecycle-configuration${stores[0]?.startsWith('aws/') ? '' : ` --endpoint-url ${shell(endpoint ?? '')}`} --bucket ${shell(name)} --lifecycle-configuration file://${file}`,
      ];
    case 'r2':
      return [`npx wrangler r2 bucket lifecycle set ${shell(name)} --file ${file}`];
    case 'gcs':
      return [`gcloud storage buckets update ${shell(`gs://${name}`)} --lifecycle-file=${file}`];
    case 'azure':
      return [
        `az storage account management-policy create --account-name "$ACCOUNT" --resource-group "$GROUP" --policy @${file}`,
      ];
    case 'b2':
      return [`b2 bucket update ${shell(name)} --lifecycle-rules "$(cat ${file})"`];
    case 'other':
      return [];
  }
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];

const days = (count: number) => `${Number(count.toFixed(4))} days`;
