/** The cross-validation of a dataset in rows, and what it comes to in words. */
import type { Dataset } from '../../evidence/dataset.ts';
import { percent } from '../../text/numbers.ts';
import { heldOut } from './held-out.ts';
import type { HeldOut, Holding } from './held-out.ts';

export interface Validation {
  dataset: string;
  latencies: HeldOut[];
}

/** The errors of one way of predicting, over all figures that were held out for it. */
export interface ValidationRow {
  dataset: string;
  /** What was hidden. */
  by: Holding;
  /** How it is predicted, in words. */
  what: string;
  statistic: string;
  heldOut: number;
  /** Of them, those for which there was anything to predict from. */
  predicted: number;
  /** Means and extremes of predicted/measured − 1; null where nothing was predicted. */
  meanAbsoluteError: number | null;
  worstError: number | null;
  bias: number | null;
  /** How many measured values lie in the predicted band. */
  inBand: number;
}

/** `all`: what others measured, to lend tails and to predict from on their own. */
export function validate(dataset: Dataset, all: readonly Dataset[]): Validation {
  return { dataset: dataset.id, latencies: heldOut(dataset, all) };
}

export function validationRows({ dataset, latencies }: Validation): ValidationRow[] {
  const ways = Map.groupBy(
    latencies,
    ({ holding, hidden, statistic }) => `${holding}|${holding === 'place' ? hidden : ''}|${statistic}`,
  );
  return [...ways.values()].flatMap((own) => rowOf(dataset, own));
}

function holdingWords({ holding, hidden }: HeldOut): string {
  switch (holding) {
    case 'size':
      return 'a size left out, from the rest of its benchmark';
    case 'place':
      return `${hidden} left out, from the rest of its benchmark`;
    case 'harness':
      return 'all of it, from other benchmarks alone';
  }
}

function rowOf(dataset: string, own: readonly HeldOut[]): ValidationRow[] {
  const [first] = own;
  if (!first) return [];
  const errors = own.flatMap(({ error }) => (error === null ? [] : [error]));
  const mean = (of: (error: number) => number) =>
    errors.length === 0 ? null : errors.reduce((sum, error) => sum + of(error), 0) / errors.length;
  return [
    {
      dataset,
      by: first.holding,
      what: holdingWords(first),
      statistic: first.statistic,
      heldOut: own.length,
      predicted: errors.length,
      meanAbsoluteError: mean(Math.abs),
      worstError: errors.length === 0 ? null : errors.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a)),
      bias: mean((error) => error),
      inBand: own.filter((one) => one.inBand).length,
    },
  ];
}

/** A way of predicting that is off by less, on average, carries over; one off by more than the second does not. */
export const CARRIES = 0.15;
export const ROUGHLY = 0.4;

export type Transfer = 'carries over' | 'carries over roughly' | 'does not carry over' | 'not predictable';

/** What one way of predicting comes to. */
export interface Conclusion {
  dataset: string;
  /** How it is predicted, in words. */
  what: string;
  transfer: Transfer;
  heldOut: number;
  /** The arithmetic: how many were held out, how far off, how many in the band. */
  words: string;
}

/** What carries over and what does not, one a way of predicting. */
export function conclusionsOf(rows: readonly ValidationRow[]): Conclusion[] {
  const ways = Map.groupBy(rows, ({ dataset, what }) => `${dataset}|${what}`);
  return [...ways.values()].flatMap((own): Conclusion[] => {
    const [first] = own;
    if (!first) return [];
    const { dataset, what } = first;
    const heldOut = own.reduce((sum, one) => sum + one.heldOut, 0);
    const predicted = own.reduce((sum, one) => sum + one.predicted, 0);
    const errors = own.flatMap(({ meanAbsoluteError: error, statistic }) =>
      error === null ? [] : [{ error, words: `${percent(error)} at ${statistic}` }],
    );
    const begin = `${heldOut} held out`;
    if (errors.length === 0) {
      const words = `${begin}, and nothing that is left predicts them`;
      return [{ dataset, what, transfer: 'not predictable', heldOut, words }];
    }
    const some = predicted < heldOut ? `, ${predicted} of them predictable` : '';
    const inBand = own.reduce((sum, one) => sum + one.inBand, 0);
    const off = `off by ${errors.map(({ words }) => words).join(', ')} on average`;
    const transfer = transferOf(Math.max(...errors.map(({ error }) => error)));
    return [
      {
        dataset,
        what,
        transfer,
        heldOut,
        words: `${begin}${some}; ${off}; ${inBand} of ${predicted} lie in the predicted band`,
      },
    ];
  });
}

const transferOf = (worst: number): Transfer =>
  worst <= CARRIES ? 'carries over' : worst <= ROUGHLY ? 'carries over roughly' : 'does not carry over';

/** The same, one sentence each. */
export function conclusions(rows: readonly ValidationRow[]): string[] {
  return conclusionsOf(rows).map(({ dataset, what, transfer, words }) =>
    transfer === 'not predictable'
      ? `${dataset}, ${what}: ${words}.`
      : `${dataset}, ${what}: ${words}: it ${transfer}.`,
  );
}

/** How many figures were held out in all, and how far off their predictions are, weighed by how many there are. */
export function validationVerdict(rows: readonly ValidationRow[]): string {
  const total = rows.reduce((sum, one) => sum + one.heldOut, 0);
  const meanError = (by: Holding) => {
    const errors = rows
      .filter((one) => one.by === by)
      .flatMap(({ meanAbsoluteError: error, predicted: n }) => (error === null ? [] : [{ error, n }]));
    const n = errors.reduce((sum, one) => sum + one.n, 0);
    return n === 0 ? null : errors.reduce((sum, one) => sum + one.error * one.n, 0) / n;
  };
  const words = {
    size: 'sizes left out',
    place: 'places left out',
    harness: 'from other benchmarks',
  } as const;
  const each = (Object.keys(words) as Holding[]).flatMap((by) => {
    const error = meanError(by);
    return error === null ? [] : [`${words[by]} ${percent(error)}`];
  });
  const latencies = each.length === 0 ? '' : `; latencies are off on average by: ${each.join(', ')}`;
  return `${total} predictions of held-out figures${latencies}. Few figures of few benchmarks: this ranks ways of predicting, and proves no mechanism.`;
}
