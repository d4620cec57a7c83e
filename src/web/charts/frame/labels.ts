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

/** The middle of words that belong at `x` and lie between the edges. */
export function middleOf(x: number, text: string, left: number, right: number, letter = LETTER): number {
  const half = (text.length * letter) / 2;
  return Math.min(Math.max(x, left + half), right - half);
}

/** Of values in their order, those that are `room` pixels from every one before them. */
export function spaced(values: readonly number[], scale: (value: number) => number, room: number): number[] {
  const kept: number[] = [];
  for (const value of values)
    if (kept.every((other) => Math.abs(scale(other) - scale(value)) >= room)) kept.push(value);
  return kept;
}

export interface Tick {
  value: number;
  text: string;
  /** Of the middle of its words. */
  x: number;
}

/** Words under an axis, clear of one another and of what is `kept`: of each value, those that matter most first, the first text that has room. */
export function wordsUnder(
  wanted: readonly { value: number; texts: readonly string[] }[],
  scale: (value: number) => number,
  [left, right]: readonly [left: number, right: number],
  kept: readonly number[] = [],
): Tick[] {
  const ticks: Tick[] = [];
  const isFree = ({ x, text }: Tick) =>
    [...ticks, ...kept.map((x) => ({ x, text: '' }))].every(
      (other) => Math.abs(other.x - x) > ((other.text.length + text.length) * LETTER) / 2 + 9,
    );
  for (const { value, texts } of wanted) {
    const tick = texts
      .map((text) => ({ value, text, x: middleOf(scale(value), text, left, right) }))
      .find(isFree);
    if (tick) ticks.push(tick);
  }
  return ticks.sort((a, b) => a.value - b.value);
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
interface Spot {
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

/** What words on a line at `y` take up. */
export const wordsBox = (text: string, left: number, y: number, letter = LETTER): Box => ({
  ...{ left, right: left + text.length * letter },
  ...{ top: y - 11, bottom: y + 3 },
});

/** Points, in the order they matter, with where their words fit beside them without lying on a point, on one another or on what is `kept` clear; null where none does. */
export function labelled<Point extends { x: number; y: number; text: string }>(
  points: readonly Point[],
  width: number,
  letter = LETTER,
  kept: readonly Box[] = [],
): (Point & { spot: Spot | null })[] {
  const taken: Box[] = [
    ...points.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 })),
    ...kept,
  ];
  const spotOf = ({ x, y, text }: Point, i: number): Spot | null => {
    const long = text.length * letter;
    if (long === 0) return null;
    const spots: Spot[] = [-9, 4, 17].flatMap((dy) => [
      { x: x + 9, y: y + dy, anchor: 'start' },
      { x: x - 9, y: y + dy, anchor: 'end' },
    ]);
    // Over or under its point, where that is near the edge.
    if (x + long + 9 > width && x >= width - long)
      spots.push(...[y - 16, y + 25].map((at): Spot => ({ x: width - 2, y: at, anchor: 'end' })));
    for (const spot of spots) {
      const left = spot.anchor === 'start' ? spot.x : spot.x - long;
      const box = wordsBox(text, left, spot.y, letter);
      const isFree = taken.every((other, j) => j === i || !overlap(box, other));
      if (!isFree || box.left < 0 || box.right > width) continue;
      taken.push(box);
      return spot;
    }
    return null;
  };
  return points.map((point, i) => ({ ...point, spot: spotOf(point, i) }));
}

export const overlap = (a: Box, b: Box) =>
  a.right >= b.left && a.left <= b.right && a.bottom >= b.top && a.top <= b.bottom;
