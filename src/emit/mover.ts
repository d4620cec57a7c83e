/** The mover's files: its jobs as data, and the program that does them with rclone. Keys come from the environment and are in no file. */
import { splitRef } from '#core/store-ref.ts';
import { SECONDS_PER_DAY } from '#core/units.ts';
import type { Bucket, Course, Job } from './course-types.ts';
import type { Sizes } from './parts.ts';
import { popularParts } from './popular.ts';
import { ageCode, jobWords, jobsOf } from './schedule.ts';
import GO_AZURE from './templates/mover-go/azure.go?raw';
import GO_MOD from './templates/mover-go/go.mod?raw';
import GO_MAIN from './templates/mover-go/main.go?raw';
import GO_POPULAR from './templates/mover-go/popular.go?raw';
import GO_RCLONE from './templates/mover-go/rclone.go?raw';
import GO_RUN from './templates/mover-go/run.go?raw';
import GO_S3_BUCKET from './templates/mover-go/s3bucket.go?raw';
import GO_STORE from './templates/mover-go/store.go?raw';
import GO_S3 from './templates/router-go/s3.go?raw';
import GO_SHARED_KEY from './templates/router-go/sharedkey.go?raw';

/** The program's sources; it signs requests as the router does. */
export const MOVER_SOURCES: readonly (readonly [name: string, text: string])[] = [
  ['go.mod', GO_MOD],
  ['main.go', GO_MAIN],
  ['run.go', GO_RUN],
  ['popular.go', GO_POPULAR],
  ['rclone.go', GO_RCLONE],
  ['store.go', GO_STORE],
  ['s3.go', GO_S3],
  ['s3bucket.go', GO_S3_BUCKET],
  ['azure.go', GO_AZURE],
  ['sharedkey.go', GO_SHARED_KEY],
];

/** Null bounds nothing. */
interface SizeBounds {
  minSize: number | null;
  maxSize: number | null;
}

/** `jobs.json`, as the mover reads it. */
export interface Jobs {
  plan: string;
  stores: {
    id: string;
    holds: string[];
    kind: Bucket['kind'];
    bucket: string;
    endpoint: string;
    region: string;
    conditional: boolean;
    versionName: string;
    rclone: Record<string, string>;
  }[];
  jobs: ({
    name: string;
    does: Job['kind'];
    from: string;
    to: string;
    prefix: string;
    /** Seconds since LastModified in `from`. */
    minAge: number;
    maxAge: number | null;
    hourly: boolean;
    /** How keys begin with the day they were made; empty: they do not, as far as is known. */
    days: string;
    says: string;
  } & SizeBounds)[];
  popular: {
    hot: string;
    rest: string;
    does: 'copy' | 'move';
    objects: number;
    sizes: SizeBounds[];
    prefix: string;
    except: string;
  } | null;
  backfills: { to: string; flags: string[] }[];
  copyFlags: string[];
}

/** Null where lifecycle rules do everything. */
export function moverJobs(
  course: Course,
  { plan, keyDate, partBytes }: { plan: string; keyDate: string | null; partBytes: number | undefined },
): Jobs | null {
  const jobs = jobsOf(course);
  const popular = popularParts(course);
  if (jobs.length === 0 && !popular && course.backfills.length === 0) return null;
  const used = course.buckets.filter(
    ({ id }) =>
      id === popular?.hot.id ||
      id === popular?.rest.id ||
      jobs.some(({ from, to }) => from.id === id || to?.id === id) ||
      course.backfills.some(({ to }) => to === id),
  );
  const names = new Set<string>();
  return {
    plan,
    stores: used.map((bucket) => ({
      id: bucket.id,
      holds: bucket.stores,
      kind: bucket.kind,
      bucket: bucket.name,
      endpoint: bucket.endpoint ?? '',
      region: bucket.signingRegion,
      conditional: takesCondition(bucket),
      versionName: VERSION_NAMES[bucket.kind] ?? '',
      rclone: remoteOf(bucket),
    })),
    jobs: jobs.map(({ job, from, to }) => ({
      name: nameOf(job, from, to, names),
      does: job.kind,
      from: from.id,
      to: to?.id ?? '',
      prefix: from.prefix,
      minAge: isByAge(job) ? seconds(job.afterDays) : 0,
      maxAge: job.untilDays === null ? null : seconds(job.untilDays),
      ...bounds(job.sizes),
      hourly: job.isHourly,
      days: from.prefix !== '' && keyDate?.startsWith(from.prefix) ? keyDate : '',
      says: jobWords(job, from, to),
    })),
    popular: popular && {
      hot: popular.hot.id,
      rest: popular.rest.id,
      does: popular.isCopied ? 'copy' : 'move',
      objects: popular.objects,
      sizes: popular.sizes.map(bounds),
      prefix: course.prefix,
      except: course.newPrefix,
    },
    backfills: course.backfills.flatMap(({ to, toClass, sizes }) => {
      const bucket = course.buckets.find(({ id }) => id === to);
      if (!bucket) return [];
      const classFlag = bucket.kind === 'azure' ? '--azureblob-access-tier' : '--s3-storage-class';
      return [
        { to, flags: [...standingFlags(course, sizes), ...(toClass === null ? [] : [classFlag, toClass])] },
      ];
    }),
    copyFlags: copyFlags(used, partBytes),
  };
}

/** Of a command of rclone on objects that stand: no new ones. */
export function standingFlags({ newPrefix, prefix }: Course, sizes: Sizes): string[] {
  const { minSize, maxSize } = bounds(sizes);
  return [
    ...(minSize === null ? [] : ['--min-size', `${minSize}B`]),
    ...(maxSize === null ? [] : ['--max-size', `${maxSize}B`]),
    ...(newPrefix === '' ? [] : ['--filter', `- /${newPrefix}**`]),
    ...ownFlags(prefix),
  ];
}

/** Of a command of rclone that takes whole buckets: the plan's objects alone. */
export const ownFlags = (prefix: string) =>
  prefix === '' ? [] : ['--filter', `+ /${prefix}**`, '--filter', '- **'];

const seconds = (days: number) => Math.round(days * SECONDS_PER_DAY);
const bounds = ({ from, upTo }: Sizes): SizeBounds => ({ minSize: from, maxSize: upTo });

/** Apart from jobs that put right what was written to the wrong store. */
const isByAge = ({ afterDays, sizes }: Job) => afterDays > 0 || (sizes.from === null && sizes.upTo === null);

/** What a deletion calls the version it means. Where older versions are kept, as by B2, they would come back in its place. */
const VERSION_NAMES: Readonly<Partial<Record<Bucket['kind'], string>>> = { gcs: 'generation' };

/**
 * Whether DELETE takes `If-Match`. Of a store that does not, an object that is written over between the last look and the deletion, a
 * round trip apart, is deleted all the same.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 * https://learn.microsoft.com/rest/api/storageservices/specifying-conditional-headers-for-blob-service-operations
 * https://www.tigrisdata.com/docs/objects/conditionals
 */
function takesCondition({ kind, stores }: Bucket): boolean {
  const [provider = ''] = (stores[0] ?? '').split('/');
  return kind === 'azure' || ['aws', 'tigris'].includes(provider);
}

/** Whether a key that is written over in the moment before its deletion loses the new bytes. */
export const mayLoseWrites = (bucket: Bucket) => !takesCondition(bucket) && !(bucket.kind in VERSION_NAMES);

/** `store1-store2-7d`: a file of the mover's state, and a label of its metrics. */
function nameOf(job: Job, from: Bucket, to: Bucket | null, taken: Set<string>): string {
  const name = `${from.id}-${to?.id ?? 'delete'}-${ageCode(job.afterDays)}`;
  for (let i = 1; ; i += 1) {
    const own = i === 1 ? name : `${name}-${i}`;
    if (taken.has(own)) continue;
    taken.add(own);
    return own;
  }
}

/** rclone's own names of providers, for what they do otherwise than S3. https://rclone.org/s3/#s3-provider */
const PROVIDERS: Readonly<Record<string, string>> = {
  aws: 'AWS',
  cloudflare: 'Cloudflare',
  digitalocean: 'DigitalOcean',
  google: 'GCS',
  idrive: 'IDrive',
  linode: 'Linode',
  scaleway: 'Scaleway',
  storj: 'Storj',
  wasabi: 'Wasabi',
};

/** Options of a remote, without its keys. */
export function remoteOf(bucket: Bucket): Record<string, string> {
  const { store } = splitRef(bucket.stores[0] ?? '');
  const [provider = ''] = store.split('/');
  // What a bucket does not give by default.
  const named = (name: string, value: string | null) => (value === null ? {} : { [name]: value });
  if (bucket.kind === 'azure')
    return {
      TYPE: 'azureblob',
      ...named('ENDPOINT', bucket.endpoint),
      ...named('ACCESS_TIER', bucket.writeClass),
    };
  return {
    TYPE: 's3',
    PROVIDER: PROVIDERS[provider] ?? 'Other',
    REGION: bucket.signingRegion,
    ...(bucket.kind === 'express' ? { DIRECTORY_BUCKET: 'true' } : named('ENDPOINT', bucket.endpoint)),
    ...named('STORAGE_CLASS', bucket.writeHeader),
  };
}

/** One GET for each object, and the writes that the scenario's writer makes. */
export function copyFlags(targets: readonly Bucket[], partBytes: number | undefined): string[] {
  const cutoff = partBytes === undefined ? '5Gi' : `${Math.min(partBytes, 5 * 1024 ** 3)}B`;
  const chunk = partBytes === undefined ? '64Mi' : `${Math.max(partBytes, 5 * 1024 ** 2)}B`;
  const has = (isAzure: boolean) => targets.some(({ kind }) => (kind === 'azure') === isAzure);
  return [
    ...['--use-server-modtime', '--fast-list', '--multi-thread-streams', '1'],
    ...(has(false)
      ? [
          ...['--s3-no-check-bucket', '--s3-upload-cutoff', cutoff, '--s3-chunk-size', chunk],
          ...['--s3-upload-concurrency', '1'],
        ]
      : []),
    ...(has(true) ? ['--azureblob-chunk-size', '100Mi'] : []),
    ...[
      '--low-level-retries',
      '3',
      '--transfers',
      '32',
      '--checkers',
      '32',
      '--stats-one-line',
      '--stats',
      '60s',
    ],
  ];
}
