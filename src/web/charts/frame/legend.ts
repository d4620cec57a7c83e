/** Lays names out in rows as a legend, each with room for its swatch. */
export function legendPlaces(
  names: readonly string[],
  width: number,
): { name: string; x: number; row: number }[] {
  const [swatch, gap, letter] = [15, 18, 6.6];
  let [x, row] = [0, 0];
  return names.map((name) => {
    const needed = swatch + name.length * letter + gap;
    if (x > 0 && x + needed - gap > width) [x, row] = [0, row + 1];
    const place = { name, x, row };
    x += needed;
    return place;
  });
}
