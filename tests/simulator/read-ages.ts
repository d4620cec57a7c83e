/** Share of reads that fall on objects no older than an age: straight lines through (0, 0), the given points and (end, 1). */
export function shareReadBy(
  points: readonly { ageDays: number; share: number }[],
  end: number,
): (age: number) => number {
  const corners = [
    { ageDays: 0, share: 0 },
    ...points.filter((point) => point.ageDays < end),
    { ageDays: end, share: 1 },
  ];
  return (age) => {
    let share = 0;
    for (let i = 1; i < corners.length; i += 1) {
      const [left, right] = [corners[i - 1], corners[i]];
      if (!left || !right) break;
      const walked = Math.min(Math.max(age - left.ageDays, 0), right.ageDays - left.ageDays);
      share += ((right.share - left.share) * walked) / (right.ageDays - left.ageDays);
    }
    return share;
  };
}
