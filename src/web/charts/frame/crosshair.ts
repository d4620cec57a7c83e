/** A crosshair over a drawing: one of its stops, reached by pointer and by keyboard alike. */

export interface Crosshair {
  /** What it walks along, for who cannot see it: `Month`. */
  label: string;
  /** Values of the axis along the bottom, rising. */
  stops: readonly number[];
  /** Index of the stop that is said before the crosshair is moved. */
  rest: number;
  /** What is read at a stop. */
  words: (stop: number) => string;
  /** What is marked at a stop, as values of the upward axis; `hue`: of a line. */
  dots?: (stop: number) => readonly { y: number; hue?: number }[];
  /** Marked also before the crosshair is moved. */
  isMarkedAtRest?: boolean;
  /** Said of the first stop; the others count on from it. */
  first?: number;
}

/** Pixels from the left and the top of the drawing. */
export function inDrawing({ currentTarget, clientX, clientY }: PointerEvent): { x: number; y: number } {
  const svg = (currentTarget as SVGElement).ownerSVGElement;
  return new DOMPoint(clientX, clientY).matrixTransform(svg?.getScreenCTM()?.inverse());
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

/** Where a key leads among `count` stops; null: the key is no step. */
export function stepped(key: string, from: number, count: number): number | null {
  const step = STEPS[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, from + step));
}

/** Index of what lies nearest to `x`. */
export function nearest(values: readonly number[], x: number, scale: (value: number) => number): number {
  const off = (i: number) => Math.abs(scale(values[i] ?? NaN) - x);
  return values.reduce((best, _, i) => (off(i) < off(best) ? i : best), 0);
}
