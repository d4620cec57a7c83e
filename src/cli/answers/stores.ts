/** `stowage stores`: which have what is needed, and what code would lose by moving from one to another. */
import { figureOf, type Column } from '#core/answer/figures/figure.ts';
import { findPlace, inJurisdiction, jurisdictions, placeOfStore } from '#core/places.ts';
import { shortName, titleOf, type Archive } from '#core/pricing/archive.ts';
import { offerOf } from '#core/pricing/offer.ts';
import { asksOf, featureOf, type Ask } from '#core/pricing/traits/asks.ts';
import { lossesBetween } from '#core/pricing/traits/losses.ts';
import { DESCRIBED, DESCRIBED_NAMES } from '#core/pricing/traits/described.ts';
import { CERTIFICATIONS, FEATURE_NAMES } from '#core/pricing/traits/names.ts';
import type { Certification, Feature } from '#core/pricing/traits/names.ts';
import type { Args } from '../args.ts';
import { nearestOrAll } from '../choices.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { give } from '../formats.ts';
import { storeNamed } from '../input/named.ts';
import { counted } from '../render/counted.ts';
import { heading, listOf, tableOf } from '../render/table.ts';

const HAS_WORDS = { yes: 'yes', partial: 'in part', no: 'no', unknown: 'ask' } as const;
const hasWords = ({ has }: Ask) => HAS_WORDS[has ?? 'unknown'];

const LOST_WORDS = { no: 'lost', partial: 'in part', unknown: 'ask' } as const;

export const stores: Run = (args, deps) => {
  const [first, ...named] = args.operands;
  if (first === undefined) return list(args, deps);
  const [from, to] = named;
  if (first !== 'compare')
    throw new Misunderstood(
      `stowage stores takes no "${first}"; write stowage stores compare STORE STORE, or stowage stores --needs FEATURES`,
    );
  if (from === undefined || to === undefined)
    throw new Misunderstood('stowage stores compare needs two stores; see stowage help stores');
  const flag = ['needs', 'in', 'owner'].find((name) => args.has(name));
  if (flag !== undefined)
    throw new Misunderstood(`--${flag} is for the list of stores; leave it out, or leave out compare`);
  const called = (text: string) =>
    storeNamed(text, deps.catalog.archive, { regionNeeded: false, holdsObjects: true }).store;
  compare(args, deps, called(from), called(to));
};

interface Row {
  store: string;
  title: string;
  /** There, of all regions of the store. */
  regions: string[];
  asks: Ask[];
}

function list(args: Args, deps: Deps): void {
  const { archive } = deps.catalog;
  const words = args.list('needs').flatMap((text) => text.split(/[\s,;]+/).filter(Boolean));
  const needs = args.has('needs') ? words.map(needed) : [];
  if (args.has('needs') && needs.length === 0)
    throw new Misunderstood(`--needs names no feature; there are ${NEEDS.join(', ')}`);
  const features = FEATURE_NAMES.filter((one) => needs.includes(one));
  const certifications = CERTIFICATIONS.filter((one) => needs.includes(one));
  const there = country(args, 'in');
  const owner = country(args, 'owner') ?? 'any';
  const rows = archive.stores
    .filter((store) => !store.startsWith('claimed/') && archive.editions(store).at(-1)?.kind === 'store')
    .flatMap((store): Row[] => {
      const asks = asksOf(archive, store, { features, certifications, owner }, undefined);
      const regions = regionsOf(archive, store, there);
      return regions.length === 0 ? [] : [{ store, title: titleOf(archive, store), regions, asks }];
    });
  const out = rows.filter(({ asks }) => asks.some(({ has }) => has === 'no'));
  const sureness = ({ asks }: Row) => asks.filter(({ has }) => has === 'yes').length;
  const kept = rows.filter((row) => !out.includes(row)).toSorted((a, b) => sureness(b) - sureness(a));
  const asked = kept[0]?.asks.map(({ what }) => what) ?? [];
  if (kept.length === 0)
    throw new Unanswerable(
      `no store${there === undefined ? '' : ` in ${there}`} may have all of this; leave out one of --needs, --in and --owner`,
    );
  // A store of which no source says anything is no row of its own.
  const isOpen = ({ asks }: Row) => asks.length > 0 && asks.every(({ has }) => has === null);
  const known = kept.filter((row) => !isOpen(row));
  const open = kept.filter(isOpen).map(({ store }) => shortName(archive, store));
  const nameOf = ({ store }: Row) => shortName(archive, store);
  const ids = args.has('ids');
  const figure = figureOf(args.form === 'csv' ? kept : known, [
    { title: 'store', of: ({ store }) => store, ...(ids ? {} : { words: nameOf }) },
    ...asked.map((what, i): Column<Row> => ({
      title: what,
      of: ({ asks }) => asks[i]?.has ?? null,
      words: ({ asks: { [i]: ask } }) => (ask ? hasWords(ask) : ''),
    })),
    { title: 'regions', kind: 'count', of: ({ regions }) => regions.length },
    { title: '', key: 'region names', of: ({ regions }) => regions.join(' ') },
  ]);
  const told = (from: readonly Row[], has: Ask['has']) => notesOf(archive, from, has);
  give(args, deps, {
    json: { stores: kept, out },
    csv: figure,
    blocks: () => [
      ...tableOf(figure),
      ...listOf('In part', told(kept, 'partial')),
      ...listOf('Ask, as no source says anything', open.length > 0 ? [open.join(', ')] : []),
      ...listOf(`Left out: ${counted(out.length, 'store')}`, told(out, 'no')),
      { kind: 'text', text: 'Every source stands in --json. "ask": no source says it.' },
    ],
  });
}

/** What these stores have in part or not, with note and source; stores of which the same is said are told together. */
function notesOf(archive: Archive, rows: readonly Row[], has: Ask['has']): string[] {
  const told = rows.flatMap(({ store, asks }) =>
    asks
      .filter((ask) => ask.has === has)
      .map(({ what, note, source, seen }) => ({
        name: shortName(archive, store),
        words: `${what} (${[note, source, seen && `seen ${seen}`].filter(Boolean).join(', ')})`,
      })),
  );
  return [...Map.groupBy(told, ({ words }) => words)].map(
    ([words, same]) => `${same.map(({ name }) => name).join(', ')}: ${has === 'no' ? 'no ' : ''}${words}`,
  );
}

/** Names of the regions of a store that lie there; all of them where nothing is asked, and none that may lie elsewhere. */
function regionsOf(archive: Archive, store: string, there: string | undefined): string[] {
  const offer = offerOf(archive, store);
  if (!offer) return [];
  if (there === undefined) return [...(offer.names.length > 0 ? offer.names : offer.regions)];
  return offer.names.filter((region) => {
    const id = placeOfStore(offer.newest, region);
    const place = id === null ? undefined : findPlace(id);
    return place !== undefined && inJurisdiction(place, there) === true;
  });
}

const NEEDS: readonly (Feature | Certification)[] = [...FEATURE_NAMES, ...CERTIFICATIONS];

/** Blanks divide names, so that `SOC 2` is written `SOC-2`; capitals do not matter. */
function needed(word: string): Feature | Certification {
  const plain = (name: string) => name.toLowerCase().replaceAll(' ', '-');
  const found = NEEDS.find((name) => plain(name) === plain(word));
  if (found === undefined)
    throw new Misunderstood(`--needs "${word}" is no feature; ${nearestOrAll(word, NEEDS.map(plain))}`);
  return found;
}

function country(args: Args, flag: string): string | undefined {
  const value = args.text(flag)?.toUpperCase();
  const known = jurisdictions();
  if (value === undefined || known.includes(value)) return value;
  throw new Misunderstood(
    `--${flag} "${value}" is no country with a store; write EU, or one of ${known.join(', ')}`,
  );
}

function compare(args: Args, deps: Deps, from: string, to: string): void {
  const { archive } = deps.catalog;
  const [before, after] = [archive.traits?.(from), archive.traits?.(to)];
  const lost = lossesBetween(archive, [from], to);
  const gained = lossesBetween(archive, [to], from).filter(({ then }) => then !== 'unknown');
  const rows = FEATURE_NAMES.map((feature) => {
    const now = featureOf(before, feature);
    const { what, ...then } = featureOf(after, feature);
    const loss = lost.find((one) => one.feature === feature);
    const isGained = gained.some((one) => one.feature === feature);
    const isKept = now.has !== null && now.has !== 'no';
    const moving = loss ? LOST_WORDS[loss.then] : isGained ? 'gained' : isKept ? 'kept' : 'not there before';
    return {
      feature,
      what,
      now: now.has,
      then: then.has,
      moving,
      note: then.note,
      source: then.source,
      seen: then.seen,
    };
  });
  type Compared = (typeof rows)[number];
  const columns = (isFile: boolean): Column<Compared>[] => [
    isFile
      ? { title: 'feature', of: ({ feature }) => feature }
      : { title: 'feature', of: ({ what }) => what },
    { title: isFile ? 'now' : shortName(archive, from), of: ({ now }) => now, none: 'ask' },
    { title: isFile ? 'then' : shortName(archive, to), of: ({ then }) => then, none: 'ask' },
    { title: 'note', wrap: true, of: ({ note }) => note },
    { title: 'source', wrap: true, of: ({ source }) => source },
    { title: 'seen', of: ({ seen }) => seen },
    { title: '', key: 'moving', of: ({ moving }) => moving },
  ];
  const of = (...ways: Compared['moving'][]) => rows.filter(({ moving }) => ways.includes(moving));
  const kept = of('kept').map(({ what }) => what);
  const words = DESCRIBED_NAMES.map((name) => ({
    what: DESCRIBED[name],
    values: [before, after].map((traits) => String(traits?.described[name]?.value ?? 'ask')),
  })).filter(({ values }) => values.some((value) => value !== 'ask'));
  const section = (title: string, ways: Compared['moving'][]) => {
    const table = tableOf(figureOf(of(...ways), columns(false)));
    return table.length > 0 ? [heading(title), ...table] : [];
  };
  give(args, deps, {
    json: { from, to, features: rows },
    csv: figureOf(rows, columns(true)),
    blocks: () => [
      ...section(`Lost by moving from ${shortName(archive, from)} to ${shortName(archive, to)}`, [
        'lost',
        'in part',
      ]),
      ...section('To be asked: nobody knows whether it is there', ['ask']),
      ...section('Gained', ['gained']),
      {
        kind: 'text',
        text: kept.length > 0 ? `In both: ${kept.join(', ')}.` : 'No feature is known to be in both.',
      },
      heading('Limits and promises'),
      ...tableOf(
        figureOf(words, [
          { title: 'what', of: ({ what }) => what },
          { title: shortName(archive, from), wrap: true, of: ({ values }) => values[0] },
          { title: shortName(archive, to), wrap: true, of: ({ values }) => values[1] },
        ]),
      ),
    ],
  });
}
