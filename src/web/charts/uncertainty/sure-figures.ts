/** How sure a plan is, as rows, titles and descriptions of its charts. */
import { inputName } from '#core/answer/words/input-name.ts';
import type { Tornado, TornadoBar, UncertainCandidate, Uncertainty } from '#core/report/uncertainty-types.ts';
import { mostTelling } from '#core/answer/words/uncertainty.ts';
import { formatRangeEnd } from '#core/units.ts';
import type { Figures } from '#web/words/csv.ts';
import { overviewMoney, roundToCents } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { capital } from '#core/text/words.ts';
import { latency } from '#web/words/format.ts';

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

export function winsTitle(rows: readonly OddsRow[], draws: number): string {
  const top = rows.reduce<OddsRow | null>(
    (a, b) => (a && a.of.recommended >= b.of.recommended ? a : b),
    null,
  );
  if (!top || top.of.recommended === 0) return `Nothing here is recommended in any of ${draws} draws`;
  return `${top.name} is recommended in ${percent(top.of.recommended, { whole: true })} of ${draws} draws of workload and prices`;
}

export function winsDescription(rows: readonly OddsRow[]): string {
  return rows
    .map(
      ({ name, of }) =>
        `${name} is recommended in ${percent(of.recommended, { whole: true })} and meets the requirements in ${percent(of.meets, { whole: true })}.`,
    )
    .join(' ');
}

export function spreadTitle(rows: readonly OddsRow[], currency: string): string {
  const [first] = rows;
  if (!first) return 'No placement meets the requirements in any draw';
  const { p10, p90 } = first.of.cost;
  return `${first.name}: ${overviewMoney(p10, currency)} to ${overviewMoney(p90, currency)} a month in eight of ten draws`;
}

export function spreadDescription(rows: readonly OddsRow[], currency: string): string {
  return rows
    .map(({ name, of: { cost, p99Ms } }) => {
      const [low, middle, high] = [cost.p10, cost.p50, cost.p90].map((amount) =>
        overviewMoney(amount, currency),
      );
      const reads = p99Ms ? `, read p99 ${latency(p99Ms.p10)} to ${latency(p99Ms.p90)}` : '';
      return `${name}: ${low} to ${high}, ${middle} in the middle${reads}.`;
    })
    .join(' ');
}

const share = (value: number) => Number(value.toPrecision(4));
const ms = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(3));

/** One table serves both charts of the placements. */
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

export function tornadoDescription({ bars, cost }: Tornado, currency: string): string {
  return `As the scenario stands: ${overviewMoney(cost, currency)} a month. ${bars.map((bar) => `${barWords(bar, currency)}.`).join(' ')}`;
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
