/** Where words of a drawing stand, so that none runs out of it, over another, or on a mark. */

/** Pixels, of a letter at 12 px, and of a bold one. */
export const [LETTER, STRONG_LETTER] = [6.5, 7];
/** Pixels, from one line of words to the next. */
export const LINE = 15;

/** Shortened in the middle where it is wider than `room` pixels: names of neighbours differ at their ends. */
export function fit(text: string, room: number, letter = LETTER): string {
  const most = Math.max(7, Math.floor(room / letter));
  if (text.length <= most) return text;
  const tail = Math.ceil((most - 1) * 0.55);
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** In as many lines as it takes at `room` pixels, broken between words; a word wider than that is shortened. */
export function wrapped(text: string, room: number, letter = LETTER): string[] {
  const most = Math.max(7, Math.floor(room / letter));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(fit(word, room, letter));
  }
  return lines;
}

/** Of values in the order they matter, those whose words have `room` pixels from every one before them. */
export function spaced(values: readonly number[], scale: (value: number) => number, room: number): number[] {
  const kept: number[] = [];
  for (const value of values)
    if (kept.every((other) => Math.abs(scale(other) - scale(value)) >= room)) kept.push(value);
  return kept;
}

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

/** Names in rows as a legend, each with room for its swatch. */
export function legendPlaces(
  names: readonly string[],
  width: number,
): { name: string; x: number; row: number }[] {
  const [swatch, gap] = [15, 18];
  let [x, row] = [0, 0];
  return names.map((name) => {
    const needed = swatch + name.length * LETTER + gap;
    if (x > 0 && x + needed - gap > width) [x, row] = [0, row + 1];
    const place = { name, x, row };
    x += needed;
    return place;
  });
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
export interface LabelSpot {
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

/** Where names fit beside their points without lying on one another or on what is `kept` clear, in the order given; null where none does. */
export function labelSpots(
  points: readonly { x: number; y: number; text: string }[],
  width: number,
  letter = LETTER,
  kept: readonly Box[] = [],
): (LabelSpot | null)[] {
  const taken: Box[] = [
    ...points.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 })),
    ...kept,
  ];
  return points.map(({ x, y, text }, i) => {
    const long = text.length * letter;
    const spots: LabelSpot[] = [-9, 4, 17].flatMap((dy) => [
      { x: x + 9, y: y + dy, anchor: 'start' },
      { x: x - 9, y: y + dy, anchor: 'end' },
    ]);
    // Over or under its point, where that is near the edge.
    if (x + long + 9 > width && x >= width - long)
      spots.push(...[y - 16, y + 25].map((at) => ({ x: width - 2, y: at, anchor: 'end' as const })));
    for (const spot of spots) {
      const left = spot.anchor === 'start' ? spot.x : spot.x - long;
      const box = { left, right: left + long, top: spot.y - 11, bottom: spot.y + 3 };
      const isFree = taken.every((other, j) => j === i || !overlap(box, other));
      if (!isFree || box.left < 0 || box.right > width) continue;
      taken.push(box);
      return spot;
    }
    return null;
  });
}

const overlap = (a: Box, b: Box) =>
  a.right >= b.left && a.left <= b.right && a.bottom >= b.top && a.top <= b.bottom;
