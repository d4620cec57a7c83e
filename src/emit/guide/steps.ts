/** How to put the files in place, step by step, and the way back: two sections of the guide. */
import { listing } from '#core/text/words.ts';
import type { Bucket, Course } from '../course-types.ts';
import type { EmittedFile } from '../kinds.ts';
import { mayLoseWrites, ownFlags, standingFlags } from '../mover.ts';
import { shell } from '../quote.ts';
import { isInTerraform } from '../terraform.ts';
import { forgetCommand, rulesCommand } from './by-provider.ts';

/** Buckets that keep what is deleted, billed as stored, for so many days. */
export type SoftDeleted = readonly { bucket: Bucket; days: number }[];

/** After each new list. A Worker reads no file. */
const FOR_WORKERS = [
  'node router/popular.mjs keys.txt router/popular.bin',
  '(cd router && npx wrangler kv key put popular --binding POPULAR --path popular.bin --remote)',
];

/** The mover as its timer runs it: as the user stowage, with the keys of its file. */
const asMover = (...lines: string[]) =>
  `(cd /opt/stowage && sudo -u stowage bash -c ${shell(['set -a; . ./stowage.env', ...lines].join('; '))})`;

export function stepWords(course: Course, files: readonly EmittedFile[], softDeleted: SoftDeleted): string[] {
  const has = (path: string) => files.some((file) => file.path === path);
  const rules = course.buckets.flatMap((bucket) => {
    const file = `lifecycle/${bucket.id}.json`;
    return has(file) && !(isInTerraform(bucket) && has('terraform/lifecycle.tf'))
      ? rulesCommand(bucket, file)
      : [];
  });
  const moves = has('schedule/stowage-mover.timer');
  const fills = has('mover/jobs.json') && course.backfills.length > 0;
  const follows = has('schedule/top-keys.sh');
  const step = (says: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [says, '', '```sh', ...lines, '```', ''];
  const steps = [
    ...step(
      'Install the mover on the machine that will run it. Building it needs Go, running it needs rclone 1.69 or newer. Then write its keys into /opt/stowage/stowage.env, one NAME=VALUE a line, and as STOWAGE_TEXTFILE_DIR the folder that the node exporter of Prometheus reads.',
      moves || fills
        ? [
            'useradd --system --create-home --home-dir /opt/stowage stowage',
            '(cd mover && go build -o /opt/stowage/mover . && cp jobs.json /opt/stowage/)',
            ...(follows ? ['cp schedule/top-keys.sh /opt/stowage/'] : []),
            '(umask 077 && touch /opt/stowage/stowage.env && chown stowage /opt/stowage/stowage.env)',
          ]
        : [],
    ),
    ...step(
      'Copy the objects that exist already. Replace today:bucket by the place where they are, as the rclone configuration of the user stowage names it. The first command only says what it would copy. The second copies, deletes nothing, and compares both sides at the end.',
      fills ? [asMover('./mover backfill today:bucket'), asMover('./mover -go backfill today:bucket')] : [],
    ),
    ...step(
      'Change the class of the objects that are in their bucket already: a copy onto itself would be skipped. Replace today:bucket by the bucket, as your rclone configuration names it. The first command only says what it would change.',
      course.changes.flatMap(({ toClass, sizes }) =>
        [['--dry-run'], []].map((dry) =>
          ['rclone', 'settier', ...dry, toClass ?? '', 'today:bucket', ...standingFlags(course, sizes)]
            .map(shell)
            .join(' '),
        ),
      ),
    ),
    ...step(
      'Let readers and writers use the new stores. Each program needs its keys in its environment, and a program that takes writes a secret of yours as WRITE_TOKEN.',
      [
        ...(has('writer/main.go')
          ? ['(cd writer && go build -o writer . && ./writer -queue /var/lib/stowage/queue)']
          : []),
        ...(has('router/main.go')
          ? [
              follows
                ? '(cd router && mkdir -p reads && go run . -route route.json -popular ../keys.txt -reads reads)'
                : '(cd router && go run . -route route.json)',
            ]
          : []),
        ...(has('router/worker.ts') ? ['(cd router && npx wrangler deploy)'] : []),
      ],
    ),
    ...step(
      `Let writers write to the new stores, then copy once more what they wrote to the old place meanwhile. Let readers ask the new stores once both sides are the same. Nothing in the old place is deleted: it is the way back.`,
      fills ? [asMover('./mover -go backfill today:bucket')] : [],
    ),
    ...step('Find the popular keys, after some days of reads.', [
      ...(follows ? ['STOWAGE_READS=router/reads STOWAGE_KEYS=keys.txt schedule/top-keys.sh'] : []),
      ...(follows && moves ? ['cp keys.txt /opt/stowage/'] : []),
      ...(follows && has('router/popular.mjs') ? FOR_WORKERS : []),
    ]),
    ...step(
      'Run the mover by hand. The first command only says what it would do. The second copies, compares, and deletes only what it has just seen complete on the other side.',
      moves ? [asMover('./mover'), asMover('./mover -go')] : [],
    ),
    ...step('Check the alerts, and let Prometheus read them before anything runs by itself.', [
      ...(has('prometheus/alerts.yaml') ? ['promtool check rules prometheus/alerts.yaml'] : []),
    ]),
    ...step(
      `Start the timer of the mover. Without systemd, install schedule/stowage-mover.cron as /etc/cron.d/stowage-mover instead.${follows ? ' Write STOWAGE_READS or STOWAGE_S3_LOGS into stowage.env first: schedule/top-keys.sh says what they are.' : ''}`,
      moves
        ? [
            'cp schedule/stowage-mover.service schedule/stowage-mover.timer /etc/systemd/system/',
            'systemctl enable --now stowage-mover.timer',
          ]
        : [],
    ),
    ...step(
      'Set the lifecycle rules last. They replace all rules that a bucket has: look at its present rules first.',
      [...rules, ...(has('terraform/lifecycle.tf') ? ['(cd terraform && terraform apply)'] : [])],
    ),
    ...softDeleted.flatMap(({ bucket, days }) =>
      step(
        `Turn soft delete off in ${bucket.id}, once ${moves ? 'the mover and the rules have' : 'the rules have'} run well. Until then it is a way back: Google keeps deleted and overwritten objects for ${days} days. It bills these days as storage, and so does the plan. After this command they cost nothing, and nothing deleted can be restored.`,
        [forgetCommand(bucket)],
      ),
    ),
  ];
  return steps.slice(0, -1);
}

/** What happens where a run stops half way, and how to undo the plan. */
export function wayBack({ jobs, buckets, prefix }: Course, files: readonly EmittedFile[]): string[] {
  const moves = files.some(({ path }) => path === 'schedule/stowage-mover.timer');
  if (!moves) return [];
  const path = (id: string | null) => {
    const bucket = buckets.find((one) => one.id === id);
    return bucket ? shell(`${bucket.id}:${bucket.name}`) : '';
  };
  const back = jobs.flatMap(({ kind, from, to }) =>
    kind === 'move' && to !== null ? [[path(to), path(from)]] : [],
  );
  const own = ownFlags(prefix)
    .map((flag) => ` ${shell(flag)}`)
    .join('');
  const ways = [...new Set(back.map((way) => way.join(' ')))];
  const emptied = buckets.filter(({ id }) => jobs.some(({ kind, from }) => kind !== 'copy' && from === id));
  const unsafe = emptied.filter(mayLoseWrites).map(({ stores: [first = ''] }) => first);
  return [
    'A run may be stopped or killed at any moment. It deletes no object before it has seen the complete copy, and the next run does what is left. Two runs never work at once: the second exits with 75. A run exits with 1 if an object failed or was left, and says which keys and why. A job stops after 20 failures in a row.',
    '',
    ...(unsafe.length === 0
      ? []
      : [
          `A DELETE in ${listing(unsafe)} takes no condition. If a key is overwritten in the moment between the mover’s last look and its DELETE, the new object is lost. There, write new keys and do not overwrite old ones.`,
          '',
        ]),
    'For the node exporter of Prometheus the mover writes stowage.prom into the folder STOWAGE_TEXTFILE_DIR: stowage_job_last_success_timestamp_seconds, stowage_job_last_exit_code, stowage_job_objects and stowage_stored_bytes.',
    '',
    'Each run lists the whole source of each job. It lists less if keys begin with a prefix and the day they were made (`--prefix media/ --key-date media/{yyyy}/{mm}/{dd}`): then the days that have reached the age of the job since its last good run, and all keys once a week. If an inventory or events tell which keys are new, `./mover -go -job NAME -keys FILE` looks at those keys and lists nothing.',
    ...(ways.length === 0
      ? []
      : [
          '',
          'To go back, stop the timer, remove the lifecycle rules, and copy. The mover’s own keys may not write where it deletes: use keys that may. Let readers ask the other store once the comparison finds no difference:',
          '',
          '```sh',
          'systemctl disable --now stowage-mover.timer',
          ...ways.map((way) =>
            asMover(
              `./mover rclone copy ${way} --checksum --metadata${own} && ./mover rclone check ${way} --one-way${own}`,
            ),
          ),
          '```',
        ]),
  ];
}
