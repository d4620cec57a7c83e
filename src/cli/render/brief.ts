/** The plan in some twenty lines: what to do, what else a person would weigh, why, and what would change it. */
import { leastBy } from '#core/at.ts';
import { LIKELY } from '#core/placement/judge/lateness.ts';
import { differenceOf } from '#core/report/cost-difference.ts';
import { weighedFigure, type WeighedRow } from '#core/answer/figures/placements.ts';
import { cautionWords } from '#core/answer/words/caution.ts';
import { conditionInFull, probePrice, violationWords } from '#core/answer/words/condition.ts';
import { costWords } from '#core/answer/words/cost.ts';
import { dearerBy } from '#core/answer/words/difference.ts';
import { latencyWords } from '#core/answer/words/latency.ts';
import { inTheWay, namedRateWords, type WayOut } from '#core/answer/words/in-the-way.ts';
import { formatRangeEnd, inputName } from '#core/answer/words/input-name.ts';
import type { Names } from '#core/answer/words/names.ts';
import { ownEvidenceWords } from '#core/answer/words/own-evidence.ts';
import { savingWords, shareOf } from '#core/answer/words/saving.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { describeFinding, type Finding } from '#core/findings/index.ts';
import { nearestOf, onlyUnmeasured } from '#core/report/next-best.ts';
import type { Candidate, CardRole, Plan, RangeOutcome } from '#core/report/plan-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { capital, listing } from '#core/text/words.ts';
import { candidateOf } from './notes.ts';
import { listOf, strong, tableOf, textOf, type Block, type ListItem } from './table.ts';

/** Rows of the table: at least so many where there are, and never more than the most. */
const [LEAST, MOST] = [3, 6];

/** Reasons, and ways in which the answer changes. */
export const SAID = 3;

/** What to do, what else could be done, at most `said` reasons, and as many ways in which the answer changes. */
export function recommendationBlocks(plan: Plan, names: Names, said = SAID, top?: number): Block[] {
  const chosen = candidateOf(plan, plan.recommendation?.id);
  const words = chosen ? `Recommended: ${headline(chosen, plan, names)}.` : noneWords(plan);
  const why = chosen ? reasons(plan, chosen, names, said) : [];
  return [
    strong(words),
    ...textOf(ownEvidenceWords(plan, names).join(' ')),
    ...tableOf(weighedFigure(weighed(plan, top), names, plan.scenario)),
    ...(why.length > 0 ? [{ kind: 'list' as const, items: why }] : []),
    ...listOf(
      'What would change it',
      (chosen ? changeItems(plan, chosen, names) : inTheWay(plan, names).map(wayItem)).slice(0, said),
    ),
  ];
}

/** `S3 Standard for 7 days, then R2. $48.2k/month, read p99 610 ms (444–666 ms, interpolated), likely meets 73%`. */
export function headline(candidate: Candidate, { scenario }: Pick<Plan, 'scenario'>, names: Names): string {
  return `${names.placement(candidate.id)}. ${costWords(candidate.monthly)}/month, ${latencyWords(candidate, scenario)}, ${verdictWords(candidate)}`;
}

const ROLES: Record<CardRole, string> = {
  recommended: 'recommended',
  cheaper: 'if confirmed',
  surer: 'surer',
  faster: 'faster',
};

/**
 * The cards, the simplest placement, today's, the best single store, the cheapest that nobody has measured (where nothing is
 * recommended, that which lacks no more, and the nearest), then the next of the ranking.
 */
function weighed(plan: Plan, top?: number): WeighedRow[] {
  const [least, most] = top === undefined ? [LEAST, MOST] : [top, top];
  const rows = new Map<string, WeighedRow>();
  const add = (role: string, id: string | undefined) => {
    const candidate = candidateOf(plan, id);
    if (!candidate) return;
    const known = rows.get(candidate.id);
    if (known) known.role += `, ${role}`;
    else if (rows.size < most) rows.set(candidate.id, { role, candidate });
  };
  for (const id of plan.cards) add(ROLES[candidateOf(plan, id)?.card ?? 'recommended'], id);
  const first = candidateOf(plan, plan.cards[0]);
  if (first && first.runs.length + first.stores.length > 1) add('simplest', plan.rule.baseId ?? undefined);
  add('today', plan.today?.id);
  const single = bestSingle(plan)?.id;
  if (single !== undefined && !rows.has(single)) add('one store', single);
  const unmeasured = plan.findings.find(({ code }) => code === 'unmeasured-cheaper');
  if (unmeasured?.code === 'unmeasured-cheaper') add('not measured', `single:${unmeasured.stores[0]}`);
  if (plan.cards.length === 0) {
    add('not measured', onlyUnmeasured(plan)?.id);
    add('nearest', nearestOf(plan)?.id);
  }
  const singles = plan.candidates.filter(({ kind, feasible }) => kind === 'single' && feasible !== 'no');
  // At an open price nobody can weigh it.
  const isOpen = ({ monthly }: Candidate) => monthly.range[1] === null;
  for (const { id } of singles.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b))))
    if (rows.size < least && !rows.has(id)) add('other', id);
  for (const { id } of plan.candidates) if (rows.size < least && !rows.has(id)) add('other', id);
  return [...rows.values()];
}

const wayItem = ({ text, command }: WayOut): ListItem => (command === undefined ? text : { text, command });

/** Beside a plan that has to be run: the single store that many would rather take, by cost and doubt. */
function bestSingle(plan: Plan): Candidate | null {
  const { sureness: asked, doubtBase } = plan.rule;
  const chosen = candidateOf(plan, plan.recommendation?.id);
  if (!chosen || chosen.runs.length === 0) return null;
  const likely = plan.candidates.filter(
    ({ kind, sureness, violations, conditions, notMeasured, monthly }) =>
      kind === 'single' &&
      (sureness ?? 1) >= LIKELY &&
      violations.length + conditions.length + notMeasured.length === 0 &&
      monthly.range[1] !== null,
  );
  const doubt = (level: number) => (asked ? Math.max(0, 1 - level / asked) * doubtBase : 0);
  return leastBy(likely, ({ monthly, sureness }) => monthly.total + doubt(sureness ?? 1));
}

function noneWords(plan: Plan): string {
  if (plan.candidates.length === 0) return 'No placement is possible: every store is left out.';
  return plan.candidates.some(
    ({ notMeasured, violations }) => notMeasured.length > 0 && violations.length === 0,
  )
    ? 'No placement with latency data meets the requirements.'
    : 'No placement meets the requirements.';
}

/** The first reason, what it saves, then the others; and what must be known of its safety. */
function reasons(plan: Plan, chosen: Candidate, names: Names, most: number): string[] {
  const [first, ...others] = plan.recommendation?.reasons.map(({ words }) => words) ?? [];
  const said = [...(first === undefined ? [] : [first]), ...savingWords(plan, names.placement), ...others];
  return [
    ...said.slice(0, most),
    ...cautionWords(chosen, names).map((words) => `Caution: ${words}`),
    ...todayWords(plan),
  ];
}

/** Why what holds the objects today is no answer. */
function todayWords(plan: Plan): string[] {
  const today = candidateOf(plan, plan.today?.id);
  if (today?.feasible !== 'no') return [];
  const broken = today.violations.map((one) => violationWords(one, today.monthly.currency));
  return broken.length > 0 ? [`Today's placement misses ${listing([...new Set(broken)])}.`] : [];
}

const DECIDES = new Set<Finding['code']>(['unmeasured-cheaper', 'price-decides', 'assumption-decides']);

/** What would make a cheaper placement the answer, what nobody has measured, and ends of ranges at which another wins. */
function changeItems(plan: Plan, chosen: Candidate, names: Names): ListItem[] {
  const cheaper = candidateOf(plan, plan.bestIf?.id);
  const isOpen = plan.rule.sureness !== null && (chosen.sureness ?? 1) < plan.rule.sureness;
  return [
    ...namedRateWords(plan, names),
    ...(cheaper ? [cheaperItem(cheaper, chosen, names)] : []),
    ...(isOpen && !cheaper ? measureItems(chosen, names).slice(0, 2) : []),
    ...plan.findings.filter(({ code }) => DECIDES.has(code)).map((one) => describeFinding(one, names)),
    ...rangeItems(plan, names),
  ];
}

function cheaperItem(cheaper: Candidate, chosen: Candidate, names: Names): ListItem {
  const { monthly, missing, conditions, id, stores } = cheaper;
  const less = differenceOf(chosen, cheaper);
  const its = stores.length === 1 ? { ...names, store: () => 'its' } : names;
  const asked = [...new Set(missing.map((one) => conditionInFull(one, its)))];
  const ends = dearerBy(chosen, cheaper);
  const by =
    less === null
      ? ends && `saves ${ends}/month`
      : `saves ${overviewMoney(less, monthly.currency)}/month${shareOf(less, chosen.monthly.total)}`;
  const saves = `${capital(names.placement(id))} ${by ?? 'may be cheaper'}`;
  const text = [
    asked.length > 0 ? `${saves} if ${listing(asked)}.` : `${saves}.`,
    ...conditions.map(({ words }) => `It holds only ${words}.`),
  ].join(' ');
  const [probe] = missing;
  return probe
    ? { text: `${text} Measure it ${probePrice(probe.probeCost, monthly.currency)}:`, command: probe.probe }
    : text;
}

/** Of a placement that is not sure enough: each measurement that would tell. */
export function measureItems({ missing, monthly }: Candidate, names: Names): ListItem[] {
  const each = new Map(missing.map((one) => [one.probe, one]));
  return [...each.values()].map(({ probe, probeCost, store, operation }) => ({
    text: `Measure ${operation} of ${names.store(store)} ${probePrice(probeCost, monthly.currency)}:`,
    command: probe,
  }));
}

/** The ends of ranges at which another placement wins; in one line those at which none does. */
function rangeItems(plan: Plan, names: Names): string[] {
  const own = plan.recommendation?.id;
  const isMoved = ({ recommendation }: RangeOutcome['low']) => recommendation !== own;
  const moved = plan.ranges.flatMap((range) =>
    [range.low, range.high].filter(isMoved).map((end) => rangeEndWords(range, end, plan, names)),
  );
  const kept = plan.ranges.filter(({ low, high }) => !isMoved(low) && !isMoved(high));
  return kept.length > 0
    ? [...moved, `No change within your range of ${listing(kept.map(({ path }) => inputName(path, names)))}.`]
    : moved;
}

/** `Retention of 30 days: R2 Standard, $98.2k/month`. */
export function rangeEndWords(
  { path }: RangeOutcome,
  { value, recommendation, total }: RangeOutcome['low'],
  plan: Plan,
  names: Names,
): string {
  const at = `${capital(inputName(path, names))} of ${formatRangeEnd(path, value)}`;
  if (recommendation === null || total === null) return `${at}: nothing is recommended.`;
  const currency = plan.candidates[0]?.monthly.currency;
  return `${at}: ${names.placement(recommendation)}, ${overviewMoney(total, currency)}/month.`;
}
