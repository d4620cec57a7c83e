/** Doubles in one piece of memory: a Float64Array of its own costs ten times what a part of a larger one does. */
const PIECE = 1024;

/** Blank vectors of any length, each a part of a larger piece. */
export function vectorRoom(): (length: number) => Float64Array {
  let piece = new Float64Array(0);
  let used = 0;
  return (length) => {
    if (used + length > piece.length) {
      piece = new Float64Array(Math.max(PIECE, length));
      used = 0;
    }
    used += length;
    return piece.subarray(used - length, used);
  };
}
