/** Gaps between two touches of an object, as counts: all that the cost of a TTL depends on (design §7). */

export interface Gaps {
  /** Gaps that end in a read. */
  readonly count: number;
  /** How many are no longer than this, and how many longer. */
  endedBy(hours: number): number;
  longerThan(hours: number): number;
  /** Σ min(gap, hours): how long objects are held in wait of their next read. */
  heldHours(hours: number): number;
  /** How many end per hour around this length. */
  density(hours: number): number;
  /**
   * TTLs one of which is the cheapest, whatever the prices, rising: between two of them the cost is concave. Null: the
   * hazard falls without a step, and the cheapest TTL solves an equation.
   */
  readonly turns: readonly number[] | null;
  /** Where each object is read at any moment alike: rates of an object, with their share of the reads. Absent: gaps follow each other independently. */
  readonly poisson?: readonly { share: number; perHour: number }[];
}

/** Gaps of lengths above `fromHours` up to `toHours`; their mean where it is known, else the middle. */
export interface GapCell {
  fromHours: number;
  toHours: number;
  count: number;
  meanHours?: number;
}

/** Evenly spread between its ends, or all at one length where both are the same. */
interface Piece {
  fromHours: number;
  toHours: number;
  count: number;
}

/**
 * A histogram. At the edges of its cells every figure is exact, however the gaps lie within; inside a cell they are
 * spread evenly on either side of their mean, so the cost of a TTL is concave between edges and means, and its minimum
 * over all TTLs lies on one of them. Throws `RangeError` for cells that overlap, run backwards or miss their mean.
 */
export function gapHistogram(cells: readonly GapCell[]): Gaps {
  const pieces: Piece[] = [];
  for (const cell of cells.toSorted((a, b) => a.fromHours - b.fromHours || a.toHours - b.toHours)) {
    const before = pieces.at(-1);
    if (before && cell.fromHours < before.toHours) throw new RangeError('cells of gaps overlap');
    pieces.push(...piecesOf(cell));
  }
  const count = pieces.reduce((sum, one) => sum + one.count, 0);
  return {
    count,
    endedBy: (hours) => pieces.reduce((sum, one) => sum + one.count * shareBy(one, hours), 0),
    longerThan: (hours) => pieces.reduce((sum, one) => sum + one.count * (1 - shareBy(one, hours)), 0),
    heldHours: (hours) => pieces.reduce((sum, one) => sum + one.count * meanHeld(one, hours), 0),
    density: (hours) => {
      const here = pieces.find((one) => hours >= one.fromHours && hours < one.toHours);
      return here ? here.count / (here.toHours - here.fromHours) : 0;
    },
    turns: [...new Set([0, ...pieces.flatMap(({ fromHours, toHours }) => [fromHours, toHours])])],
  };
}

export const NO_GAPS: Gaps = gapHistogram([]);

/** The same gaps, so many times as often. */
export function scaledGaps(gaps: Gaps, factor: number): Gaps {
  if (factor === 0) return NO_GAPS;
  return {
    count: gaps.count * factor,
    endedBy: (hours) => factor * gaps.endedBy(hours),
    longerThan: (hours) => factor * gaps.longerThan(hours),
    heldHours: (hours) => factor * gaps.heldHours(hours),
    density: (hours) => factor * gaps.density(hours),
    turns: gaps.turns,
    ...(gaps.poisson ? { poisson: gaps.poisson } : {}),
  };
}

function piecesOf({ fromHours, toHours, count, meanHours }: GapCell): Piece[] {
  if (!(fromHours >= 0 && toHours >= fromHours && toHours < Infinity && count >= 0))
    throw new RangeError(`no cell of gaps runs from ${fromHours} to ${toHours} hours with ${count}`);
  if (count === 0) return [];
  const width = toHours - fromHours;
  const mean = meanHours ?? fromHours + width / 2;
  const slack = 1e-9 * toHours;
  if (!(mean >= fromHours - slack && mean <= toHours + slack))
    throw new RangeError(`a mean gap of ${mean} hours lies outside ${fromHours} to ${toHours}`);
  if (mean <= fromHours) return [{ fromHours, toHours: fromHours, count }];
  if (mean >= toHours) return [{ fromHours: toHours, toHours, count }];
  // Two even spreads that meet at the mean have that mean where the lower one weighs as much as the upper is wide.
  const lower = count * ((toHours - mean) / width);
  return [
    { fromHours, toHours: mean, count: lower },
    { fromHours: mean, toHours, count: count - lower },
  ];
}

function shareBy({ fromHours, toHours }: Piece, hours: number): number {
  if (hours >= toHours) return 1;
  return hours <= fromHours ? 0 : (hours - fromHours) / (toHours - fromHours);
}

function meanHeld(piece: Piece, hours: number): number {
  const { fromHours, toHours } = piece;
  if (hours >= toHours) return (fromHours + toHours) / 2;
  const ended = shareBy(piece, hours);
  return ended * ((fromHours + hours) / 2) + (1 - ended) * hours;
}
