/** Scales of the charts, values to pixels, clamped to the drawing. d3-scale comes in one piece, with colours, times and formats. */
export type Scale = (value: number) => number;

export function linearScale(
  [from, to]: readonly [number, number],
  [left, right]: readonly [number, number],
): Scale {
  return (value) => left + (right - left) * clamp((value - from) / (to - from));
}

/** Both ends of the domain are above zero; what is not lies at the left end. */
export function logScale(
  [from, to]: readonly [number, number],
  [left, right]: readonly [number, number],
): Scale {
  const span = Math.log(to / from);
  return (value) => left + (right - left) * (value > 0 ? clamp(Math.log(value / from) / span) : 0);
}

/** Of values in the order they matter, those whose words have `room` pixels from every one before them. */
export function spaced(values: readonly number[], scale: Scale, room: number): number[] {
  const kept: number[] = [];
  for (const value of values)
    if (kept.every((other) => Math.abs(scale(other) - scale(value)) >= room)) kept.push(value);
  return kept;
}

const clamp = (share: number) => Math.min(Math.max(share, 0), 1);

/** 1–2–5 steps within a domain; only powers of ten where the steps stand closer than `room` pixels. */
export function logTicks([from, to]: readonly [number, number], scale: Scale, room: number): number[] {
  const powers = Array.from({ length: 16 }, (_, i) => 10 ** (i - 4));
  const inside = (values: number[]) => values.filter((value) => value >= from * 0.999 && value <= to * 1.001);
  const steps = inside(
    powers.flatMap((power) => [1, 2, 5].map((step) => Number((step * power).toPrecision(1)))),
  );
  const isClose = steps.some((value, i) => i > 0 && scale(value) - scale(steps[i - 1] as number) < room);
  const tens = inside(powers);
  return isClose && tens.length > 1 ? tens : isClose ? steps.filter((_, i) => i % 2 === 0) : steps;
}
