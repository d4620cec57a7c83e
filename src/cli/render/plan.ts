/** A plan as blocks of text: its cards with why, what stands beside them in a table, and notes. */
import { gradeWords } from '#core/latency/types.ts';
import { describeFinding } from '#core/findings/index.ts';
import type {
  Candidate,
  CardRole,
  JobOutcome,
  LatencySummary,
  Plan,
  Recommendation,
} from '#core/report/plan-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { cachedSizes } from '#core/report/cache-words.ts';
import { partsWords } from '#core/report/part-words.ts';
import { runWords } from '#core/report/run-words.ts';
import { surenessWords } from '#core/report/sureness-words.ts';
import { stepsWords } from '#core/report/step-words.ts';
import { percent } from '#core/text/numbers.ts';
import { formatBytes, formatDays, formatMs } from '#core/units.ts';
import { candidatesTable } from './candidates.ts';
import { flipBlocks } from './flips.ts';
import { conditionAtReader, probeItem } from './plan-conditions.ts';
import { listing } from '#core/text/words.ts';
import { candidateOf, leftOutWords, notesOf, rangeWords } from './plan-notes.ts';
import type { Block, ListItem } from './table.ts';
import { frontierBlocks } from './frontier.ts';
import { timeBlocks } from './time.ts';
import { uncertaintyBlocks } from './uncertainty.ts';

/** How many candidates a table shows, besides every single store and those the text speaks of. */
const SHOWN = 8;

interface Shown {
  all?: boolean;
}

export function planBlocks(plan: Plan, options: Shown = {}): Block[] {
  return [...answerBlocks(plan, options), ...furtherBlocks(plan)];
}

/** What stands as soon as the plan does. */
export function answerBlocks(plan: Plan, options: Shown): Block[] {
  const blocks: Block[] = [
    { kind: 'heading', text: `${plan.scenario.name || 'Untitled'} (prices of ${plan.scenario.asOf})` },
    ...recommendationBlocks(plan),
  ];
  const shown = options.all ? plan.candidates : shownCandidates(plan);
  if (shown.length > 0) blocks.push({ kind: 'table', table: candidatesTable(shown) });
  const left = plan.candidates.length - shown.length;
  if (left > 0)
    blocks.push({
      kind: 'text',
      text: `${left} more ${left === 1 ? 'candidate' : 'candidates'}: --all, or --json for everything about each.`,
    });
  blocks.push(...timeBlocks(plan));
  if (plan.excluded.length > 0) {
    blocks.push({
      kind: 'list',
      title: 'Left out',
      items: plan.excluded.map(({ store, reason }) => leftOutWords(store, describeFinding(reason))),
    });
  }
  return blocks;
}

/** What is asked of many plans after it: cost against p99, switch points, ranges, uncertainty and notes. */
export function furtherBlocks(plan: Plan): Block[] {
  const blocks = [...frontierBlocks(plan), ...flipBlocks(plan)];
  if (plan.ranges.length > 0) {
    blocks.push({
      kind: 'list',
      title: 'At the ends of what is not known',
      items: plan.ranges.flatMap((range) => rangeWords(range, plan)),
    });
  }
  blocks.push(...uncertaintyBlocks(plan));
  const notes = notesOf(plan);
  if (notes.length > 0) blocks.push({ kind: 'list', title: 'Notes', items: notes });
  return blocks;
}

const CARD_NAMES: Record<CardRole, string> = {
  recommended: 'Recommended',
  cheaper: 'Cheaper, if confirmed',
  surer: 'Surer',
  faster: 'Faster',
};

/** The cards: what to do, what it costs and how fast it answers, why, and what would be cheaper, surer or faster. */
export function recommendationBlocks(plan: Plan): Block[] {
  const cards = plan.cards.flatMap((id) => candidateOf(plan, id) ?? []);
  const [chosen] = cards;
  if (!chosen || !plan.recommendation) return [{ kind: 'text', text: noneWords(plan), strong: true }];
  const blocks = cards.flatMap((card): Block[] => {
    const items = card === chosen ? recommendedItems(plan, chosen) : otherItems(card, chosen);
    const name = CARD_NAMES[card.card ?? 'recommended'];
    return [
      { kind: 'text', text: `${name}: ${headline(card)}`, strong: true },
      ...(items.length > 0 ? [{ kind: 'list' as const, items }] : []),
    ];
  });
  const aside = [...unmeasuredItems(plan), ...bareWords(plan), ...gapWords(plan, chosen)];
  return [...blocks, ...(aside.length > 0 ? [{ kind: 'list' as const, items: aside }] : [])];
}

function recommendedItems(plan: Plan, chosen: Candidate): ListItem[] {
  const { recommendation } = plan;
  if (!recommendation) return [];
  return [
    ...recommendation.reasons.map(({ words }) => words),
    ...savingWords(plan, recommendation, chosen),
    runWords(chosen),
    ...copiesWords(plan),
    ...keepsWords(chosen),
    ...chosen.jobs.map(jobWords),
    ...(plan.rule.sureness !== null && (chosen.sureness ?? 1) < plan.rule.sureness ? probesOf(chosen) : []),
  ];
}

function otherItems(card: Candidate, chosen: Candidate): ListItem[] {
  const { currency } = card.monthly;
  const more = card.monthly.total - chosen.monthly.total;
  const share = shareOf(Math.abs(more), chosen.monthly.total);
  return [
    more < 0
      ? `It saves ${overviewMoney(-more, currency)} a month${share} against the recommended.`
      : `It costs ${overviewMoney(more, currency)} a month${share} more than the recommended.`,
    runWords(card),
    ...keepsWords(card),
    ...card.conditions.map(({ words }) => `It holds only ${words}.`),
    ...(card.card === 'cheaper' ? [...confirmedWords(card), ...probesOf(card)] : []),
  ];
}

/** What a measurement has to show. */
function confirmedWords({ missing }: Candidate): string[] {
  const asked = [...new Set(missing.map(conditionAtReader))];
  return asked.length > 0 ? [`It holds if ${listing(asked)}.`] : [];
}

function probesOf({ missing }: Candidate): ListItem[] {
  return [...new Map(missing.map((one) => [one.probe, one])).values()].map(probeItem);
}

/** What the scenario demands is in the bill, and no choice of the plan. */
function copiesWords({ scenario: { copies = [] } }: Plan): string[] {
  return copies.length > 0
    ? [`A copy of each object lies in ${listing([...copies])}, as the scenario asks.`]
    : [];
}

/** Only what an architect would ask about: a single zone. */
function keepsWords({ keeps, stores }: Candidate): string[] {
  return keeps.zones === 1 ? [`The only copy lies in one zone (${listing(stores)}).`] : [];
}

/** Stores that nobody has measured and that would be cheaper still. */
function unmeasuredItems({ findings }: Plan): ListItem[] {
  return findings.flatMap((one): ListItem[] => {
    if (one.code !== 'unmeasured-cheaper') return [];
    const words = describeFinding(one);
    if (one.probe === null) return [words];
    const { text, command } = probeItem({ probe: one.probe, probeCost: one.probeCost });
    return [{ text: `${words} ${text}`, command }];
  });
}

function bareWords({ bare, candidates, cards }: Plan): string[] {
  const chosen = candidates.find(({ id }) => id === cards[0]);
  if (!bare || !chosen) return [];
  const { total, currency } = chosen.monthly;
  return [
    `Whatever it takes to run, ${bare.id} would save a further ${overviewMoney(bare.saves, currency)} a month (${percent(bare.saves / total)}).`,
  ];
}

/** A search that keeps its promise ends within 1 % of the best. */
const PROMISED = 0.0101;

/** Where no plan is likely the surest is shown, and none is cheaper in the same way. */
function gapWords({ gap }: Plan, { sureness }: Candidate): string[] {
  if ((sureness ?? 1) < 0.5) return [];
  if (gap === null)
    return ['The search ended early, so a cheaper placement may exist: --scans lets it go on.'];
  if (gap <= PROMISED) return [];
  return [
    `The best placement of up to three stores costs at most ${percent(gap)} less: --scans lets the search go on.`,
  ];
}

/** `aws/s3-standard@us-east-1 for 7 days, then …: $48.2k / month, p99 610 ms interpolated, likely, 73 %`. */
export function headline(candidate: Candidate): string {
  const sure = surenessWords(candidate.sureness);
  return `${placementWords(candidate)}: ${costWords(candidate)}, ${latencyWords(candidate.read)}${sure === null ? '' : `, ${sure}`}`;
}

export function placementWords(candidate: Candidate): string {
  const { kind, stores, split, cache, steps, parts } = candidate;
  const [first = '', second = ''] = stores;
  if (cache) {
    const filled = cache.writes === 'through' ? 'read or write' : 'read';
    return `${second}, and in ${first} a copy of ${cachedSizes(cache)} for ${formatDays(cache.ttlHours / 24)} after each ${filled}`;
  }
  if (split) {
    const share = `${Number(((split.parts[0]?.objects ?? 0) * 100).toPrecision(3))} %`;
    return split.upToBytes === null
      ? `${first} for the most popular ${share} of objects, ${second} for the rest`
      : `${first} for objects up to ${formatBytes(split.upToBytes)}, ${second} for larger ones`;
  }
  if (kind === 'copies')
    return `${listing(stores)}, every object in ${stores.length === 2 ? 'both' : 'each'}`;
  if (kind === 'mixed') return partsWords(parts, (ref) => ref);
  const [step, next] = steps;
  return step ? stepsWords(step, next) : first;
}

/** `$48.2k / month`. */
export function costWords({ monthly }: Candidate): string {
  const [low, high] = monthly.range;
  if (monthly.atLeast && high !== null)
    return `${overviewMoney(low, monthly.currency)} to ${overviewMoney(high, monthly.currency)} / month`;
  return `${overviewMoney(monthly.total, monthly.currency, monthly.atLeast)} / month`;
}

/** `p99 610 ms interpolated`. */
function latencyWords({ p99Ms, grade }: LatencySummary): string {
  return p99Ms === null ? 'p99 unknown' : `p99 ${formatMs(p99Ms)} ${gradeWords(grade)}`;
}

/** The first of the ranking, every single store, and all that the text speaks of; in rank order. */
function shownCandidates(plan: Plan): Candidate[] {
  const named = new Set([...plan.cards, plan.runnerUp?.id]);
  return plan.candidates.filter((one, i) => i < SHOWN || one.kind === 'single' || named.has(one.id));
}

function jobWords({ name, seconds, boundBy, network, grade }: JobOutcome): string {
  if (seconds === null) return `${name}: how long it takes is not known.`;
  const by = boundBy === 'network' ? "the client's network" : boundBy;
  const open = network === null ? "; the client's network is not stated and bounds nothing" : '';
  return `${name} takes ${formatDays(seconds / 86_400)}, bound by ${by} (${gradeWords(grade)})${open}.`;
}

function noneWords(plan: Plan): string {
  if (plan.candidates.length === 0) return 'No placement is possible: every store is left out.';
  return plan.candidates.some(
    ({ notMeasured, violations }) => notMeasured.length > 0 && violations.length === 0,
  )
    ? 'No placement that anyone has measured meets the requirements.'
    : 'No placement meets the requirements: relax one of them, or allow more stores.';
}

function savingWords(
  plan: Plan,
  { id, saving, against }: Recommendation,
  { monthly: { total, currency }, sureness }: Candidate,
): string[] {
  if (saving === null || against === null || against === id) return [];
  const amount = overviewMoney(Math.abs(saving), currency);
  const share = shareOf(Math.abs(saving), total + saving);
  const asked = plan.rule.sureness ?? 0;
  const other = plan.candidates.find((one) => one.id === against)?.sureness ?? 0;
  // The sure one is what a reader who does not measure first would take.
  const sure = (sureness ?? 1) < asked && other >= asked ? `, which is ${surenessWords(other)}` : '';
  return [
    saving >= 0
      ? `Saves ${amount} a month${share} against ${against}${sure}.`
      : `Costs ${amount} a month${share} more than ${against}${sure}.`,
  ];
}

/** ` (12 %)`; empty where there is nothing to take a share of. */
function shareOf(part: number, whole: number): string {
  return whole > 0 ? ` (${percent(part / whole)})` : '';
}
