/** How sure a plan is, in sentences; `nameOf` turns a candidate's id into the name it goes by where they are read. */
import { overviewMoney } from '../../text/money.ts';
import { percent } from '../../text/numbers.ts';
import { inputName, type InputNames } from './input-name.ts';
import type { Names } from './names.ts';
import type { InputWorth, UncertainCandidate, Uncertainty } from '../../report/uncertainty-types.ts';

type NameOf = (id: string) => string;

/** A rival below this share of draws is not worth a word. */
const WORTH_NAMING = 0.05;

/** From how often the recommendation is right to what it costs to be wrong. Empty without a recommendation. */
export function sureSentences(found: Uncertainty, chosenId: string | undefined, nameOf: NameOf): string[] {
  const { draws, candidates } = found;
  const chosen = candidates.find(({ id }) => id === chosenId);
  if (!chosen) return noneSentences(found, nameOf);
  const money = moneyOf(found);
  const alone = chosen.winsOfSure ?? chosen.wins;
  const others = candidates.filter(({ id, wins }) => id !== chosen.id && wins >= WORTH_NAMING);
  const learning = alone - chosen.wins > 1e-9;
  const said = [
    `The recommended placement costs ${money(chosen.cost.p10)} to ${money(chosen.cost.p90)}/month in 80% of draws, median ${money(chosen.cost.p50)}.`,
  ];
  said.push(
    `It stays the recommended one in ${percent(chosen.recommended, { whole: true })} of ${draws} draws of workload and prices.`,
  );
  if (chosen.meets < 1)
    said.push(
      chosen.meets === 0
        ? 'It meets the requirements in no draw.'
        : `It meets every requirement in ${percent(chosen.meets, { whole: true })} of draws.`,
    );
  said.push(
    learning
      ? `Among placements sure to meet the requirements, it is the cheapest in ${percent(alone, { whole: true })} of ${draws} draws.`
      : `It is the cheapest that meets the requirements in ${percent(alone, { whole: true })} of ${draws} draws.`,
  );
  const rivals = oftenest(others, nameOf);
  if (rivals.length > 0)
    said.push(
      learning
        ? `Cheaper and on target in some draws: ${rivals.join(', ')}.`
        : `Cheapest in other draws: ${rivals.join(', ')}.`,
    );
  if (chosen.regret !== null && chosen.regret >= 0.005)
    said.push(`Expected regret: ${money(chosen.regret)}/month.`);
  const { information } = found;
  const best = candidates.find(({ id }) => id === information?.best);
  if (best && best.id !== chosen.id && best.meanCost < chosen.meanCost)
    said.push(
      `Lower average cost over the draws: ${nameOf(best.id)}, ${money(best.meanCost)}/month against ${money(chosen.meanCost)}.`,
    );
  return said;
}

/** The three that win most draws: `R2 in 12%`. */
function oftenest(candidates: Uncertainty['candidates'], nameOf: NameOf): string[] {
  return candidates
    .toSorted((a, b) => b.wins - a.wins)
    .slice(0, 3)
    .map(({ id, wins }) => `${nameOf(id)} in ${percent(wins, { whole: true })}`);
}

function noneSentences({ draws, candidates, noneWins }: Uncertainty, nameOf: NameOf): string[] {
  const rivals = oftenest(
    candidates.filter(({ wins }) => wins >= WORTH_NAMING),
    nameOf,
  );
  return [
    `Some placement meets the requirements in ${percent(1 - noneWins, { whole: true })} of ${draws} draws.`,
    ...(rivals.length > 0 ? [`Cheapest that does: ${rivals.join(', ')}.`] : []),
  ];
}

/** `Knowing the retention would save $312/month on average.` of each input whose worth is clear; dearest first. */
export function worthSentences(
  found: Uncertainty,
  names: Pick<Names, 'store' | 'place'>,
): { words: string; command: string | null }[] {
  return clearInputs(found).map((one) => ({
    words: `${worthWords(found, one, names)}${priceWords(found, one, names)}`,
    command: one.measure?.command ?? null,
  }));
}

function clearInputs({ information }: Uncertainty): InputWorth[] {
  return (information?.inputs ?? []).filter(({ clear, worth }) => clear && worth >= 0.005);
}

function worthWords(found: Uncertainty, { path, worth }: InputWorth, names: InputNames): string {
  return `Knowing ${/^(latency|price)\./.test(path) ? '' : 'the '}${inputName(path, names)} exactly would save ${moneyOf(found)(worth)}/month on average`;
}

function priceWords(found: Uncertainty, { measure }: InputWorth, names: Pick<Names, 'place'>): string {
  if (!measure) return '.';
  const from = measure.place === null ? '' : ` from ${names.place(measure.place)}`;
  if (measure.price === null) return `. Measuring it${from} has no known price:`;
  const price = measure.price === 0 ? 'nothing' : `${moneyOf(found)(measure.price)} once`;
  return `. Measuring it${from} costs ${price} at list price:`;
}

/** The recommendation, then the most frequent winners. */
export function mostTelling(
  found: Uncertainty,
  chosenId: string | undefined,
  most: number,
): UncertainCandidate[] {
  const rank = (one: UncertainCandidate) => (one.id === chosenId ? 2 : Math.max(one.recommended, one.wins));
  return found.candidates
    .filter(({ id, wins, recommended }) => id === chosenId || wins > 0 || recommended > 0)
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(0, most);
}

function moneyOf({ currency }: Uncertainty) {
  return (amount: number) => overviewMoney(amount, currency);
}
