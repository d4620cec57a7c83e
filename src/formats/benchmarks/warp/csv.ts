/**
 * warp's full file (`--full`): a request a line. The uploads that prepare a run stand in it too, and are dropped; errors
 * keep the size they were meant to have, and are counted apart. https://github.com/minio/warp
 */
import type { Measurement } from '#core/evidence/dataset.ts';
import { overTimeOf } from '#core/evidence/over-time.ts';
import { cellOf, errorRows, figure, risingRows, secondOf, whereOf, type Cell, type Where } from '../cell.ts';
import { ImportError, type Found, type StreamedImporter } from '../../importer.ts';
import { WarpCells, type Group, type Tally } from './cells.ts';
import {
  OPERATION_OF,
  RETRIES_UNSEEN,
  SIZED,
  WARP,
  WARP_METHOD,
  caveat,
  commandOf,
  heldBack,
  measuredOps,
  noted,
  operationOf,
  withinRun,
} from './command.ts';
import type { Command } from './command.ts';
import { WarpRows } from './rows.ts';

const NS_PER_MS = 1_000_000;
const NS_PER_S = 1_000_000_000;
const FIRST_COLUMNS = 'idx\tthread\top\t';

export const warpCsv = {
  id: 'warp-csv',
  title: "warp's full file of requests (.csv.zst)",
  tool: WARP,
  method: WARP_METHOD,
  recognises: (head) => head.startsWith(FIRST_COLUMNS) || 'columns "idx thread op …", parted by tabs',
  open(context) {
    const where = whereOf(context);
    const cells = new WarpCells();
    const rows = new WarpRows((row) => cells.add(row));
    return {
      push: (piece) => rows.push(piece),
      end(isCut) {
        const isPartOfLine = rows.end();
        return datasetOf({ rows, cells }, where, isCut || isPartOfLine);
      },
    };
  },
} satisfies StreamedImporter;

interface Read {
  rows: WarpRows;
  cells: WarpCells;
}

function datasetOf(read: Read, where: Where, isCut: boolean): Found {
  const { rows, cells } = read;
  const { groups } = cells;
  const [operations, endpoints] = [[...cells.operations], [...cells.endpoints]];
  const command = commandOf(rows.comments.at(-1) ?? '');
  const spans = groups.map(({ op, startNs, endNs }) => ({ op, start: startNs, end: endNs }));
  const ops = measuredOps(spans, command);
  const kept = groups.filter(({ op }) => ops.has(op));
  const dropped = groups.filter((group) => !kept.includes(group));
  const known = kept.filter(({ op }) => OPERATION_OF.has(op));
  const measurements = known
    .toSorted(
      (a, b) =>
        operations.indexOf(a.op) - operations.indexOf(b.op) ||
        endpoints.indexOf(a.endpoint) - endpoints.indexOf(b.endpoint),
    )
    .flatMap((group) => measurementsOf(read, group, where, command));
  if (measurements.length === 0)
    throw new ImportError(
      groups.length === 0
        ? `line 2: there are no requests${isCut ? '; it is cut short' : ''}`
        : 'holds no requests but those that prepare a run',
    );
  return {
    measurements,
    toolVersion: command.version,
    caveats: caveatsOf(read, kept, dropped, command, isCut),
    overTime: known.flatMap((group) =>
      overTimeOf(group.overTime, rows.firstSecond * 1000, {
        store: where.store,
        operation: operationOf(group.op, command),
        run: endpointNote(read, group)?.slice('run '.length) ?? null,
      }),
    ),
  };
}

function measurementsOf(read: Read, group: Group, where: Where, command: Command): Measurement[] {
  const op = group.op;
  const tallies = [...group.tallies.values()].toSorted((a, b) => a.leastBytes - b.leastBytes);
  const cell = (sizeBytes: number | null, notes: readonly (string | null)[]) =>
    cellOf(where, {
      operation: operationOf(op, command),
      size_bytes: SIZED.has(op) ? sizeBytes : null,
      concurrency: group.threads.size,
      loop: 'closed',
      measured_at: momentOf(read, group),
      note: noted([endpointNote(read, group), objectsNote(group), ...notes]),
    });
  const [first, ...others] = tallies;
  const only = others.length === 0 ? first : undefined;
  const heldTo = command.perSecond === null ? null : `held to ${command.perSecond}/s by --rps-limit`;
  return [
    ...tallies.flatMap((tally) => tallyRows(cell(sizeOf(tally), [sizesNote(tally)]), tally)),
    ...rateRows(
      cell(only ? sizeOf(only) : null, [only ? sizesNote(only) : 'all sizes', heldTo]),
      group,
      tallies,
    ),
  ];
}

/** A bucket stands where its mean is. */
const sizeOf = ({ leastBytes, mostBytes, sumBytes, count }: Tally) =>
  count === 0 || leastBytes === mostBytes ? mostBytes : Math.round(sumBytes / count);

const sizesNote = ({ leastBytes, mostBytes }: Tally) =>
  leastBytes === mostBytes ? null : `sizes of ${leastBytes} to ${mostBytes} bytes, at their mean`;

function objectsNote({ leastObjects, mostObjects }: Group): string | null {
  if (mostObjects <= 1) return null;
  return leastObjects === mostObjects
    ? `${mostObjects} objects a request`
    : `${leastObjects} to ${mostObjects} objects a request`;
}

/** Where there are several. Nothing of an address but its host: it may hold keys. */
function endpointNote({ cells: { endpoints } }: Read, { endpoint }: Group): string | null {
  if (endpoints.size < 2) return null;
  const host = /^(?:https?:\/\/)?([\w.:-]{1,100})\/?$/.exec(endpoint)?.[1];
  return `run endpoint ${host ?? [...endpoints].indexOf(endpoint) + 1}`;
}

function momentOf({ rows: { firstSecond } }: Read, { startNs }: Group): string | null {
  if (startNs === Infinity) return null;
  return secondOf((firstSecond + Math.floor(startNs / NS_PER_S)) * 1000);
}

function tallyRows(cell: Cell, { count, errors, durationsNs, firstBytesNs }: Tally): Measurement[] {
  return [
    ...risingRows(cell, 'total', durationsNs.rising(), NS_PER_MS),
    ...risingRows(cell, 'first_byte', firstBytesNs.rising(), NS_PER_MS),
    ...errorRows(cell, errors, count + errors),
  ];
}

/** Of the requests that succeeded, from the start of the first to the end of the last. */
function rateRows(cell: Cell, { startNs, endNs }: Group, tallies: readonly Tally[]): Measurement[] {
  const samples = tallies.reduce((sum, { count }) => sum + count, 0);
  const bytes = tallies.reduce((sum, { sumBytes }) => sum + sumBytes, 0);
  const seconds = (endNs - startNs) / NS_PER_S;
  if (samples === 0 || seconds <= 0) return [];
  return [
    figure(cell, 'rate', 'mean', samples / seconds, { samples }),
    ...(bytes > 0 ? [figure(cell, 'throughput', 'mean', bytes / seconds, { samples })] : []),
  ];
}

function caveatsOf(
  { rows, cells: { clients, endpoints } }: Read,
  kept: readonly Group[],
  dropped: readonly Group[],
  { name, perSecond }: Command,
  isCut: boolean,
): string[] {
  const requests = (groups: readonly Group[]) =>
    groups
      .flatMap(({ tallies }) => [...tallies.values()])
      .reduce((sum, { count, errors }) => sum + count + errors, 0);
  const ops = (groups: readonly Group[]) => [...new Set(groups.map(({ op }) => op))].join(', ');
  const unknown = kept.filter(({ op }) => !OPERATION_OF.has(op));
  const measured = kept.filter((group) => !unknown.includes(group));
  return [
    ...caveat(
      isCut,
      `The file is cut short: its ${requests([...kept, ...dropped])} whole lines are read, and what followed is not known.`,
    ),
    ...caveat(
      !isCut && rows.comments.length === 0,
      'The line that closes a file of warp, with its command, is missing: the file may have been cut short.',
    ),
    ...caveat(
      name === null && dropped.length === 0 && ops(kept) === 'PUT',
      'Its command is not known, and there are uploads alone: they may be those that prepare another run.',
    ),
    ...caveat(
      dropped.length > 0,
      `${requests(dropped)} requests that prepared the run (${ops(dropped)}) are left out.`,
    ),
    ...caveat(
      unknown.length > 0,
      `${requests(unknown)} requests of ${ops(unknown)} are left out: no operation here.`,
    ),
    ...caveat(
      new Set(measured.map(({ op }) => op)).size > 1,
      withinRun(new Set(measured.map(({ op }) => op))),
    ),
    ...caveat(perSecond !== null, heldBack(perSecond)),
    ...caveat(
      clients.size > 1,
      `${clients.size} clients, each by its own clock: rates and throughputs are as right as their clocks agree.`,
    ),
    ...caveat(
      endpoints.size > 1,
      'Each endpoint is measured apart; threads may have gone from one to the other, so fewer were at each at once.',
    ),
    ...caveat(
      rows.clockSteps > 0,
      `${rows.clockSteps} requests had their first byte before they began, as the client's clock was set: those first bytes are left out.`,
    ),
    'Concurrency is the number of threads that sent such requests; fewer may have been under way at once.',
    RETRIES_UNSEEN,
  ];
}
