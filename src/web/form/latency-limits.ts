/** `requirements.latency` as the form shows it; what it does not show stays as it was. */

type Limit = Record<string, unknown>;

const STATISTICS = ['mean', 'p50', 'p95', 'p99', 'p999'];
export const WHATS = ['reads', 'first bytes', 'writes'] as const;

export function limitsIn(value: unknown): Limit[] {
  return Array.isArray(value)
    ? (value as unknown[]).map((one) => (typeof one === 'object' && one !== null ? (one as Limit) : {}))
    : [];
}

export const statisticsOf = (limit: Limit) => STATISTICS.filter((one) => limit[one] !== undefined);
export const otherStatistics = (limit: Limit) => STATISTICS.filter((one) => limit[one] === undefined);

export function whatOf({ of, metric }: Limit): (typeof WHATS)[number] {
  return of === 'write' ? 'writes' : metric === 'firstByte' ? 'first bytes' : 'reads';
}

/** Writes are timed whole and from the writer: a place is dropped. */
export function withWhat({ of: _of, metric: _metric, at, ...rest }: Limit, what: string): Limit {
  if (what === 'writes') return { ...rest, of: 'write' };
  const where = at === undefined ? {} : { at };
  return what === 'reads' ? { ...rest, ...where } : { ...rest, ...where, metric: 'firstByte' };
}
