/** How to put the files in place, step by step, and the way back: two sections of the guide. */
import { listing } from '#core/text/words.ts';
import type { Course } from '../course-types.ts';
import type { EmittedFile } from '../kinds.ts';
import { mayLoseWrites } from '../mover.ts';
import { shell } from '../quote.ts';
import { rulesCommand } from './by-provider.ts';

/** After each new list. A Worker reads no file. */
const FOR_WORKERS = [
  'node router/popular.mjs keys.txt router/popular.bin',
  '(cd router && npx wrangler kv key put popular --binding POPULAR --path popular.bin --remote)',
];

export function stepWords(course: Course, files: readonly EmittedFile[]): string[] {
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
export function wayBack({ jobs, buckets }: Course, files: readonly EmittedFile[]): string[] {
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
