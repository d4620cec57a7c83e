/** Heights for labels that belong at `wanted` and stand at least `gap` apart, inside [top, bottom]; in the order given. */
export function apart(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let least = top;
  for (const one of order) {
    one.y = Math.max(one.y, least);
    least = one.y + gap;
  }
  let most = bottom;
  for (const one of order.toReversed()) {
    one.y = Math.min(one.y, most);
    most = one.y - gap;
  }
  const placed = new Array<number>(wanted.length).fill(top);
  for (const { y, i } of order) placed[i] = y;
  return placed;
}
