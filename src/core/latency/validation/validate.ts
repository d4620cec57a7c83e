/** How often the band held what was hidden, and how wide it is: by kind of request, and by store. */
import { percent } from '../../text/numbers.ts';
import type { HeldOut } from './held-out.ts';

/** A share of all quantiles, in one kind of request or of one store in it. */
export interface Coverage {
  /** `total, small, near` */
  kind: string;
  /** Null: of all stores. */
  store: string | null;
  operation: string | null;
  /** Quantiles measured, those that anything predicts, and those inside the 90 % band. */
  heldOut: number;
  predicted: number;
  inBand: number;
  /** Median ratio of the band's ends at p99; null where no p99 was predicted. */
  width: number | null;
  /** Median |predicted/measured − 1|; null where nothing was predicted. */
  error: number | null;
}

const kindOf = ({ metric, size, distance }: HeldOut) =>
  `${metric === 'total' ? 'total' : 'first byte'}, ${size}, ${distance}`;

/** Of each kind of request, all stores first. */
export function coverage(all: readonly HeldOut[]): Coverage[] {
  return [...Map.groupBy(all, kindOf)]
    .toSorted(byName)
    .flatMap(([kind, own]) => [
      coverageOf(kind, null, null, own),
      ...[...Map.groupBy(own, ({ store, operation }) => `${store} ${operation}`).values()].flatMap((of) =>
        of[0] ? [coverageOf(kind, of[0].store, of[0].operation, of)] : [],
      ),
    ]);
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

function coverageOf(
  kind: string,
  store: string | null,
  operation: string | null,
  own: readonly HeldOut[],
): Coverage {
  const found = own.flatMap(({ predicted, measuredMs }) => (predicted ? [{ ...predicted, measuredMs }] : []));
  return {
    kind,
    store,
    operation,
    heldOut: own.length,
    predicted: found.length,
    inBand: found.filter(({ lowMs, highMs, measuredMs }) => lowMs <= measuredMs && measuredMs <= highMs)
      .length,
    width: widthOf(own),
    error: median(found.map(({ ms, measuredMs }) => Math.abs(ms / measuredMs - 1))),
  };
}

const widthOf = (own: readonly HeldOut[]) =>
  median(
    own.flatMap(({ statistic, predicted }) =>
      statistic === 'p99' && predicted ? [predicted.highMs / predicted.lowMs] : [],
    ),
  );

/** Median ratios of the band's ends at p99, by how much is left to predict from. */
export function widths(all: readonly HeldOut[]): { one: number | null; agreed: number | null } {
  return {
    one: widthOf(all.filter(({ sources }) => sources === 1)),
    agreed: widthOf(all.filter(({ isAgreed }) => isAgreed)),
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? null;
}

/** What the cross-validation comes to, in a sentence or two. */
export function validationVerdict(all: readonly HeldOut[]): string {
  const predicted = all.filter((one) => one.predicted);
  const inBand = coverageOf('', null, null, all).inBand;
  const { one, agreed } = widths(all);
  const times = (width: number | null) => (width === null ? 'none' : `× ${width.toFixed(1)}`);
  return `${all.length} quantiles, each predicted without the dataset that measured it; ${all.length - predicted.length} of them nobody else measured anything like. Of the other ${predicted.length}, ${percent(inBand / Math.max(1, predicted.length))} lie in their 90 % band. From its low to its high end the band of a p99 is ${times(one)} where one source is left, ${times(agreed)} where several agree (medians).`;
}
