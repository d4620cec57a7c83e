/** A replay beside its prediction, and what of the plan's assumptions it breaks, for `stowage replay`. */
import type { Effect, Replay, Side } from '../../replay/replay.ts';
import { percent } from '../../text/numbers.ts';
import { listing } from '../../text/words.ts';
import { formatBytes, formatCount, formatDays } from '../../units.ts';
import { figureOf, perMonth, type Figure } from './figure.ts';

/** A difference of cost above it is explained. */
export const EXPLAINED = 0.05;

export function replayFigure({ predicted, replayed, clairvoyant, currency }: Replay): Figure {
  const rows: (Side & { name: string })[] = [
    { name: 'predicted', ...predicted },
    { name: 'replayed', ...replayed },
    { name: 'clairvoyant', ...clairvoyant },
  ];
  const cost = perMonth(currency);
  return figureOf(
    rows,
    [
      { title: 'over the trace', key: 'side', of: ({ name }) => name },
      { title: cost, key: 'cost', kind: 'cents', of: (one) => one.cost },
      { title: '', key: 'cost_high', of: ({ high }) => high },
      { title: 'read p99', key: 'p99_ms', kind: 'ms', none: 'no data', of: ({ p99Ms }) => p99Ms },
      { title: 'moves a month', key: 'moves', kind: 'roughly', of: ({ moves }) => moves },
      { title: 'hot reads', key: 'hot_share', kind: 'share', none: '–', of: (one) => one.hotShare },
    ],
    { currency },
  );
}

const ASSUMED: Readonly<Record<Exclude<Effect['assumption'], 'workload'>, string>> = {
  drift: 'steady rates (drift)',
  deletes: 'how long objects live (deletes)',
  bursts: 'when objects are read (bursts)',
};

/** A rate or a mean that is as far from the plan's is another one. */
const APART = 0.02;

/** Of rates and sizes, those that differ. */
export function assumptionWords({ assumption }: Effect, { courses }: Replay): string {
  if (assumption !== 'workload') return ASSUMED[assumption];
  const compared = [
    ['how much is written', courses.written],
    ['how much is read', courses.read],
    ['how large objects are', courses.meanSizeBytes],
    ['what a read sends', courses.readBytes],
  ] as const;
  const apart = compared.filter(
    ([, { trace, predicted }]) => trace !== null && Math.abs(trace - predicted) > APART * predicted,
  );
  return apart.length > 0 ? listing(apart.map(([words]) => words)) : 'rates and sizes';
}

export function effectsFigure(replay: Replay): Figure {
  return figureOf(
    replay.effects,
    [
      { title: 'assumption', of: (effect) => assumptionWords(effect, replay) },
      { title: perMonth(replay.currency), kind: 'cents', of: ({ cost }) => cost },
      { title: 'what the trace shows', wrap: true, of: (effect) => shown(effect, replay) },
    ],
    { currency: replay.currency },
  );
}

function shown({ assumption }: Effect, { courses, predicted, replayed }: Replay): string {
  const { written, read, meanSizeBytes, readBytes, lifeDays, endedEarly, busiestHour } = courses;
  const both = (what: string, trace: number | null, plan: number | null, words: (value: number) => string) =>
    trace === null && plan === null
      ? []
      : [
          `${what} ${trace === null ? 'unknown' : words(trace)} (plan: ${plan === null ? 'for ever' : words(plan)})`,
        ];
  const later = (what: string, { firstHalf, secondHalf }: typeof read) =>
    firstHalf > 0 ? [`${what} ${change(secondHalf / firstHalf - 1)}`] : [];
  const said: Record<Effect['assumption'], string[]> = {
    workload: [
      ...both('written a day', written.trace, written.predicted, formatCount),
      ...both('read a day', read.trace, read.predicted, formatCount),
      ...(meanSizeBytes.trace === null
        ? []
        : both('mean size', meanSizeBytes.trace, meanSizeBytes.predicted, formatBytes)),
      ...(readBytes.trace === null
        ? []
        : both('sent by a read', readBytes.trace, readBytes.predicted, formatBytes)),
    ],
    drift: [...later('second half against first: written', written), ...later('read', read)],
    deletes: [
      ...both('mean life', lifeDays.trace, lifeDays.predicted, formatDays),
      ...(endedEarly === null ? [] : [`${percent(endedEarly)} ended early`]),
    ],
    bursts: [
      ...(replayed.hotShare === null
        ? []
        : both('hot reads', replayed.hotShare, predicted.hotShare, percent)),
      ...(busiestHour === null
        ? []
        : [`the busiest hour has ${Number(busiestHour.toPrecision(3))} times the mean reads`]),
    ],
  };
  return said[assumption].join('; ');
}

/** `+12%`. */
export const change = (by: number) => `${by < 0 ? '−' : '+'}${percent(Math.abs(by))}`;
