import { availableParallelism } from 'node:os';
import path from 'node:path';
import { profileTestFigure, profileTestWords } from '#core/answer/figures/profile-test.ts';
import { lastRecorded } from '#core/pricing/archive.ts';
import { stringify } from 'yaml';
import { formatNumber } from '#core/text/numbers.ts';
import { formatCount, formatMs, parseBytes } from '#core/units.ts';
import { scenarioOf } from '#core/workload/profile-scenario.ts';
import { FITTED_SHARE, profileTest } from '#core/workload/profile-test.ts';
import { withinBounds, type Profile } from '#core/workload/profile.ts';
import { estimated } from '#query/estimate.ts';
import { LogError, type LogOptions } from '#query/formats/format.ts';
import { TEXT_ENGINES, statementsOf } from '#query/statements.ts';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { give } from '../formats.ts';
import { logOptions, memoryGiven } from '../input/log-options.ts';
import { keepTimes, storeGiven } from '../input/log-times.ts';
import { derived, inLogs, logFiles } from '../input/log-file.ts';
import { strong } from '../render/table.ts';
import { placeGiven } from '../input/named.ts';
import { onSpark } from '../input/on-spark.ts';
import { flawOf } from '../input/packing.ts';

const ENGINES = ['duckdb', ...TEXT_ENGINES] as const;
const listed = TEXT_ENGINES.join(', ');

/** Where scenarios are read from and written to when nobody says. */
const DEFAULT_PLACE = 'aws/us-east-1';
/** That an estimate may be asked for. */
const MOST_ROWS = 1e15;

/** Logs or traces → their profile, or with `--scenario` the scenario that it describes. */
export const derive: Run = async (args, deps) => {
  const options = logOptions(args);
  const place = placeGiven(args, 'at') ?? DEFAULT_PLACE;
  const asOf = args.day('as-of');
  const standingBytes = args.read('standing', parseBytes) ?? null;
  const memoryBytes = memoryGiven(args);
  const store = storeGiven(args, deps);
  if (args.has('test') && args.has('scenario'))
    throw new Misunderstood('--test prints the error of the profile; ask for it without --scenario');
  const asked = estimateAsked(args);
  const files = logFiles(args.operands, deps);
  const engine = args.choice('engine', ENGINES) ?? 'duckdb';
  if ((store || args.has('test')) && args.has('print'))
    throw new Misunderstood('--print runs nothing; leave --store, --datasets and --test out');
  if (args.has('print')) {
    if (engine === 'duckdb') throw new Misunderstood(`--print: say for which engine, --engine ${listed}`);
    const statements = await inLogs(files, memoryBytes, (database) =>
      statementsOf(database, files, options, engine),
    );
    return deps.print(`${statements.join('\n\n')}\n`);
  }
  if (engine !== 'duckdb' && engine !== 'spark')
    throw new Misunderstood(`--engine ${engine}: Stowage only writes its statements; add --print`);
  const start = performance.now();
  const read = (some: LogOptions, withTimes: boolean) =>
    engine === 'spark'
      ? onSpark(files, some, withTimes, args.text('spark-submit'))
      : derived(files, some, memoryBytes, withTimes);
  const found = await read(options, store !== null);
  if (asked) return giveEstimate(found.profile, (performance.now() - start) / 1000, asked, args, deps);
  const profile = args.has('test')
    ? await tested(found.profile, () => read({ ...options, firstShare: FITTED_SHARE }, false))
    : found.profile;
  for (const file of files) {
    const flaw = await flawOf(file);
    if (flaw) deps.say(flaw.says);
  }
  sayWhatWasLeftOut(profile, deps);
  if (store && found.times) keepTimes(found, found.times, store, files[0]?.name ?? 'log', deps);
  const { test } = profile;
  if (test)
    return give(args, deps, {
      json: profile,
      blocks: () => [strong(profileTestWords(test)), { kind: 'table', table: profileTestFigure(test) }],
    });
  if (!args.has('scenario')) return give(args, deps, { json: profile, blocks: () => profileText(profile) });
  const { scenario, notes: assumed } = scenarioOf(profile, {
    // A log may be older than the archive.
    asOf: asOf ?? lastRecorded(deps.catalog.archive),
    name: args.text('name') ?? `Derived from ${path.basename(args.operands[0] ?? '')}`.slice(0, 200),
    place,
    standingBytes,
  });
  const notes = [...assumed, `A log does not say where readers are: all are assumed at ${place}.`];
  give(args, deps, { json: scenario, blocks: () => `${comments(notes)}${stringify(scenario)}` });
  if (args.has('json')) notes.forEach((note) => deps.say(note));
};

interface Asked {
  rows: number;
  cores: number;
  coreHour: number | null;
}

/** Null where no estimate is asked for. Throws `Misunderstood`. */
function estimateAsked(args: Args): Asked | null {
  const number = (flag: string, example: string) =>
    args.read(flag, (text) => {
      const value = Number(text);
      if (!(value > 0 && value <= MOST_ROWS))
        throw new Misunderstood(`"${text}" is no number above 0; write it like ${example}`);
      return value;
    });
  const [rows, cores] = [number('estimate', '1e10'), number('cores', '64')];
  const coreHour = number('core-hour', '0.05') ?? null;
  if (rows === undefined) {
    if (cores !== undefined || coreHour !== null)
      throw new Misunderstood('--cores and --core-hour belong to --estimate ROWS');
    return null;
  }
  return { rows, cores: cores ?? availableParallelism(), coreHour };
}

/** The price of a core is the one that was given: none is known here. */
function giveEstimate(
  { requests, source }: Profile,
  seconds: number,
  asked: Asked,
  args: Args,
  deps: Deps,
): void {
  const read = Object.values(requests).reduce((sum, one) => sum + one, 0);
  const measured = { rows: read, seconds, cores: availableParallelism() };
  const answer = estimated(measured, asked);
  const takes = formatMs(answer.seconds * 1000);
  const cost =
    answer.cost === null
      ? ''
      : `, for ${Number(answer.cost.toPrecision(3))} at ${asked.coreHour} a core-hour`;
  give(args, deps, {
    json: { measured: { ...measured, format: source.format }, ...answer },
    blocks: () => [
      strong(`${formatNumber(asked.rows, 0)} rows take about ${takes} on ${asked.cores} cores${cost}.`),
      {
        kind: 'text',
        text: `Measured here: ${formatCount(read)} rows in ${formatMs(seconds * 1000)} on ${measured.cores} cores, ${formatCount(answer.rowsPerSecondPerCore)} rows a second and core. The start is in it, so measure a million rows or more. What a cluster sends between its machines comes on top.`,
      },
    ],
  });
}

async function tested(whole: Profile, readFirst: () => Promise<{ profile: Profile }>): Promise<Profile> {
  const first = await readFirst().catch((error: unknown) => {
    throw error instanceof LogError
      ? new Unanswerable(`the first 70% of the time cannot be fitted: ${error.message}`)
      : error;
  });
  return withinBounds({ ...whole, test: profileTest(whole, first.profile) });
}

function sayWhatWasLeftOut({ requests, unsized, inventory }: Profile, deps: Deps): void {
  const left = [
    [requests.failed, 'answered with an error'],
    [requests.unlisted, 'of operations without a name here'],
    [requests.unread, 'rows or lines without a time and an operation'],
    [unsized.objects, 'objects without a size'],
    [inventory?.unread ?? 0, 'rows of the inventory without a key, a size or a time'],
  ] as const;
  const words = left.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (words.length > 0) deps.say(`left out: ${words.join('; ')}`);
}

/** YAML in which each class stands on a line. */
function profileText(profile: Profile): string {
  const { rereads, sizes, ages, waits = [], week, workingSet, ...rest } = profile;
  const rows = (key: string, list: readonly unknown[]) =>
    list.length === 0 ? `${key}: []\n` : `${key}:\n${list.map((one) => `  - ${flow(one)}\n`).join('')}`;
  const lines = Object.entries({ week, workingSet }).filter(([, value]) => value !== undefined);
  return [
    stringify(rest),
    ...lines.map(([key, value]) => `${key}: ${flow(value)}\n`),
    ...Object.entries({ sizes, ages, waits, rereads }).map(([key, list]) => rows(key, list)),
  ].join('');
}

const flow = (value: unknown) => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',', ', ');

const comments = (notes: readonly string[]) => notes.map((note) => `# ${note}\n`).join('');
