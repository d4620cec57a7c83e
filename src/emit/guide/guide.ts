/** README.md of what was written: what each file is, what to replace, how to apply it, and where it differs from the plan. */
import { percent } from '#core/text/numbers.ts';
import type { Course, CoursePart } from '../course-types.ts';
import type { Placeholder } from '../buckets.ts';
import type { EmitKind, EmittedFile } from '../kinds.ts';
import { EMIT_KINDS } from '../kinds.ts';
import { keysBySize, sizeWords } from '../parts.ts';
import { markdown } from '../quote.ts';
import { isInCloud } from '#core/placement/routing.ts';
import type { Routers } from '#core/placement/routing.ts';
import { bucketWords, keyWords } from './buckets-and-keys.ts';
import { stepWords, wayBack } from './steps.ts';
import type { SoftDeleted } from './steps.ts';

export interface Guide {
  title: string;
  plan: string;
  course: Course;
  /** How keys tell when an object was made; null: they do not. */
  keyDate: string | null;
  files: readonly EmittedFile[];
  placeholders: readonly Placeholder[];
  notes: readonly string[];
  softDeleted: SoftDeleted;
}

export function guideText(guide: Guide): string {
  const { title, plan, course, keyDate, files, placeholders, notes, softDeleted } = guide;
  const sections = {
    'Make the buckets': bucketWords(course, files),
    'Give each program its keys': keyWords(course, files),
    'Where the files differ from the plan': notes.map((note) => `- ${markdown(note)}`),
    Files: fileWords(files),
    'How to apply them, in this order': stepWords(course, files, softDeleted),
    'Half-done runs, and the way back': wayBack(course, files),
  };
  const typed = Object.entries(sections).flatMap(([name, lines]) => section(name, lines));
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
    ...section('Replace these first', [
      ...placeholders.map(({ text, means }) => `- \`${text}\`: ${markdown(means)}`),
      ...variableWords(course, typed.join('\n')),
    ]),
    ...typed,
  ];
  return `${lines.join('\n')}\n`;
}

/** One line for each kind. */
function fileWords(files: readonly EmittedFile[]): string[] {
  const paths = new Map<EmitKind, string[]>();
  for (const { kind, path } of files)
    if (kind !== 'guide') paths.set(kind, [...(paths.get(kind) ?? []), `\`${path}\``]);
  return [...paths].map(([kind, own]) => `- ${own.join(', ')}: ${EMIT_KINDS[kind]}`);
}

/** Variables of the shell that the guide's commands read. */
function variableWords({ buckets }: Course, commands: string): string[] {
  const all: [name: string, means: string][] = [
    ['$PROJECT', 'the id of the Google Cloud project'],
    ['$GROUP', 'the resource group in Azure'],
    ['$KMS_KEY', 'your key in Google Cloud KMS, which its storage service account may use'],
    ...buckets.map(({ id, name }): [string, string] => [
      `$${id.toUpperCase()}_ACCOUNT`,
      `the storage account in Azure that holds ${name}; its keys open everything in it`,
    ]),
  ];
  return all.flatMap(([name, means]) =>
    commands.includes(`"${name}"`) ? [`- \`${name}\`, a variable of your shell: ${markdown(means)}`] : [],
  );
}

function entryOf({ popular }: Course, id: string, fromDays: number): string {
  if (id === popular?.hot) return 'once they are popular';
  return fromDays === 0 ? 'when written' : `at ${days(fromDays)}`;
}

function writeWords({ writeTo, writeBySize, prefix, newPrefix, sizeKeys }: Course): string {
  const bySize = writeBySize.map(({ upToBytes, to }) => `of up to ${upToBytes} bytes to ${to.join(' and ')}`);
  const to = [
    ...bySize,
    bySize.length > 0 ? `every larger one to ${writeTo.join(' and ')}` : `to ${writeTo.join(' and ')}`,
  ];
  const own = sizeKeys.length > 0 ? keysBySize(sizeKeys) : newPrefix === '' ? prefix : newPrefix;
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
  const words = routerWords(course.routers, [...places]);
  const byKey =
    keyDate !== null && course.routers.go
      ? [
          `Keys hold the date of their object (${markdown(keyDate)}). Readers that follow the ages above need no router.`,
          '',
        ]
      : [];
  return cache || split ? words : [...lines, '', ...byKey, ...words];
}

function routerWords({ go, worker }: Routers, places: readonly string[]): string[] {
  if (!go)
    return [
      'A key stays in the bucket that its readers use. They ask it directly, and no router is written.',
    ];
  const inCloud = places.filter(isInCloud);
  const isOutside = inCloud.length < places.length;
  return [
    ...(inCloud.length > 0
      ? [
          `Readers in ${inCloud.map(markdown).join(', ')} ask these buckets directly, or through the router in Go, which runs in their place and is started with -place PLACE. ${worker ? 'The Worker is for all other readers' : 'No Worker is for them'}: through a Worker each byte would leave the cloud of these readers first.`,
        ]
      : []),
    ...(isOutside && !worker
      ? [
          'No Worker is written for the other readers. They find each key in one bucket, or ask your CDN or your own code. The router in Go can be the origin of a CDN.',
        ]
      : []),
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
          `The plan bills one write to each of ${refs.join(', ')}. The provider's replication needs only one write. Its price is not in the bill, and its copy arrives later.`,
        ]
      : [];
  });
  return [
    ...twice,
    // A bucket of Google is made with its class as the default.
    ...buckets.flatMap(({ kind, stores: [first = ''], writeClass }) =>
      writeClass === null || kind === 'gcs'
        ? []
        : [`Each write to ${first} must name the class ${writeClass}: no bucket gives it by default.`],
    ),
  ];
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];

function days(count: number): string {
  const rounded = Number(count.toFixed(4));
  return rounded === 1 ? '1 day' : `${rounded} days`;
}
