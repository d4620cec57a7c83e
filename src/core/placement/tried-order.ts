/** In what order a router tries stores where keys do not tell an object's age. Bills ask for it, and `emit`. */
import { itemAt } from '../at.ts';

/** Objects of some ages: the reads they get, and by reader the bucket that is to answer most and those that hold some that others answer. */
export interface Stretch<B> {
  reads: number;
  servers: readonly (B | undefined)[];
  besides: readonly (readonly B[])[];
}

/** Of one reader, the buckets that hold objects which another is to answer. */
export function besidesOf<B>(held: readonly { buckets: readonly B[]; server: B | undefined }[]): B[] {
  return held.flatMap(({ buckets, server }) =>
    server === undefined ? [] : buckets.filter((one) => one !== server),
  );
}

/**
 * Stretches by place: that of most reads first, but after those that its buckets would answer in place of the one that is to. Where two
 * would answer for each other, that of most reads comes first.
 */
export function triedOrder<B>(stretches: readonly Stretch<B>[]): number[] {
  const most = [...stretches.entries()].sort(([a, one], [b, other]) => other.reads - one.reads || a - b);
  const order = new Set<number>();
  const entered = new Set<number>();
  const enter = (turn: number) => {
    if (entered.has(turn)) return;
    entered.add(turn);
    const [place, stretch] = itemAt(most, turn);
    for (const [before, [, other]] of most.entries())
      if (answersFor(stretch, other) && (before < turn || !answersFor(other, stretch))) enter(before);
    order.add(place);
  };
  for (const turn of most.keys()) enter(turn);
  return [...order];
}

function answersFor<B>({ servers }: Stretch<B>, { besides }: Stretch<B>): boolean {
  return servers.some((bucket, q) => bucket !== undefined && itemAt(besides, q).includes(bucket));
}
