/** Ages the threshold handle can take: those people name, the points of the read curve, and where it stands. */
const NAMED_DAYS = [
  ...[1, 2, 3, 6, 12].map((hours) => hours / 24),
  ...[
    1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 75, 90, 120, 180, 270, 365, 540, 730, 1095, 1825, 2555, 3650,
  ],
];

export function thresholdAges(endDays: number, curve: readonly number[], current: number): number[] {
  const all = [...NAMED_DAYS, ...curve, current].filter((days) => days > 0 && days < endDays * (1 - 1e-9));
  all.sort((a, b) => a - b);
  return all
    .filter((days, i) => i === 0 || days - (all[i - 1] as number) > 1e-6 || days === current)
    .filter((days, i, kept) => kept.indexOf(days) === i);
}
