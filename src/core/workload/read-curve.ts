/** Share of reads by object age: A(t), piecewise linear through (0, 0), the given points and (R, 1) (design §4). */

export interface ReadCurve {
  /** Ages of the curve's knots in days, from 0 to the retention. */
  knots: readonly number[];
  /** A(t): share of reads that fall on objects no older than `ageDays`. */
  at(ageDays: number): number;
}

/** `points` are cumulative shares by age, rising; `retentionDays` is R. Throws `RangeError` for a point past R. */
export function readCurve(
  points: readonly { ageDays: number; share: number }[],
  retentionDays: number,
): ReadCurve {
  const late = points.find((point) => point.ageDays > retentionDays * (1 + 1e-12));
  if (late)
    throw new RangeError(
      `reads.byAge goes to ${late.ageDays} days, past the retention of ${retentionDays} days`,
    );
  const inner = points.filter((point) => point.ageDays < retentionDays);
  const ages = [0, ...inner.map((point) => point.ageDays), retentionDays];
  const shares = [0, ...inner.map((point) => point.share), 1];
  return {
    knots: ages,
    at(ageDays) {
      if (ageDays <= 0) return 0;
      if (ageDays >= retentionDays) return 1;
      let i = 1;
      while (ages[i]! < ageDays) i += 1;
      const from = ages[i - 1]!;
      const fraction = (ageDays - from) / (ages[i]! - from);
      return shares[i - 1]! + fraction * (shares[i]! - shares[i - 1]!);
    },
  };
}
