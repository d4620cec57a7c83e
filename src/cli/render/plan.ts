/** A plan as blocks of text: the answer in some twenty lines, and behind flags everything else that is known of it. */
import { candidatesFigure } from '#core/answer/figures/placements.ts';
import { CARD_NAMES, differenceWords, holdsWords } from '#core/answer/words/card.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { cautionWords } from '#core/answer/words/caution.ts';
import { bareWords, gapWords } from '#core/answer/words/beside-advice.ts';
import { runWords } from '#core/answer/words/run.ts';
import { billedWords } from '#core/answer/words/stock.ts';
import { gradeWords } from '#core/latency/types.ts';
import { describeFinding } from '#core/findings/index.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Candidate, JobOutcome, Plan } from '#core/report/plan-types.ts';
import { counted } from '#core/text/numbers.ts';
import { capital, listing } from '#core/text/words.ts';
import { formatDays } from '#core/units.ts';
import { SAID, headline, measureItems, rangeEndWords, recommendationBlocks } from './brief.ts';
import { flipBlocks, frontierBlocks, timeBlocks, uncertaintyBlocks } from './further.ts';
import { candidateOf, leftOutWords, notesOf } from './notes.ts';
import { heading, listOf, renderBlocks, tableOf, textOf, type Block, type ListItem } from './table.ts';

export interface Shown {
  names: Names;
  /** Every placement that was billed. */
  all?: boolean;
  /** What has to be run and measured, the move from today, the months, the ends of ranges, stores left out, and remarks. */
  notes?: boolean;
  /** Of the terminal; undefined: not one. */
  columns?: number | undefined;
  /** What takes many more plans follows. */
  why?: boolean;
  /** What flags and config files say of the scenario, for the headline. */
  settings?: string;
  /** Rows of the table of placements. */
  top?: number;
}

/** Names for what a plan speaks of. `ids`: tables have placements by their ids. */
export function planNames(
  { pricing }: Pick<Plan, 'pricing'>,
  archive: Pick<Archive, 'facts'>,
  { ids = false }: { ids?: boolean } = {},
): Names {
  const names = namesIn(
    archive,
    pricing.map(({ store, region }) => `${store}@${region}`),
  );
  return ids ? { ...names, cell: (id) => id } : names;
}

/** What stands as soon as the plan does. */
export function answerBlocks(plan: Plan, shown: Shown): Block[] {
  const { names, all = false, notes = false } = shown;
  return [
    ...shortest(plan, shown),
    ...tableOf(candidatesFigure(all ? plan.candidates.slice(0, shown.top) : [], names, plan.scenario)),
    ...(notes ? [...detailBlocks(plan, names), ...timeBlocks(plan)] : []),
    ...textOf(hiddenWords(plan, shown)),
  ];
}

/** Lines that a terminal shows at once, but for the last block. */
const AT_ONCE = 27;

/** The answer with as many reasons as a terminal has room for. */
function shortest(plan: Plan, { names, columns, settings = '', top }: Shown): Block[] {
  const title = `${plan.scenario.name || 'Untitled'} (prices of ${plan.scenario.asOf})`;
  for (let said = SAID; ; said--) {
    const blocks: Block[] = [
      heading(title),
      ...textOf([settings && `With ${settings}.`, billedWords(plan.scenario)].filter(Boolean).join(' ')),
      ...recommendationBlocks(plan, names, said, top),
    ];
    if (said === 0 || columns === undefined || linesOf(blocks, columns) <= AT_ONCE) return blocks;
  }
}

/** As a terminal shows them: what is copied whole may take several lines. */
function linesOf(blocks: readonly Block[], columns: number): number {
  const lines = renderBlocks(blocks, { form: 'table', columns }).trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/** What is asked of many plans after it (cost against p99, switch points, uncertainty), and notes. */
export function furtherBlocks(plan: Plan, { names, notes = false, why = false }: Shown): Block[] {
  const blocks = [
    ...frontierBlocks(plan, names),
    ...flipBlocks(plan, names),
    ...uncertaintyBlocks(plan, names),
  ];
  if (!notes && !why) return blocks;
  const left = plan.excluded.map(({ store, reason }) =>
    leftOutWords(names.store(store), describeFinding(reason, names)),
  );
  return [...blocks, ...listOf('Left out', left), ...listOf('Notes', notesOf(plan, names))];
}

/** What is left out of the short answer, and the flags that show it; null where nothing is. */
function hiddenWords(plan: Plan, { names, all, notes, why }: Shown): string | null {
  const remarks = notesOf(plan, names).length;
  const parts = [
    ...(all ? [] : [`${plan.candidates.length} placements (--all)`]),
    ...(notes
      ? []
      : [
          `${counted(remarks, 'note')}${plan.excluded.length > 0 ? `, ${counted(plan.excluded.length, 'store')} left out` : ''} and what to run (--notes)`,
        ]),
    ...(why ? [] : ['switch points and uncertainty (--why)']),
  ];
  return parts.length > 0 ? `Not shown: ${parts.join('; ')}.` : null;
}

/** Each card with what has to be run, confirmed and measured; what the search leaves open; the ends of ranges. */
function detailBlocks(plan: Plan, names: Names): Block[] {
  const cards = plan.cards.flatMap((id) => candidateOf(plan, id) ?? []);
  const [chosen] = cards;
  const aside = [
    ...unmeasuredItems(plan, names),
    ...bareWords(plan, names.placement),
    ...gapWords(plan).map((words) => `${words} Raise --scans to search on.`),
  ];
  const ends = plan.ranges.flatMap((range) =>
    [range.low, range.high].map((end) => rangeEndWords(range, end, plan, names)),
  );
  return [
    ...cards.flatMap((card) =>
      listOf(
        `${CARD_NAMES[card.card ?? 'recommended']}: ${headline(card, plan, names)}.`,
        cardItems(plan, card, chosen ?? card, names),
      ),
    ),
    ...listOf('Besides', aside),
    ...listOf('At the ends of your ranges', ends),
  ];
}

function cardItems(plan: Plan, card: Candidate, chosen: Candidate, names: Names): ListItem[] {
  const isChosen = card === chosen;
  const isOpen = plan.rule.sureness !== null && (card.sureness ?? 1) < plan.rule.sureness;
  return [
    ...(isChosen ? [] : [differenceWords(card, chosen)]),
    ...(isChosen ? (plan.recommendation?.reasons.map(({ words }) => words) ?? []) : []),
    runWords(card, plan.scenario.copies),
    ...(isChosen ? copiesWords(plan, names) : []),
    ...(isChosen ? [] : cautionWords(card, names)),
    ...holdsWords(card, names),
    ...card.jobs.map(jobWords),
    ...(card.card === 'cheaper' || isOpen ? measureItems(card, names) : []),
  ];
}

/** What the scenario demands is in the bill, and no choice of the plan. */
function copiesWords({ scenario: { copies = [] } }: Plan, names: Names): string[] {
  return copies.length > 0
    ? [`A copy of each object is in ${listing(copies.map(names.store))}, as the scenario asks.`]
    : [];
}

/** Stores that nobody has measured and that would be cheaper still. */
function unmeasuredItems({ findings }: Plan, names: Names): ListItem[] {
  return findings.flatMap((one): ListItem[] => {
    if (one.code !== 'unmeasured-cheaper') return [];
    const words = describeFinding(one, names);
    if (one.probe === null) return [words];
    return [{ text: `${words} Measure the cheapest:`, command: one.probe }];
  });
}

function jobWords({ name, seconds, boundBy, network, grade }: JobOutcome): string {
  if (seconds === null) return `${capital(name)}: how long it takes is not known.`;
  const by = boundBy === 'network' ? "the client's network" : boundBy;
  const open = network === null ? " The client's network is not stated and sets no limit." : '';
  return `${capital(name)} takes ${formatDays(seconds / 86_400)}, limited by ${by} (${gradeWords(grade)}).${open}`;
}
