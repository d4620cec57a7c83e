import { winnersFigure } from '#core/answer/figures/winners.ts';
import { turnedTitle } from '#core/answer/words/input-name.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { inputFigure } from '#core/report/input-figure.ts';
import { placementIdOf } from '#core/report/placement-id.ts';
import { percent } from '#core/text/numbers.ts';
import { KNOB_NAMES, type KnobName } from '#core/placement/sensitivity/knobs.ts';
import { runsOf, winnerMap } from '#core/placement/sensitivity/winner-map.ts';
import type { MapQuestion, WinnerMap } from '#core/placement/sensitivity/winner-map.ts';
import { deskOf } from '#core/placement/desk.ts';
import { mustBeAboveZero } from '#core/remedies.ts';
import { parsePerDay, parseShare } from '#core/rates.ts';
import { parseBytes, parseCount, parseDays, parseMs } from '#core/units.ts';
import type { Args } from '../args.ts';
import { oneOf } from '../choices.ts';
import type { Run } from '../command.ts';
import { Misunderstood, Unanswerable, within } from '../failures.ts';
import { give } from '../formats.ts';
import { progressOf } from '../progress.ts';
import { heading, tableOf, type Block } from '../render/table.ts';
import { questionIn } from '../scenarios.ts';

/** Exit 1 where the scenario has no store with a price. */
export const winners: Run = async (args, deps) => {
  const { scenario, question } = await questionIn('winners', args.operands[0] ?? '', args, deps);
  const axes = { x: axisGiven(args, 'x'), y: axisGiven(args, 'y') };
  if (axes.x.input === axes.y.input)
    throw new Misunderstood(`--x and --y are both ${axes.x.input}; name two inputs`);
  const progress = progressOf(deps);
  const map = await within(scenario.name, () =>
    progress.through('planning at pairs of values', winnerMap(deskOf(question), axes)),
  );
  progress.end();
  if (!map)
    throw new Unanswerable(
      `${scenario.name}: it has no ${axes.x.input} or no ${axes.y.input} to turn, or no store with a price`,
    );
  const ids = map.regions.map(({ arrangement }) => arrangement ?? NOTHING);
  const names = namesIn(
    question.archive,
    ids.flatMap((id) => placementIdOf(id)?.stores ?? []),
  );
  give(args, deps, {
    json: map,
    csv: winnersFigure(map, ids),
    blocks: () => blocksOf(map, scenario.text.name ?? scenario.name, names),
  });
};

/** `reads`, or `reads=1M..100M`. */
function axisGiven(args: Args, flag: 'x' | 'y'): MapQuestion['x'] {
  const text = args.text(flag);
  if (text === undefined)
    throw new Misunderstood(
      `say which input runs along ${flag}: --${flag} ${flag === 'x' ? 'reads' : 'size'}`,
    );
  const [name = '', range] = text.split('=');
  const input = oneOf(`--${flag}`, name, KNOB_NAMES);
  if (range === undefined) return { input };
  const ends = range.split('..');
  const [low = NaN, high = NaN] = ends.map((end) => READERS[input](end.trim()));
  if (ends.length !== 2 || !(low < high))
    throw new Misunderstood(
      `--${flag} "${text}": write the range as ${name}=LOW..HIGH, the smaller end first`,
    );
  const isShare = READERS[input] === parseShare;
  if (isShare ? low < 0 || high > 1 : !(low > 0))
    throw new Misunderstood(
      `--${flag} "${text}": ${isShare ? 'a share lies from 0 to 100%' : mustBeAboveZero('the smaller end', 'a hundredth of the larger')}`,
    );
  return { input, low, high };
}

const perDay = (text: string) => (text.includes('/') ? parsePerDay(text) : parseCount(text));

const READERS: Record<KnobName, (text: string) => number> = {
  reads: perDay,
  arrivals: perDay,
  size: parseBytes,
  standing: parseBytes,
  retention: parseDays,
  'hot-share': parseShare,
  'outside-share': parseShare,
  'cache-share': parseShare,
  'read-p99': parseMs,
  'first-byte-p99': parseMs,
};

const NOTHING = 'nothing';

function blocksOf(map: WinnerMap, name: string, names: Names): Block[] {
  const { x, y, columns, rows, regions, cells, tried } = map;
  const [across, up] = [turnedTitle(x, names.store), turnedTitle(y, names.store)];
  const span = (of: 'x' | 'y', region: number) => {
    const ends = runsOf(map).flatMap((run) => (run.region === region ? run[of] : []));
    return [Math.min(...ends), Math.max(...ends)].map((end) => inputFigure(map[of].unit, end)).join(' – ');
  };
  const sign = (region: number) =>
    regions[region]?.arrangement === null ? '.' : String.fromCharCode('A'.charCodeAt(0) + region);
  const lines = Array.from({ length: rows }, (_, row) => {
    const own = cells.slice(row * columns, (row + 1) * columns);
    return [own.map(sign).join('')];
  });
  return [
    heading(name),
    ...tableOf({
      columns: [
        { title: '' },
        { title: 'recommended', wrap: true },
        ...['share of the map', across, up].map((title) => ({ title, align: 'right' as const })),
      ],
      rows: regions.map(({ arrangement, share }, region) => [
        sign(region),
        arrangement === null ? NOTHING : names.cell(arrangement),
        percent(share, { figures: 3 }),
        span('x', region),
        span('y', region),
      ]),
    }),
    ...tableOf({ columns: [{ title: `${across} to the right, ${up} upward` }], rows: lines.toReversed() }),
    {
      kind: 'text',
      text: `Searched at ${tried} pairs of values. A placement that wins in less than one of ${columns / 3} by ${rows / 3} cells may be missed. Every cell: --format csv or --json.`,
    },
  ];
}
