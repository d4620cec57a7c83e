/** What stands already, copied once to where the plan holds it. */
import type { Course } from './course-types.ts';
import { oneLine } from './quote.ts';
import { copyFlags, path, remote, sizeFlags } from './remotes.ts';
import { scriptHead } from './schedule.ts';

/** Null where nothing stands that the plan knows of. */
export function backfillScript(course: Course, title: string, partBytes?: number): string | null {
  const targets = course.buckets.filter(({ id }) => course.backfills.some(({ to }) => to === id));
  if (targets.length === 0) return null;
  const classFlag = { azure: '--azureblob-access-tier', gcs: '--gcs-storage-class' };
  return [
    ...scriptHead(title, [
      'Copies what is there already to where the plan holds it, once, and deletes nothing. Needs rclone 1.69 or newer.',
      'FROM is where it is today, as rclone names it: a bucket below (store1:NAME) or a remote of your own. Flags for rclone may follow.',
    ]),
    'from=${1:?needed: where the objects are today, such as today:bucket}',
    'shift',
    ...targets.flatMap(remote),
    `common=(${copyFlags(targets, partBytes)}${course.newPrefix === '' ? '' : ` --exclude '/${course.newPrefix}**'`})`,
    '',
    ...course.backfills.flatMap(({ to, toClass, sizes }) => {
      const bucket = targets.find(({ id }) => id === to);
      if (!bucket) return [];
      const flag =
        bucket.kind === 'azure' || bucket.kind === 'gcs' ? classFlag[bucket.kind] : '--s3-storage-class';
      return [
        `# To ${oneLine(bucket.stores.join(', then '))}`,
        [
          'rclone copy "$from"',
          path(bucket),
          ...sizeFlags(sizes),
          ...(toClass === null ? [] : [flag, toClass]),
          '"${common[@]}" "$@"',
        ].join(' '),
        '',
      ];
    }),
  ].join('\n');
}
