/** What a person knows of a benchmark's files, as flags of `stowage import`. */
import path from 'node:path';
import { OPERATIONS } from '#core/evidence/dataset.ts';
import { PLACES, findPlace } from '#core/places.ts';
import { placeAdvice } from '#core/places/suggest.ts';
import { StoreId } from '#core/pricing/ids.ts';
import { parseBytes, shorten } from '#core/units.ts';
import type { Fact, ImportContext, TimeUnit } from '#formats/importer.ts';
import type { Args } from '../args.ts';
import { ifNear } from '../choices.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';
import type { Question } from './asking.ts';
import { refuseWrongDate } from './dataset-head.ts';

/** The flag of each fact that a file may not say, and what it takes. */
export const FACT_FLAGS: Record<Fact, readonly [flag: string, takes: string]> = {
  store: ['store', 'S'],
  region: ['region', 'R'],
  from: ['from', 'PLACE'],
  runtime: ['runtime', 'TEXT'],
  sizeBytes: ['size', 'SIZE'],
  operation: ['op', 'OP'],
  concurrency: ['concurrency', 'N'],
  timeUnit: ['unit', 'U'],
};

/** Said of what nobody knows; left out, it is asked for. */
export const UNKNOWN = 'unknown';
export const TIME_UNITS = ['ns', 'us', 'ms', 's'] as const satisfies readonly TimeUnit[];

/** Throws `Misunderstood` at the first flag that is not understood. */
export async function contextGiven(args: Args, deps: Pick<Deps, 'catalog' | 'say'>): Promise<ImportContext> {
  const [store, at] = args.text('store')?.split('@') ?? [];
  if (store !== undefined && !StoreId.safeParse(store).success)
    throw new Misunderstood(`--store "${store}" is not a store; write it like aws/s3-standard`);
  const known = deps.catalog.archive.stores;
  if (store !== undefined && !known.includes(store)) {
    deps.say(`there are no prices of a store ${store}${ifNear(store, known)}`);
  }
  const size = args.text('size');
  const region = args.text('region') ?? at;
  if (at !== undefined && region !== at)
    throw new Misunderstood(`--region ${region}: --store says ${at}; leave one of them out`);
  const ofProvider = `${store?.split('/')[0]}/${region}`;
  return {
    store,
    region: placeGiven('region', findPlace(ofProvider) ? ofProvider : region),
    from: placeGiven('from', args.text('from')),
    runtime: args.text('runtime'),
    sizeBytes: await unlessUnknown('size', size, parseBytes),
    operation: args.choice('op', OPERATIONS),
    concurrency: await unlessUnknown('concurrency', args.text('concurrency'), concurrencyOf),
    timeUnit: args.choice('unit', TIME_UNITS),
    run: args.text('run'),
    columns: columnsGiven(args.list('column')),
  };
}

/** Null for `unknown`. */
async function unlessUnknown(
  flag: string,
  text: string | undefined,
  parse: (text: string) => number,
): Promise<number | null | undefined> {
  if (text === undefined) return undefined;
  return text === UNKNOWN ? null : within(`--${flag}`, () => parse(text));
}

function concurrencyOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new Misunderstood(`"${shorten(text)}" is no number of requests; write it like 16, or ${UNKNOWN}`);
  return Number(text);
}

function columnsGiven(pairs: readonly string[]): Record<string, string> | undefined {
  if (pairs.length === 0) return undefined;
  const named = pairs.map((pair) => {
    const [, role, name] = /^([a-z-]+)=(.+)$/.exec(pair) ?? [];
    if (role === undefined || name === undefined)
      throw new Misunderstood(
        `--column "${shorten(pair)}" is not understood; write it like latency="Time (us)"`,
      );
    return [role, name] as const;
  });
  const twice = named.find(([role], i) => named.findIndex(([other]) => other === role) !== i);
  if (twice) throw new Misunderstood(`--column ${twice[0]} is given twice`);
  return Object.fromEntries(named);
}

/** A place we know, or one of a provider whose places nobody listed; null for `unknown`. */
function placeGiven(flag: string, id: string | undefined): string | null | undefined {
  if (id === undefined || findPlace(id)) return id;
  if (id === UNKNOWN) return null;
  const [provider, rest] = id.split('/');
  if (rest && !PLACES.some((place) => place.provider === provider)) return id;
  throw new Misunderstood(
    `--${flag} "${id}" is no place (where nobody knows it, say ${UNKNOWN}); ${placeAdvice(id)}`,
  );
}

const MOST_NAMED = 6;

export function importQuestions(
  deps: Pick<Deps, 'catalog' | 'today'>,
): (args: Args) => Record<string, Question> {
  const check = (args: Args) => contextGiven(args, { catalog: deps.catalog, say: () => undefined });
  return (args) => {
    const [file = 'file'] = args.operands;
    const provider = args.text('store')?.split('/')[0];
    return {
      store: {
        words:
          'The store that was measured, such as aws/s3-standard or cloudflare/r2-standard (stowage prices list has those with prices)',
        check,
      },
      region: { words: `The place of the store${placesOf(provider)}`, usual: UNKNOWN, check },
      from: { words: `The place of the client${placesOf(provider)}`, usual: UNKNOWN, check },
      runtime: { words: 'What the client ran on, such as m5dn.24xlarge', usual: 'not stated' },
      size: { words: 'The size of the objects, such as 1 MiB', usual: UNKNOWN, check },
      op: { words: 'The operation', choices: OPERATIONS },
      concurrency: { words: 'Requests under way at once', usual: UNKNOWN, check },
      unit: { words: 'The unit of its times', choices: TIME_UNITS },
      title: { words: 'What the dataset is called', usual: path.basename(file) },
      'source-url': { words: 'Where the files come from', usual: `file ${path.basename(file)}` },
      retrieved: { words: 'When they were fetched', usual: deps.today(), check: refuseWrongDate },
      licence: { words: 'Their licence', usual: 'not stated' },
      'measured-by': { words: 'Who measured' },
      tool: { words: 'The tool that measured' },
    };
  };
}

function placesOf(provider: string | undefined): string {
  const own = PLACES.filter((place) => place.provider === provider).map(({ id }) => id);
  return own.length === 0 ? ', such as aws/us-east-1' : `, such as ${named(own)}`;
}

const named = (ids: readonly string[]) =>
  `${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ' …' : ''}`;
