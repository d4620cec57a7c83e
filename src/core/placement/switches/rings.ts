/** Pieces of edges joined to closed rings, region by region. */
import type { EdgePiece, Point } from './trace.ts';

/** By key, each ring without its first point again; outer rings run counter-clockwise, holes clockwise. */
export function ringsOf<W>(
  pieces: readonly EdgePiece<W>[],
  key: (winner: W) => string,
): Map<string, { winner: W; rings: Point[][] }> {
  const regions = new Map<string, { winner: W; rings: Point[][] }>();
  for (const own of Map.groupBy(pieces, ({ winner }) => key(winner)).values()) {
    const [first] = own;
    if (!first) continue;
    const starting = Map.groupBy(own, ({ from }) => from);
    const rings: Point[][] = [];
    const used = new Set<EdgePiece<W>>();
    for (const start of own) {
      if (used.has(start)) continue;
      const ring: Point[] = [];
      let piece: EdgePiece<W> | undefined = start;
      while (piece && !used.has(piece)) {
        used.add(piece);
        ring.push(...piece.points.slice(0, -1));
        piece = starting.get(piece.to)?.find((one) => !used.has(one));
      }
      rings.push(ring);
    }
    regions.set(key(first.winner), { winner: first.winner, rings });
  }
  return regions;
}

/** Twice signed: above 0 where the ring runs counter-clockwise. */
export function areaOf(ring: readonly Point[]): number {
  return (
    ring.reduce((sum, [u, v], i) => {
      const [nextU, nextV] = ring[(i + 1) % ring.length] ?? [u, v];
      return sum + u * nextV - nextU * v;
    }, 0) / 2
  );
}

/** Whether a point lies within an odd number of the rings. */
export function isInside(rings: readonly (readonly Point[])[], [u, v]: Point): boolean {
  let inside = false;
  for (const ring of rings)
    for (const [i, [u1, v1]] of ring.entries()) {
      const [u0, v0] = ring[(i + ring.length - 1) % ring.length] ?? [u1, v1];
      if (v0 > v !== v1 > v && u < u0 + ((v - v0) / (v1 - v0)) * (u1 - u0)) inside = !inside;
    }
  return inside;
}
