/** A plan as `--json` and `--jsonl` print it: the placements that are spoken of in full, the others in short. */
import { ANSWER_VERSION } from '#core/report/answer-schema.ts';
import type { Candidate, LatencySummary, Plan } from '#core/report/plan-types.ts';

/** `all`: every placement in full, and what the latencies of each place of readers rest on. */
export function answerJson(plan: Plan, { all }: { all: boolean }): unknown {
  const versioned = { schema: ANSWER_VERSION, ...plan };
  if (all) return versioned;
  const { cards, today, overTime } = plan;
  const spokenOf = [...cards, today?.id];
  const inMonths = [...spokenOf, overTime?.first, overTime?.whole];
  return {
    ...versioned,
    overTime: overTime && {
      ...overTime,
      placements: overTime.placements.filter(({ id }) => inMonths.includes(id)),
    },
    candidates: plan.candidates.map((one) =>
      spokenOf.includes(one.id) ? onceOf(one, one.id === cards[0]) : shortOf(one),
    ),
  };
}

/** What its latency rests on stands there once, at the reads of all, and with the recommended alone. */
function onceOf({ read, write, ...rest }: Candidate, isChosen: boolean): unknown {
  return {
    ...rest,
    read: { ...(isChosen ? read : figuresOf(read)), byPlace: read.byPlace.map(figuresOf) },
    write: figuresOf(write),
  };
}

/** What a table of placements shows. */
function shortOf(one: Candidate): unknown {
  const { id, kind, card, stores, feasible, sureness, notMeasured, violations, effort, monthly } = one;
  const { total, currency, atLeast, range } = monthly;
  const { p50Ms, p95Ms, p99Ms, p99BandMs, grade } = one.read;
  return {
    ...{ id, kind, card, stores, feasible, sureness, notMeasured, violations },
    effort: { total: effort.total },
    monthly: { total, currency, atLeast, range },
    read: { p50Ms, p95Ms, p99Ms, p99BandMs, grade },
    write: { p99Ms: one.write.p99Ms, grade: one.write.grade },
  };
}

function figuresOf<T extends LatencySummary>(summary: T): Omit<T, 'evidence' | 'adjustments'> {
  const { evidence: _, adjustments: _same, ...figures } = summary;
  return figures;
}
