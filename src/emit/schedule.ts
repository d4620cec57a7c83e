/** The mover's jobs in words, how often it runs, and its timers. */
import type { Bucket, Course, Job } from './course-types.ts';
import { sizeWords } from './parts.ts';
import { oneLine, unit } from './quote.ts';

/** The jobs with their buckets, the oldest objects first: what is about to be deleted is not copied again. */
export function jobsOf(course: Course): { job: Job; from: Bucket; to: Bucket | null }[] {
  const bucket = (id: string | null) => course.buckets.find((one) => one.id === id) ?? null;
  return course.jobs
    .flatMap((job) => {
      const from = bucket(job.from);
      return from ? [{ job, from, to: bucket(job.to) }] : [];
    })
    .toSorted((a, b) => order(a.job) - order(b.job));
}

/** Copies out of a bucket come before the move that empties it. */
const order = ({ kind }: Job) => ['delete', 'copy', 'move'].indexOf(kind);

/** What a job does, as a sentence without its mark. */
export function jobWords({ kind, afterDays, sizes }: Job, from: Bucket, to: Bucket | null): string {
  const stores = from.stores.join(', ');
  const bounds = sizeWords(sizes);
  const which = ['objects', ...bounds].join(' ');
  const what =
    afterDays === 0 && bounds.length > 0
      ? `${which} in ${stores}`
      : `${which} that have been in ${stores} for ${ageCode(afterDays)}`;
  return to ? `${kind === 'move' ? 'Move' : 'Copy'} ${what} to ${to.stores.join(', ')}` : `Delete ${what}`;
}

/** `7d`, `36h`, `90m`: rclone reads whole units of each. */
export function ageCode(days: number): string {
  const minutes = Math.round(days * 1440);
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

/** Where the mover is expected once it is installed. */
const HOME = '/opt/stowage';

/** For cron, or for systemd. */
export function scheduleFiles({ jobs, popular }: Course, title: string): [name: string, text: string][] {
  const isHourly = jobs.some((job) => job.isHourly);
  const head = ['[Unit]', `Description=${unit(title)}`];
  const files = {
    cron: [
      `# ${oneLine(title)}`,
      `# Install as /etc/cron.d/stowage-mover; keys in ${HOME}/stowage.env, readable by the user stowage alone.`,
      `${isHourly ? '17 * * * *' : '17 3 * * *'} stowage bash -c 'set -a; . ${HOME}/stowage.env; cd ${HOME} && ${popular ? './top-keys.sh; ' : ''}exec ./mover -go'`,
    ],
    service: [
      ...[...head, 'Wants=network-online.target', 'After=network-online.target', ''],
      ...['[Service]', 'Type=oneshot', 'User=stowage'],
      `WorkingDirectory=${HOME}`,
      `EnvironmentFile=${HOME}/stowage.env`,
      ...(popular ? [`ExecStartPre=-${HOME}/top-keys.sh`] : []),
      `ExecStart=${HOME}/mover -go`,
      '# After a failure it runs again in 15 minutes, not tomorrow.',
      ...['Restart=on-failure', 'RestartSec=900'],
    ],
    timer: [
      ...[...head, '', '[Timer]'],
      `OnCalendar=${isHourly ? '*-*-* *:17:00' : '*-*-* 03:17:00'}`,
      ...['RandomizedDelaySec=300', 'Persistent=true', ''],
      ...['[Install]', 'WantedBy=timers.target'],
    ],
  };
  return Object.entries(files).map(([kind, lines]) => [`stowage-mover.${kind}`, `${lines.join('\n')}\n`]);
}
