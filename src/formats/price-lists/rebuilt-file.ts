/** The file of an edition that a rebuild makes: rules of a later edition, prices of rows, and each row's source. */
import { PRICED_METERS } from '#core/pricing/sheets/meters.ts';
import type { HistoryRow } from './history.ts';
import type { AnyStanding, Step, Timeline } from './timeline.ts';

/** One region of it. */
export interface Written {
  region: string;
  step: Step;
  before: Step | undefined;
  template: AnyStanding;
  rows: readonly HistoryRow[];
  /** Meters whose price is that of the edition before, as no row says it. */
  kept: readonly string[];
}

interface NewFile {
  id: string;
  file: Record<string, unknown>;
}

/** The edition of a day, with the regions that begin on it. `absent`: rules that did not hold yet. */
export function editionFile(
  timeline: Timeline,
  day: string,
  regions: readonly Written[],
  { recorded, absent }: { recorded: string; absent: readonly HistoryRow[] },
): NewFile {
  const [first] = regions;
  if (!first) throw new RangeError('an edition has a region');
  const { file } = first.template;
  const { supersedes: _supersedes, until: _until, sources: _sources, rules, free, ...rest } = file;
  const rows = regions.flatMap((one) => one.rows);
  const sourcesHere = sourcesOf(regions);
  const confirmed = mostOf(regions.map((one) => lastSeen(timeline, day, one)));
  const confidence = mostOf(regions.map(confidenceOf));
  const kept = regions.flatMap(({ region, kept: meters }) => meters.map((meter) => `${meter} in ${region}`));
  return {
    id: `${timeline.table.id}/${day}`,
    file: {
      ...rest,
      ...(rules === undefined ? {} : { rules: without(rulesFor(rules as Rules, regions), absent) }),
      ...(free === undefined ? {} : { free }),
      precision: rows.every(({ before }) => before !== null) ? 'bounded' : 'observed',
      confirmed,
      recorded,
      confidence,
      regions: Object.fromEntries(
        regions.map((one) => [
          one.region,
          {
            ...ifOther('confirmed', lastSeen(timeline, day, one), confirmed),
            ...ifOther('confidence', confidenceOf(one), confidence),
            ...ifOther('absentOn', timeline.table.isTransfer ? null : absentOn(one), null),
            ...one.step.raw,
            ...ifOther('source', mainSource(one.rows), sourcesHere[0]?.id),
          },
        ]),
      ),
      sources: [
        ...sourcesHere,
        ...absent.map((row) => ({ ...sourceOf(row), meters: [row.meter] })),
        ...citedBy(file),
      ],
      notes: [
        'Rules are those of the next edition, taken over as they stand. A price that nobody recorded that day is unknown.',
        ...new Set([...rows, ...absent].map(({ note }) => note).filter((note) => note !== '')),
        ...(kept.length > 0
          ? [`Kept from the edition before, as no row of that day says it: ${kept.join(', ')}.`]
          : []),
      ],
    },
  };
}

/** An edition with prices that it did not know, under the next number of its day. */
export function correctionFile(
  { table }: Timeline,
  { edition, file }: AnyStanding,
  regions: readonly Written[],
  recorded: string,
): NewFile {
  const same = table.standing.filter((one) => one.edition.date === edition.date).length;
  const meters = [...new Set(regions.flatMap(({ rows }) => rows.map(({ meter }) => meter)))];
  const known = file['sources'] as readonly { id: string }[];
  const notes = (file['notes'] ?? []) as readonly string[];
  const said = regions.flatMap(({ rows }) => rows.map(({ note }) => note));
  return {
    id: `${table.id}/${edition.date}.${same + 1}`,
    file: {
      ...file,
      recorded,
      supersedes: edition.id,
      regions: {
        ...(file['regions'] as object),
        ...Object.fromEntries(regions.map((one) => [one.region, correctedRegion(one, edition)])),
      },
      sources: [
        ...known,
        ...sourcesOf(regions)
          .filter(({ id }) => !known.some((one) => one.id === id))
          .map((source) => ({ ...source, meters })),
      ],
      notes: [
        ...notes,
        ...new Set(said.filter((note) => note !== '' && !notes.includes(note))),
        `Corrects ${edition.id}, which did not know ${meters.join(', ')}.`,
      ],
    },
  };
}

/** A region that the edition has keeps its source; another one brings its own. */
function correctedRegion(one: Written, edition: AnyStanding['edition']): Record<string, unknown> {
  const { region, step, rows } = one;
  if (Object.hasOwn(edition.regions, region)) return step.raw;
  return {
    ...ifOther('confidence', confidenceOf(one), edition.confidence),
    ...ifOther('absentOn', 'rules' in edition ? absentOn(one) : null, null),
    ...step.raw,
    source: mainSource(rows),
  };
}

const ifOther = <T>(key: string, value: T | null, usual: T | null | undefined) =>
  value === null || value === usual ? {} : { [key]: value };

/** The last day on which all rows held, and before the next edition of the region. */
function lastSeen(timeline: Timeline, day: string, { region, rows }: Written): string {
  const seen = rows.map(({ to }) => to).toSorted()[0] ?? day;
  const next = timeline.next(region, day)?.date;
  const before = next === undefined ? seen : dayBefore(next);
  return before < seen ? before : seen;
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

function confidenceOf({ rows, step }: Pick<Written, 'rows' | 'step'>): string {
  if (step.raw['conflict'] !== undefined) return 'conflicting';
  const all: readonly string[] = rows.map(({ confidence }) => confidence);
  return ['secondary', 'official-quoted'].find((one) => all.includes(one)) ?? 'official';
}

/** A region that no edition has before, and whose source did not have it either, on that day. */
function absentOn({ before, rows }: Written): string | null {
  if (before || rows.some((row) => row.before === null)) return null;
  return (
    rows
      .flatMap((row) => row.before ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

function sourcesOf(
  regions: readonly Written[],
): { id: string; url: string; retrieved: string; note: string }[] {
  const main = mostOf(regions.map(({ rows }) => mainSource(rows)));
  const rows = regions.flatMap((one) => one.rows);
  const byId = new Map(rows.map((row) => [row.source.id, row]));
  return [...byId.values()]
    .toSorted((a, b) => Number(b.source.id === main) - Number(a.source.id === main))
    .map((row) => {
      const { id } = row.source;
      const isMain = regions.some((one) => mainSource(one.rows) === id);
      const meters = rows.filter(({ source }) => source.id === id).map(({ meter }) => meter);
      return { ...sourceOf(row), ...(isMain ? {} : { meters: [...new Set(meters)] }) };
    });
}

const sourceOf = ({ source: { id, url, retrieved, about, licence } }: HistoryRow) => ({
  id,
  url,
  retrieved,
  note: `${about} (${licence})`,
});

/** The source of most of a region's prices. */
const mainSource = (rows: readonly HistoryRow[]) => mostOf(rows.map(({ source }) => source.id));

/** The value that is there most often; the first of equals. */
function mostOf<T>(values: readonly T[]): T {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({
    value,
    count: all.length,
  }));
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  if (!most) throw new RangeError('of nothing there is no most');
  return most.value;
}

/** The sources that limits of a file name: of the store, or of a way to restore. */
export function citedBy(file: Record<string, unknown>): { id: string }[] {
  const {
    limits = [],
    rules,
    sources = [],
  } = file as {
    limits?: Limits;
    rules?: { restore?: Record<string, { limits?: Limits }> };
    sources?: { id: string }[];
  };
  const all = [limits, ...Object.values(rules?.restore ?? {}).map((tier) => tier.limits ?? [])].flat();
  return sources.filter(({ id }) => all.some(({ source }) => source === id));
}
type Limits = { source?: string }[];

/** The rules without those that did not hold yet. */
function without(rules: Record<string, unknown>, absent: readonly HistoryRow[]): Record<string, unknown> {
  const left = structuredClone(rules);
  for (const { meter } of absent) {
    const [, family = '', rule = ''] = meter.split('.');
    delete (left[family] as Record<string, unknown> | undefined)?.[rule];
  }
  return left;
}

type Rule = { free?: { regions?: string[] } & object } & object;
type Rules = { requests?: Record<string, Rule> } & Record<string, Rule>;

/** The rules that count in these regions: a meter without a price has none, and an allowance names regions that are there. */
function rulesFor(rules: Rules, regions: readonly Written[]): Record<string, unknown> {
  const here = regions.map(({ region }) => region);
  const granted = (rule: Rule): Rule => {
    const named = rule.free?.regions;
    if (!named) return rule;
    const { free, ...others } = rule;
    const left = named.filter((region) => here.includes(region));
    return left.length === 0 ? others : { ...others, free: { ...free, regions: left } };
  };
  const counts = (key: string) =>
    !PRICED_METERS.some((meter) => meter === key) || regions.some(({ step }) => Object.hasOwn(step.raw, key));
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([key]) => counts(key))
      .map(([key, rule]) => [
        key,
        key === 'requests'
          ? Object.fromEntries(
              Object.entries(rule as Record<string, Rule>).map(([name, one]) => [name, granted(one)]),
            )
          : granted(rule),
      ]),
  );
}
