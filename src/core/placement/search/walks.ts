/** Walks through sets of holders: at each age a set, and all the stores that are held from there on. */
import type { Mask } from './holders.ts';

export interface Walks {
  /** Steps of a walk: a set of holders, by its place among the masks, and the bits of all that is held from it on. */
  mask: Int32Array;
  held: Int32Array;
  /** Of each mask, the step that ends a walk. */
  ends: Int32Array;
  /** Each step with each mask before it: what step that is then, and the change, `before * masks + after`. */
  after: Int32Array;
  step: Int32Array;
  change: Int32Array;
}

const known = new Map<string, Walks>();

/** `chosen`: how many stores are chosen; the bits above are those of demanded copies. */
export function walksOf(masks: readonly Mask[], chosen: number): Walks {
  const own = masks.map(({ bits }) => bits & ((1 << chosen) - 1));
  const key = `${chosen} ${own.join()}`;
  const before = known.get(key);
  if (before) return before;
  const steps: { mask: number; held: number }[] = [];
  for (let held = 1; held < 1 << chosen; held += 1)
    for (const [mask, bits] of own.entries()) if ((bits & ~held) === 0) steps.push({ mask, held });
  const place = (mask: number, held: number) =>
    steps.findIndex((one) => one.mask === mask && one.held === held);
  const links = steps.flatMap((one, after) =>
    own.map((bits, mask) => ({
      after,
      step: place(mask, one.held | bits),
      change: mask * own.length + one.mask,
    })),
  );
  const made: Walks = {
    mask: Int32Array.from(steps, ({ mask }) => mask),
    held: Int32Array.from(steps, ({ held }) => held),
    ends: Int32Array.from(own, (bits, mask) => place(mask, bits)),
    after: Int32Array.from(links, (one) => one.after),
    step: Int32Array.from(links, (one) => one.step),
    change: Int32Array.from(links, (one) => one.change),
  };
  known.set(key, made);
  return made;
}
