/** How sure a plan is, as rows, titles and descriptions of its charts. */
import { inputName } from '#core/answer/words/input-name.ts';
import type { Tornado, TornadoBar, UncertainCandidate, Uncertainty } from '#core/report/uncertainty-types.ts';
import { mostTelling } from '#core/answer/words/uncertainty.ts';
import { formatRangeEnd } from '#core/units.ts';
import type { Figures } from '#web/words/csv.ts';
import { overviewMoney, roundToCents } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { capital } from '#core/text/words.ts';

/** A placement over the draws, by the name the page gives it. */
export interface OddsRow {
  id: string;
  name: string;
  of: UncertainCandidate;
  /** It can be put on show. */
  known: boolean;
}

const MOST_ROWS = 6;

export function oddsRows(
  found: Uncertainty,
  chosenId: string | undefined,
  nameOf: (id: string) => string,
): OddsRow[] {
  return mostTelling(found, chosenId, MOST_ROWS).map((of) => ({
    id: of.id,
    name: nameOf(of.id),
    of,
    known: of.shown,
  }));
}

/** The first is the recommended one, or of none the one that is recommended most. */
export function oddsTitle(rows: readonly OddsRow[], draws: number, currency: string): string {
  const [first] = rows;
  if (!first) return 'No placement meets the requirements in any draw';
  const { cost, recommended } = first.of;
  return `${first.name}: ${overviewMoney(cost.p10, currency)} to ${overviewMoney(cost.p90, currency)} a month in eight of ten draws, recommended in ${percent(recommended, { whole: true })} of ${draws}`;
}

const share = (value: number) => Number(value.toPrecision(4));
const ms = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(3));

export function oddsFigures(rows: readonly OddsRow[]): Figures {
  return {
    columns: [
      'placement',
      'recommended',
      'wins',
      'meets the requirements',
      'a month P10',
      'P50',
      'P90',
      'mean',
      'p99 ms P10',
      'p99 ms P90',
      'regret a month',
    ],
    rows: rows.map(({ name, of }) => [
      name,
      share(of.recommended),
      share(of.wins),
      share(of.meets),
      roundToCents(of.cost.p10),
      roundToCents(of.cost.p50),
      roundToCents(of.cost.p90),
      roundToCents(of.meanCost),
      ms(of.p99Ms?.p10),
      ms(of.p99Ms?.p90),
      of.regret === null ? null : roundToCents(of.regret),
    ]),
  };
}

export function barWords({ path, low, high }: TornadoBar, currency: string): string {
  const money = (amount: number) => overviewMoney(amount, currency);
  return `${inputName(path)} from ${formatRangeEnd(path, low.value)} to ${formatRangeEnd(path, high.value)}: ${money(low.cost)} to ${money(high.cost)} a month`;
}

export function tornadoTitle({ bars }: Tornado, currency: string): string {
  const [widest] = bars;
  if (!widest || widest.low.cost === widest.high.cost) return 'No range moves this bill';
  const [from, to] = [widest.low.cost, widest.high.cost].map((amount) => overviewMoney(amount, currency));
  const name = inputName(widest.path);
  return `${capital(name)} moves this bill most: ${from} to ${to}`;
}

export function tornadoFigures({ bars, runnerUp }: Tornado): Figures {
  return {
    columns: [
      'input',
      'low',
      'high',
      'a month at low',
      'a month at high',
      ...(runnerUp === null ? [] : ['saves against the runner-up at low', 'at high']),
      'share of variance',
      'its standard error',
    ],
    rows: bars.map(({ path, low, high, variance }) => [
      inputName(path),
      formatRangeEnd(path, low.value),
      formatRangeEnd(path, high.value),
      roundToCents(low.cost),
      roundToCents(high.cost),
      ...(runnerUp === null
        ? []
        : [
            low.saving === null ? null : roundToCents(low.saving),
            high.saving === null ? null : roundToCents(high.saving),
          ]),
      variance ? share(variance.first) : null,
      variance ? share(variance.firstError) : null,
    ]),
  };
}
