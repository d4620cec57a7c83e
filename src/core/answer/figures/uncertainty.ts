/** How sure a plan is: its placements over the draws, and what each range does to the cost. */
import type { Tornado, TornadoBar, UncertainCandidate, Uncertainty } from '../../report/uncertainty-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { percent } from '../../text/numbers.ts';
import { capital } from '../../text/words.ts';
import { formatMs } from '../../units.ts';
import { formatRangeEnd, inputName, type InputNames } from '../words/input-name.ts';
import { mostTelling } from '../words/uncertainty.ts';
import { figureOf, perMonth, type Column } from './figure.ts';

/** A placement over the draws, by the name it goes by. */
export interface OddsRow {
  id: string;
  name: string;
  of: UncertainCandidate;
}

const MOST_ROWS = 6;

export function oddsRows(
  found: Uncertainty,
  chosenId: string | undefined,
  nameOf: (id: string) => string,
): OddsRow[] {
  return mostTelling(found, chosenId, MOST_ROWS).map((of) => ({ id: of.id, name: nameOf(of.id), of }));
}

export function oddsFigure(rows: readonly OddsRow[], currency: string) {
  const columns: Column<OddsRow>[] = [
    { title: 'over the draws', key: 'placement', wrap: true, of: ({ name }) => name },
    { title: '', key: 'recommended', of: ({ of }) => of.recommended },
    { title: 'wins', kind: 'draws', of: ({ of }) => of.wins },
    { title: 'meets', key: 'meets the requirements', kind: 'draws', of: ({ of }) => of.meets },
    {
      title: `${perMonth(currency)} P10`,
      key: 'a month P10',
      kind: 'money',
      of: ({ of }) => of.cost.p10,
      words: ({ of }) => `${of.atLeast ? '≥ ' : ''}${overviewMoney(of.cost.p10, currency)}`,
    },
    { title: 'P50', kind: 'money', of: ({ of }) => of.cost.p50 },
    { title: 'P90', kind: 'money', of: ({ of }) => of.cost.p90 },
    { title: '', key: 'mean', of: ({ of }) => of.meanCost },
    {
      title: 'p99 P10–P90',
      key: null,
      kind: 'ms',
      of: () => null,
      words: ({ of: { p99Ms } }) => (p99Ms ? `${formatMs(p99Ms.p10)} – ${formatMs(p99Ms.p90)}` : 'unknown'),
    },
    { title: '', key: 'p99 ms P10', of: ({ of }) => of.p99Ms?.p10 ?? null },
    { title: '', key: 'p99 ms P90', of: ({ of }) => of.p99Ms?.p90 ?? null },
    { title: 'regret', key: 'regret a month', kind: 'money', of: ({ of }) => of.regret },
  ];
  return figureOf(rows, columns, { currency });
}

export function tornadoFigure({ bars, runnerUp }: Tornado, currency: string, names: InputNames) {
  const saving: Column<TornadoBar>[] =
    runnerUp === null
      ? []
      : [
          {
            title: 'saves low',
            key: 'saves against the runner-up at low',
            kind: 'money',
            of: ({ low }) => low.saving,
          },
          { title: 'saves high', key: 'at high', kind: 'money', of: ({ high }) => high.saving },
        ];
  const columns: Column<TornadoBar>[] = [
    { title: 'what moves its cost', key: 'input', wrap: true, of: ({ path }) => inputName(path, names) },
    { title: 'low', kind: 'number', of: ({ path, low }) => formatRangeEnd(path, low.value) },
    { title: 'high', kind: 'number', of: ({ path, high }) => formatRangeEnd(path, high.value) },
    { title: `${perMonth(currency)} low`, key: 'a month at low', kind: 'money', of: ({ low }) => low.cost },
    {
      title: `${perMonth(currency)} high`,
      key: 'a month at high',
      kind: 'money',
      of: ({ high }) => high.cost,
    },
    ...saving,
    {
      title: 'variance',
      key: 'share of variance',
      kind: 'share',
      of: ({ variance }) => variance?.first ?? null,
      words: ({ variance }) => (variance ? shareOfVariance(variance) : ''),
    },
    { title: '', key: 'its standard error', of: ({ variance }) => variance?.firstError ?? null },
  ];
  return figureOf(bars, columns, { currency });
}

/** `61% ± 3`: the share that goes when this alone is known, and its standard error. */
function shareOfVariance({ first, firstError }: { first: number; firstError: number }): string {
  const error = Math.round(firstError * 100);
  return `${shareWords(first)}${error === 0 ? '' : ` ± ${error}`}`;
}

/** An estimate of a share, which noise may put outside. */
export const shareWords = (share: number) => percent(Math.min(Math.max(share, 0), 1), { whole: true });

export function barWords({ path, low, high }: TornadoBar, currency: string, names: InputNames): string {
  const money = (amount: number) => overviewMoney(amount, currency);
  return `${inputName(path, names)} from ${formatRangeEnd(path, low.value)} to ${formatRangeEnd(path, high.value)}: ${money(low.cost)} to ${money(high.cost)}/month`;
}

export function tornadoTitle({ bars }: Tornado, currency: string, names: InputNames): string {
  const [widest] = bars;
  if (!widest || widest.low.cost === widest.high.cost) return 'No range moves this bill';
  const [from, to] = [widest.low.cost, widest.high.cost].map((amount) => overviewMoney(amount, currency));
  return `${capital(inputName(widest.path, names))} moves this bill most: ${from} to ${to}/month`;
}
