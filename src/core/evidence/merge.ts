/** Several datasets of one harness as one, losing nothing: rows are kept as they are, each under the name of its part. */
import { OVER_TIME } from './over-time.ts';
import type { OverTime } from './over-time.ts';
import type { Dataset, DatasetFile, Measurement } from './dataset.ts';

/** Datasets that cannot be one: every reason. */
export class MergeError extends Error {
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'MergeError';
  }
}

export interface Merged {
  head: Omit<DatasetFile, 'checksums'>;
  measurements: Measurement[];
}

export const SAMPLES = 'samples.parquet';
export const HISTOGRAMS = 'histograms.hlog';
const KNOWN_FILES = new Set(['measurements.csv', SAMPLES, HISTOGRAMS, OVER_TIME]);

/**
 * Cells of one condition are not pooled: a quantile of two samples is not to be had from their quantiles. They stand side
 * by side as runs, named after their part, and a prediction mixes runs. Throws `MergeError`.
 */
export function mergeDatasets(parts: readonly Dataset[]): Merged {
  const reasons = reasonsAgainst(parts);
  const [first] = parts;
  if (!first || reasons.length > 0) throw new MergeError(reasons);
  const method = {
    loop: common(parts.map((part) => part.method.loop)),
    temperature: common(parts.map((part) => part.method.temperature)),
    connections: common(parts.map((part) => part.method.connections)),
  };
  return {
    measurements: parts.flatMap((part) => part.measurements.map((row) => rowOf(part, row, method))),
    head: {
      title: [...new Set(parts.map(({ title }) => title))].join(' + '),
      source: {
        url: [...new Set(parts.map(({ source }) => source.url))].join(' and '),
        date: common(parts.map(({ source }) => source.date)),
        retrieved:
          parts
            .map(({ source }) => source.retrieved)
            .toSorted()
            .at(-1) ?? '',
      },
      licence: first.licence,
      measuredBy: {
        name: [...new Set(parts.map(({ measuredBy }) => measuredBy.name))].join(' and '),
        sells: [...new Set(parts.flatMap(({ measuredBy }) => measuredBy.sells))],
      },
      harness: {
        id: first.harness.id,
        tool: [...new Set(parts.map(({ harness }) => harness.tool))].join(' and '),
        version: common(parts.map(({ harness }) => harness.version)),
      },
      client: {
        place: common(parts.map(({ client }) => client.place)),
        runtime: common(parts.map(({ client }) => client.runtime)),
      },
      method,
      caveats: parts.flatMap(caveatsOf),
      status: first.status,
    },
  };
}

/** What a whole dataset states of its method goes into its rows where the parts differ in it. */
function rowOf(part: Dataset, row: Measurement, method: DatasetFile['method']): Measurement {
  return {
    ...row,
    loop: row.loop ?? (method.loop === null ? part.method.loop : null),
    temperature: row.temperature ?? (method.temperature === null ? part.method.temperature : null),
    note: noteIn(part.id, row.note),
  };
}

/** `run a-2026`, before what the row notes itself; a run of its own keeps its name after that of its part, or of its file. */
export function noteIn(part: string, note: string | null): string {
  if (note === null) return `run ${part}`;
  return note.startsWith('run ') ? `run ${part} ${note.slice('run '.length)}` : `run ${part}; ${note}`;
}

/** Rectangles of time and latency stand side by side, each under the name of its part. */
export function mergeOverTime(parts: readonly { part: string; rows: readonly OverTime[] }[]): OverTime[] {
  return parts.flatMap(({ part, rows }) =>
    rows.map((row) => ({ ...row, run: row.run === null ? part : `${part} ${row.run}` })),
  );
}

function caveatsOf({
  id,
  title,
  source,
  measuredBy,
  harness,
  client,
  method,
  caveats,
  hash,
}: Dataset): string[] {
  const date = source.date === null ? '' : ` of ${source.date}`;
  const connections = method.connections === null ? '' : `; connections: ${method.connections}`;
  return [
    `${id}: ${title}; ${source.url}${date}, retrieved ${source.retrieved}; measured by ${measuredBy.name} with ${harness.tool} ${harness.version ?? ''}`.trimEnd() +
      `; client ${client.place ?? 'not stated'}, ${client.runtime ?? 'runtime not stated'}${connections}; content ${hash}`,
    ...caveats.map((caveat) => `${id}: ${caveat}`),
  ];
}

function reasonsAgainst(parts: readonly Dataset[]): string[] {
  if (parts.length < 2) return ['a merge is of two datasets or more; name another'];
  const reasons: string[] = [];
  const ids = parts.map(({ id }) => id);
  for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i)))
    reasons.push(`two of them are called ${id}; rename one folder, so that runs can be told apart`);
  for (const [i, part] of parts.entries()) {
    const twin = parts.slice(0, i).find(({ hash }) => hash === part.hash);
    if (twin) reasons.push(`${part.id} is ${twin.id} once more: its requests would count twice`);
    const newer = parts.find(({ supersedes }) => supersedes === part.id);
    if (newer) reasons.push(`${newer.id} supersedes ${part.id}; merge the newer alone`);
    for (const name of Object.keys(part.checksums).filter((one) => !KNOWN_FILES.has(one)))
      reasons.push(`${part.id} holds ${name}, and nobody knows how to merge that`);
  }
  const differ = (what: string, of: (part: Dataset) => string, why: string) => {
    const values = [...new Set(parts.map(of))];
    if (values.length > 1)
      reasons.push(
        `their ${what} differs (${parts.map((part) => `${part.id}: ${of(part)}`).join(', ')}): ${why}`,
      );
  };
  differ('harness', ({ harness }) => harness.id, 'two harnesses are never pooled; keep two datasets');
  differ('status', ({ status }) => status, 'what is measured, sold and claimed stays apart');
  differ('licence', ({ licence }) => licence, 'a dataset has one');
  for (const file of [SAMPLES, HISTOGRAMS]) {
    const without = parts.filter(({ checksums }) => checksums[file] === undefined);
    if (without.length > 0 && without.length < parts.length)
      reasons.push(
        `${without.map(({ id }) => id).join(', ')} ${without.length === 1 ? 'has' : 'have'} no ${file} and the others have: the merged file would not be of all rows`,
      );
  }
  return reasons;
}

/** The value that all share; null where they differ. */
function common<T>(values: readonly (T | null)[]): T | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}
