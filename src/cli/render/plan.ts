/** A plan as blocks of text: the headline, its rivals, what is not proven, and why. */
import { gradeWords } from '#core/latency/types.ts';
import { describeFinding } from '#core/findings/index.ts';
import type { Candidate, JobOutcome, LatencySummary, Plan, Recommendation } from '#core/report/plan-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { cachedSizes } from '#core/report/cache-words.ts';
import { stepsWords } from '#core/report/step-words.ts';
import { percent } from '#core/text/numbers.ts';
import { formatBytes, formatDays, formatMs } from '#core/units.ts';
import { candidatesTable } from './candidates.ts';
import { flipBlocks } from './flips.ts';
import { conditionAtReader, probeItem, promiseWords } from './plan-conditions.ts';
import { listing } from '#core/text/words.ts';
import { candidateOf, leftOutWords, notesOf, rangeWords } from './plan-notes.ts';
import type { Block } from './table.ts';
import { frontierBlocks } from './frontier.ts';
import { timeBlocks } from './time.ts';
import { uncertaintyBlocks } from './uncertainty.ts';

/** How many candidates a table shows, besides every single store and those the text speaks of. */
const SHOWN = 8;

export function planBlocks(plan: Plan, options: { all?: boolean; why?: boolean } = {}): Block[] {
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
  blocks.push(...frontierBlocks(plan, options.why ?? false), ...timeBlocks(plan));
  if (plan.excluded.length > 0) {
    blocks.push({
      kind: 'list',
      title: 'Left out',
      items: plan.excluded.map(({ store, reason }) => leftOutWords(store, describeFinding(reason))),
    });
  }
  blocks.push(...flipBlocks(plan));
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

/** What to do, what it costs and how fast it answers, why, and what would change the answer. */
export function recommendationBlocks(plan: Plan): Block[] {
  const blocks: Block[] = [];
  const chosen = candidateOf(plan, plan.recommendation?.id);
  if (plan.recommendation && chosen) {
    blocks.push({
      kind: 'text',
      text: `${plan.bestIf ? 'Proven best' : 'Recommended'}: ${headline(chosen)}`,
      strong: true,
    });
    const { reasons } = plan.recommendation;
    const why = reasons.map((reason) => reason.words);
    why.push(...savingWords(plan.recommendation, chosen), ...chosen.jobs.map(jobWords));
    if (why.length > 0) blocks.push({ kind: 'list', items: why });
  } else blocks.push({ kind: 'text', text: noneWords(plan), strong: true });
  const rival = candidateOf(plan, plan.bestIf?.id);
  if (plan.bestIf && rival) {
    const { conditions } = plan.bestIf;
    blocks.push({
      kind: 'text',
      text: `Best if ${conditions.length > 0 ? listing(conditions.map(conditionAtReader)) : promiseWords(plan)}: ${headline(rival)}`,
      strong: true,
    });
    const how = [
      ...plan.bestIf.reasons.map((reason) => reason.words),
      ...[...new Map(conditions.map((one) => [one.probe, one])).values()].map(probeItem),
    ];
    if (how.length > 0) blocks.push({ kind: 'list', items: how });
  }
  const runnerUp = candidateOf(plan, plan.runnerUp?.id);
  if (plan.runnerUp && runnerUp) {
    blocks.push({
      kind: 'text',
      text: `Runner-up, ${signedMoney(plan.runnerUp.more, runnerUp.monthly.currency)}: ${headline(runnerUp)}`,
    });
  }
  return blocks;
}

/** `aws/s3-standard@us-east-1 for 7 days, then …: $48.2k / month, p99 610 ms interpolated`. */
export function headline(candidate: Candidate): string {
  return `${placementWords(candidate)}: ${costWords(candidate)}, ${latencyWords(candidate.read)}`;
}

export function placementWords({
  stores: [first = '', second = ''],
  steps,
  split,
  cache,
  segments,
}: Candidate): string {
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
  const [step, next] = steps;
  if (!step) return first;
  if (segments.length === 1) return `${first} and ${step.to}, every object in both`;
  return stepsWords(step, next);
}

/** `$48.2k / month`. */
export function costWords({ monthly }: Candidate): string {
  return `${overviewMoney(monthly.total, monthly.currency, monthly.atLeast)} / month`;
}

/** `p99 610 ms interpolated`. */
function latencyWords({ p99Ms, grade }: LatencySummary): string {
  return p99Ms === null ? 'p99 unknown' : `p99 ${formatMs(p99Ms)} ${gradeWords(grade)}`;
}

/** The first of the ranking, every single store, and all that the text speaks of; in rank order. */
function shownCandidates(plan: Plan): Candidate[] {
  const named = new Set([plan.recommendation?.id, plan.bestIf?.id, plan.runnerUp?.id]);
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
  return plan.candidates.some((one) => one.feasible === 'unproven')
    ? 'No placement is proven to meet the requirements.'
    : 'No placement meets the requirements.';
}

function savingWords({ id, saving, against }: Recommendation, chosen: Candidate): string[] {
  if (saving === null || against === null || against === id) return [];
  const { total, currency } = chosen.monthly;
  const amount = overviewMoney(Math.abs(saving), currency);
  const share = percent(Math.abs(saving) / (total + saving));
  return [
    saving >= 0
      ? `Saves ${amount} a month (${share}) against ${against}.`
      : `Costs ${amount} a month (${share}) more than ${against}.`,
  ];
}

function signedMoney(more: number, currency: string): string {
  return more < 0 ? `${overviewMoney(-more, currency)} less` : `${overviewMoney(more, currency)} more`;
}
