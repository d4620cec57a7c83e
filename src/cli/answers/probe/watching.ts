/** What is said while a probe runs: one line drawn anew on a terminal, plain lines elsewhere, or an event a line. */
import { performance } from 'node:perf_hooks';
import { exactMoney } from '#core/text/money.ts';
import { formatNumber } from '#core/text/numbers.ts';
import { formatMs } from '#core/units.ts';
import type { Spend } from '#probe/costs/spend.ts';
import { whichTarget } from '#probe/measuring/prepare.ts';
import { nameOf } from '#probe/plan/cell.ts';
import { plannedRequests, type ProbePlan } from '#probe/plan/plan-file.ts';
import type { Shard } from '#probe/plan/shard.ts';
import type { RoundNews } from '#probe/rounds.ts';
import type { Progress, Runtime } from '#probe/runtime.ts';
import { Tally, type Figures } from '#probe/tally.ts';
import type { Deps } from '../../deps.ts';

const DRAWN_EVERY_MS = 1000;

export interface Watching extends Pick<Runtime, 'onProgress' | 'onSample' | 'onWorkers'> {
  onRound(news: RoundNews): void;
  /** An event of a kind of its own, where events are asked for. */
  tell(event: string, facts: object): void;
  /** Nothing is drawn any more. */
  end(): void;
}

/** `spend`: null where nothing is billed. `hasEvents`: they go to standard output, one JSON object a line. */
export function watching(
  plan: ProbePlan,
  { shard, spend, hasEvents }: { shard?: Shard | undefined; spend: Spend | null; hasEvents: boolean },
  deps: Deps,
): Watching {
  const of = plannedRequests(plan, shard);
  let tally = new Tally(plan, of, 0);
  let drawnMs = performance.now();
  let said = -1;
  const tell = (event: string, facts: object) => {
    if (hasEvents) deps.print(`${JSON.stringify({ event, at: new Date().toISOString(), ...facts })}\n`);
  };
  const figures = () => {
    const now = tally.figures(performance.now());
    const { total: spent, currency } = spend?.amount ?? { total: null, currency: 'USD' };
    return now && { ...now, spent, currency };
  };
  const draw = () => {
    const now = figures();
    if (!now) return;
    tell('progress', now);
    if (!hasEvents) deps.redraw?.(liveLine(now));
  };
  return {
    tell,
    onProgress({ phase, done, of: most }: Progress) {
      if (phase !== 'measure') return tell(phase, { target: done + 1, of: most });
      if (hasEvents || deps.redraw) return draw();
      const tenth = Math.floor((10 * done) / most);
      if (tenth === said) return;
      said = tenth;
      const now = figures();
      deps.say(now ? liveLine({ ...now, done, of: most }) : `${done} of ${most} requests measured`);
    },
    onSample(sample) {
      const nowMs = performance.now();
      tally.note(sample, nowMs);
      if (nowMs - drawnMs < DRAWN_EVERY_MS) return;
      drawnMs = nowMs;
      if (hasEvents || deps.redraw) draw();
    },
    onWorkers(begun) {
      tell('workers', begun);
      deps.redraw?.('');
      const [cell, target] = [plan.cells[begun.cell], plan.targets[begun.target]];
      if (cell && target)
        deps.say(
          `${nameOf(cell)} on ${whichTarget(target)}: one thread is not enough, so ${begun.count} measure it from here on`,
        );
    },
    onRound(news) {
      const { kind, round, of: rounds } = news;
      tell('round', news);
      if (kind === 'begins') {
        tally = new Tally(plan, of, 0);
        said = -1;
      }
      deps.redraw?.('');
      if (kind === 'waiting' && news.ms > 5000)
        deps.say(`round ${round} of ${rounds} begins in ${durationOf(news.ms)}`);
      if (kind === 'begins') deps.say(`round ${round} of ${rounds}`);
      if (kind === 'missed') deps.say(`round ${round} of ${rounds} is left out: its time has passed`);
      if (kind === 'failed') deps.say(`round ${round} of ${rounds} failed: ${news.message}`);
      if (kind === 'left') deps.say(`what round ${round} of ${rounds} made is still there: ${news.message}`);
    },
    end: () => deps.redraw?.(''),
  };
}

function durationOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 1
    ? `${Math.round(ms / 1000)} s`
    : minutes < 120
      ? `${minutes} min`
      : `${Math.round(minutes / 60)} h`;
}

/** `spent`: null where nothing is billed. */
export function liveLine({
  store,
  cell,
  done,
  of,
  perSecond,
  p50Ms,
  p99Ms,
  errors,
  leftS,
  spent,
  currency,
}: Figures & { spent: number | null; currency: string }): string {
  return [
    `${Math.floor((100 * done) / of)}%`,
    `${cell} on ${store}`,
    `${formatNumber(perSecond, perSecond < 10 ? 1 : 0)}/s`,
    ...(p50Ms === null ? [] : [`p50 ${formatMs(p50Ms)}`]),
    ...(p99Ms === null ? [] : [`p99 ${formatMs(p99Ms)}`]),
    errors === 1 ? '1 error' : `${errors} errors`,
    ...(spent === null ? [] : [`${exactMoney(spent, currency)} spent`]),
    ...(leftS === null || done >= of ? [] : [`${timeLeft(leftS)} left at most`]),
  ].join(' · ');
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
