/** Every counted request as one row of Parquet, in the order they were made: `samples.parquet` of a dataset. */
import type { JournalState } from './journal.ts';
import { bytesOf, operationAt } from '../plan/cell.ts';
import { parquetFile, type Column } from './parquet.ts';
import type { ProbePlan } from '../plan/plan-file.ts';
import { isHit, isReused, type Sample } from './record.ts';
import type { RoundState } from '../rounds.ts';
import { countedIn } from '../workers/when.ts';

/**
 * The columns that datasets share come first; `latency_ms` is null where there was a problem. Times are milliseconds;
 * of an open loop they count from the intended start. `reused` says whether the connection was open before, null where
 * nobody knows: no answer, none asked for, or AWS's own client. `retries` is 0, as a probe tries nothing again: what
 * went wrong is a row. Warming up is left out.
 */
export function samplesParquet(
  plan: ProbePlan,
  rounds: readonly RoundState[],
  placesOf: (state: JournalState) => (target: number) => string | null,
): Uint8Array {
  const roundOf = new Map(
    rounds.flatMap((one) =>
      one.state.samples.filter(countedIn(plan, one.state)).map((sample) => [sample, one] as const),
    ),
  );
  const rows = [...roundOf.keys()].sort((a, b) => a.atMs - b.atMs);
  const [first] = rounds;
  const places = plan.targets.map((_, target) => (first ? placesOf(first.state)(target) : null));
  const cellOf = ({ cell }: Sample) => plan.cells[cell];
  const column =
    <T extends string | number | boolean>(type: Column['type']) =>
    (name: string, of: (one: Sample) => T | null | undefined): Column => ({
      name,
      type,
      values: rows.map((one) => of(one) ?? null),
    });
  const text = column<string>('STRING');
  const number = column<number>('DOUBLE');
  const whole = column<number>('INT32');
  return parquetFile([
    text('run', (one) => roundOf.get(one)?.state.head.run ?? null),
    text('store', ({ target }) => plan.targets[target]?.store ?? null),
    text('store_region', ({ target }) => places[target] ?? null),
    text('client_place', () => plan.from),
    text('operation', (one) => {
      const cell = cellOf(one);
      return cell ? operationAt(cell, one.cell, one.index, plan.seed) : null;
    }),
    whole('size_bytes', (one) => {
      const cell = cellOf(one);
      return cell && bytesOf(cell);
    }),
    number('latency_ms', ({ problem, totalMs }) => (problem === null ? totalMs : null)),
    number('first_byte_ms', ({ firstByteMs }) => firstByteMs),
    number('ended_after_ms', ({ totalMs }) => totalMs),
    number('late_ms', ({ lateMs }) => lateMs),
    number('dns_ms', ({ dnsMs }) => dnsMs),
    number('connect_ms', ({ connectMs }) => connectMs),
    number('tls_ms', ({ tlsMs }) => tlsMs),
    column<boolean>('BOOLEAN')('reused', (one) => (plan.client === 'sdk' ? null : isReused(one))),
    whole('retries', () => 0),
    number('at_ms', ({ atMs }) => atMs),
    text('cache', (one) => (cellOf(one)?.cacheBytes == null ? null : isHit(one) ? 'hit' : 'miss')),
    column<number>('INT64')('bytes', ({ bytes }) => bytes),
    whole('status', ({ status }) => status),
    text('problem', ({ problem }) => problem),
    whole('concurrency', (one) => cellOf(one)?.concurrency),
    number('per_second', (one) => cellOf(one)?.perSecond),
    whole('round', (one) => roundOf.get(one)?.round),
    whole('target', ({ target }) => target),
    whole('cell', ({ cell }) => cell),
    whole('request', ({ index }) => index),
    whole('worker', ({ worker }) => worker),
  ]);
}
