import {
  change,
  effectsFigure,
  EXPLAINED,
  assumptionWords,
  replayFigure,
} from '#core/answer/figures/replay.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { deskOf } from '#core/placement/desk.ts';
import { replay, type Replay } from '#core/replay/replay.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { percent } from '#core/text/numbers.ts';
import { overviewMoney } from '#core/text/money.ts';
import { parseShare } from '#core/rates.ts';
import { formatCount, formatDays } from '#core/units.ts';
import { traceOf } from '#query/trace.ts';
import type { Run } from '../command.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { give } from '../formats.ts';
import { inLogs, logFiles } from '../input/log-file.ts';
import { logOptions, memoryGiven } from '../input/log-options.ts';
import { placementCalled, planWith } from '../input/placement-given.ts';
import { progressOf } from '../progress.ts';
import { planNames } from '../render/plan.ts';
import { heading, listOf, strong, tableOf, type Block } from '../render/table.ts';
import { questionIn } from '../scenarios.ts';

/** Stores that the clairvoyant owner may choose from. */
const MOST_STORES = 6;

/** Exit 1 where the plan has no such placement. */
export const replayTrace: Run = async (args, deps) => {
  const source = args.needed(
    'plan',
    'name the scenario with --plan; "stowage derive TRACE --scenario > plan.yaml" writes one',
  );
  const keyShare = args.read('sample', parseShare);
  if (keyShare === 0) throw new Misunderstood('--sample: is above 0%, such as 10%');
  const options = { ...logOptions(args), ...(keyShare === undefined ? {} : { keyShare }) };
  const memory = memoryGiven(args);
  const files = logFiles(args.operands, deps);
  const { question } = await questionIn('replay', source, args, deps);
  const called = args.text('placement') ?? 'recommended';
  const progress = progressOf(deps);
  progress.doing('searching for the best placement');
  const { plan } = await planWith(question, [called]);
  if (called === 'recommended' && !plan.recommendation)
    throw new Unanswerable(
      `${question.name}: no placement meets the requirements; name one with --placement, as stowage plan --all lists them`,
    );
  const names = planNames(plan, question.archive);
  const candidate = placementCalled(called, plan, names, { source, flag: '--placement ' });
  const desk = deskOf(question);
  const placement = namedPlacement(desk, candidate.id);
  if (!placement) throw new RangeError(`a candidate is a placement: ${candidate.id}`);
  const room = desk.roomOf(placement);
  const stores = storesOf(candidate, plan).flatMap((ref) => {
    const s = room.context.stores.findIndex((one) => one.ref === ref);
    return room.context.stores[s]?.edition.restoreHours === undefined && s >= 0 ? [s] : [];
  });
  progress.doing('walking the trace');
  const answer = await inLogs(
    files,
    memory,
    async (database) =>
      replay(
        question,
        room.context,
        room.grid,
        { placement, stores },
        await traceOf(database, files, options),
      ),
    ', or replay a sample of the keys, such as --sample 10%',
  );
  progress.end();
  const figure = replayFigure(answer);
  give(args, deps, {
    json: { placement: candidate.id, ...answer },
    csv: figure,
    blocks: (): Block[] => [
      heading(`${names.placement(candidate.id)}, replayed`),
      strong(summary(answer)),
      { kind: 'table', table: figure },
      ...(isFar(answer) ? tableOf(effectsFigure(answer)) : []),
      ...listOf(
        'Notes',
        notes(answer, (ref) => names.store(ref)),
      ),
    ],
  });
};

/** Of the placement, then of the best placements that meet what is asked. */
function storesOf({ stores }: Candidate, { candidates }: Plan): string[] {
  const fine = candidates.filter(({ feasible }) => feasible === 'yes').flatMap((one) => one.stores);
  return [...new Set([...stores, ...fine])].slice(0, Math.max(MOST_STORES, stores.length));
}

const isFar = ({ error, replayed }: Replay) =>
  error === null ? replayed.cost > 0 : Math.abs(error) > EXPLAINED;

function summary(answer: Replay): string {
  const { error, replayed, predicted, currency, effects } = answer;
  const cost = (amount: number) => `${overviewMoney(amount, currency)}/month`;
  const first = `Replayed: ${cost(replayed.cost)}, predicted: ${cost(predicted.cost)}${error === null ? '' : ` (${change(error)})`}.`;
  const [most] = effects;
  return isFar(answer) && most ? `${first} What breaks most: ${assumptionWords(most, answer)}.` : first;
}

function notes(answer: Replay, store: (ref: string) => string): string[] {
  const { days, warmUpDays, objects, mostHeld, weight, clairvoyant } = answer;
  return [
    `The trace has ${formatCount(objects)} objects in ${formatDays(days)}; its use is billed as one month.`,
    `At most ${formatCount(mostHeld)} objects were in memory at a time.`,
    'Predicted is what the plan expects of the same time, with what stood at its start.',
    ...(warmUpDays > 0 ? [`The first ${formatDays(warmUpDays)} fill the stores and are not billed.`] : []),
    ...(weight > 1 ? [`${percent(1 / weight)} of the keys were read and stand for all.`] : []),
    'Objects older than the trace have no age there: they lie where the oldest do.',
    `Clairvoyant: ${clairvoyant.stores.map(store).join(', ')}, one store or one move for each object.`,
    'It knows all later reads and ignores the latency asked, so nobody can run it.',
    'It goes by list prices: a mark to compare with, no proven least.',
  ];
}
