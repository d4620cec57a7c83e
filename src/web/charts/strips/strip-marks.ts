/** What the placement strip draws at a width: every mark with its place, in pixels from the left and the top. */
import type { NameOf } from '#core/answer/words/names.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import { formatDays } from '#core/units.ts';
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { listing } from '#core/text/words.ts';
import { placeName, storeWithRegion } from '#web/words/names.ts';
import { STRONG_LETTER, labelled, overlap, wordsBox } from '../frame/labels.ts';
import {
  ageLabels,
  ageScale,
  bandsOf,
  endOfLife,
  moveMarks,
  nameUnder,
  readCourse,
  uprightArrow,
  type AgePoint,
  type Band,
  type MoveMark,
} from './strip-geometry.ts';

export interface Strip {
  candidate: Candidate;
  /** Cumulative reads by age; null where objects have no age. */
  reads: AgePoint[] | null;
  /** Objects are never deleted: the strip ends, their life does not. */
  forever: boolean;
  /** Age that the handle stands at; null: there is none. */
  handleDays: number | null;
}

export const READS_TOP = 24;
export const BAND_HEIGHT = 34;
export const EDGE = 10;
/** From a band or a dot to words beside it. */
const GAP = 14;
/** From where a band begins to words in and under it. */
export const INSET = 10;
/** Less than a cent a month is not said. */
const LEAST = 0.01;
const NARROW = 480;
const VERBS = { arrive: 'written', copy: 'moved', drop: 'dropped', expire: 'expires' } as const;

const fits = (text: string, room: number) => text.length * STRONG_LETTER + 16 <= room;

/** Heights. A row has room under its band for a line of words, and for a second on narrow drawings and where a band goes on at a move. */
export function stripHeights({ candidate, reads }: Strip, width: number) {
  // Without ages there is neither an axis nor an area above it.
  const axis = reads ? 128 : 0;
  const goesOn = ({ segments }: Candidate) =>
    segments.some(({ holders }, i) => holders.some((store) => segments[i - 1]?.holders.includes(store)));
  const pitch = BAND_HEIGHT + (width < NARROW || goesOn(candidate) ? 46 : 30);
  const top = (row: number) => axis + 34 + row * pitch;
  return {
    axis,
    top,
    all: top(candidate.stores.length) - 4,
    end: top(candidate.stores.length - 1) + BAND_HEIGHT,
  };
}

export function stripMarks(strip: Strip, nameOf: NameOf, width: number) {
  const { candidate, reads, forever, handleDays } = strip;
  const { axis, top } = stripHeights(strip, width);
  const end = endOfLife(candidate);
  const scale = ageScale(end, EDGE, width - EDGE);
  const handles = handleDays === null ? [] : [scale(handleDays)];
  const moves = moveMarks(candidate, scale, end);
  const exits = moves.filter((one) => isExit(one, moves));
  const bands = bandsOf(candidate, scale, end);
  const everyone = new Set(candidate.segments.flatMap(({ servers }) => Object.keys(servers)));
  const money = (amount: number) => overviewMoney(amount, candidate.monthly.currency);

  /** Under a band: what writing costs, and who reads it when that is not everyone. */
  function caption(band: Band, isNamed: boolean): string {
    const arrival = moves.find(({ kind, toRow }) => kind === 'arrive' && toRow === band.row);
    // An arrow that leaves the band's end would run through words beyond it.
    const isLeft = moves.some(
      ({ kind, fromRow, x }) => kind !== 'arrive' && fromRow === band.row && x === band.x1,
    );
    const parts = [
      isNamed ? '' : nameOf(band.store),
      band.fromDays === 0 && arrival && arrival.amount >= LEAST ? `written for ${money(arrival.amount)}` : '',
      band.serves.length < everyone.size ? readers(band) : '',
    ].filter((part) => part !== '');
    const captions = parts.map((_, i) => parts.slice(0, i + 1).join(' · '));
    return captions.findLast((words) => fits(words, band.x1 - band.x0 + (isLeft ? 0 : 32))) ?? '';
  }

  /** Under a band; its name where that has no room in any band of the row. */
  function under(band: Band) {
    const isNamed = bands.some((one) => one.row === band.row && namesIn(one, nameOf).length > 0);
    const text = caption(band, isNamed);
    if (text !== '' || isNamed) return { x: band.x0 + INSET, anchor: undefined, text };
    const name = nameOf(band.store);
    return { ...nameUnder(name, band, exits, width), text: name };
  }
  const unders = bands.map(under);

  /** What happens at a band's end: an arrow, and words beside it where those have room. */
  function exit(mark: MoveMark) {
    const { kind, x, toRow, amount } = mark;
    const row = mark.fromRow ?? 0;
    const goesOn = bands.some((band) => band.row === row && band.x0 === x);
    const price = amount >= LEAST ? `${money(amount)}/month` : '';
    const verb = VERBS[kind];
    const [over, below] = [top(row), top(row) + BAND_HEIGHT];
    const isBeside = Math.max(verb.length, price.length) * STRONG_LETTER < width - EDGE - x - 16;
    const isDown = toRow === null || toRow > row;
    const to = kind === 'copy' && toRow !== null ? top(toRow) + (isDown ? -1 : BAND_HEIGHT + 1) : below + 14;
    const said = isBeside && goesOn && kind === 'copy' ? 'copied' : verb;
    const place = { x: isBeside ? x + GAP : x - GAP, anchor: isBeside ? 'start' : 'end' } as const;
    const alone = { ...place, text: `${said} ${price}` };
    const isTaken = unders.some((one, i) => bands[i]?.row === row && overlap(reachOf(one), reachOf(alone)));
    const lines: [words: string, y: number][] =
      isBeside && !goesOn
        ? [
            [verb, over + (price ? 14 : 21)],
            [price, over + 29],
          ]
        : [[alone.text, below + (isTaken ? 33 : 16)]];
    return {
      key: `${kind} ${mark.fromRow} ${toRow} ${mark.atDays}`,
      arrow: uprightArrow(x, isDown ? below : over, to),
      ...place,
      lines,
    };
  }

  return {
    scale,
    course: reads && courseOf(readCourse(reads, end), scale, axis, handles, width),
    ages: reads ? ageLabels(end, scale, [EDGE, width - EDGE], handles, forever) : [],
    bands: bands.map((band, i) => ({
      ...band,
      key: `${band.store} ${band.fromDays}`,
      y: top(band.row),
      width: band.x1 - band.x0,
      label: `${storeWithRegion(band.store)} from ${band.fromDays ? formatDays(band.fromDays) : 'arrival'} to ${formatDays(band.toDays)}, ${readers(band)}`,
      names: namesIn(band, nameOf),
      under: unders[i] ?? { x: 0, anchor: undefined, text: '' },
    })),
    exits: exits.map(exit),
  };
}

/** What words under a band take up of its line. */
const reachOf = ({ x, anchor, text }: { x: number; anchor?: 'start' | 'end' | undefined; text: string }) =>
  wordsBox(text, anchor === 'end' ? x - text.length * STRONG_LETTER : x, 0, STRONG_LETTER);

const readers = ({ serves }: Band) =>
  serves.length === 0 ? 'kept, not read' : `read by ${listing(serves.map(placeName))}`;

/** What is copied, what is dropped without a copy at the same age, and what costs something to expire. */
const isExit = ({ kind, atDays, amount }: MoveMark, all: readonly MoveMark[]) =>
  kind === 'copy' ||
  (kind === 'drop' && !all.some((other) => other.kind === 'copy' && other.atDays === atDays)) ||
  (kind === 'expire' && amount >= LEAST);

/** In the band: one line, or on a short one two; none where even those have no room. */
function namesIn({ store, x0, x1 }: Band, nameOf: NameOf): string[] {
  const short = nameOf(store);
  const words = short.split(' ');
  const half = Math.ceil(words.length / 2);
  const lines = [
    [storeWithRegion(store)],
    [short],
    [words.slice(0, half).join(' '), words.slice(half).join(' ')],
  ];
  return lines.find((one) => one.every((line) => fits(line, x1 - x0))) ?? [];
}

/** The cumulative reads: a line, and at its points between the ends the share that has come by then. */
function courseOf(
  points: readonly AgePoint[],
  scale: (days: number) => number,
  axis: number,
  handles: readonly number[],
  width: number,
) {
  const at = points.map(({ ageDays, share }) => ({
    x: scale(ageDays),
    y: axis - share * (axis - READS_TOP),
    text: `${percent(share)} of reads`,
  }));
  const inner = at.slice(1, -1);
  const kept = [
    ...handles.map((x) => ({ left: x - 30, right: x + 30, top: 0, bottom: READS_TOP })),
    // The line goes on rising.
    ...inner.map(({ x, y }) => ({ left: x + 7, right: x + 60, top: y - 20, bottom: y })),
  ];
  return {
    line: at.map(({ x, y }): [number, number] => [x, y]),
    named: labelled(inner, width, STRONG_LETTER, kept),
  };
}
