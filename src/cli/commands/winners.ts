import { KNOB_NAMES } from '#core/placement/along/knobs.ts';
import type { KnobName } from '#core/placement/along/knobs.ts';
import { allSteps } from '#core/steps.ts';
import { planWinnerMap } from '#core/placement/switches/winner-map.ts';
import type { MapQuestion, WinnerMap } from '#core/placement/switches/winner-map.ts';
import { mustBeAboveZero } from '#core/remedies.ts';
import { parseBytes, parseCount, parseDays, parseMs, parsePerDay, parseShare } from '#core/units.ts';
import { readArgs } from '../args.ts';
import type { Args } from '../args.ts';
import { oneOf } from '../choices.ts';
import type { Run } from '../deps.ts';
import { Misunderstood, Unanswerable, within } from '../failures.ts';
import { formatOf, jsonText } from '../formats.ts';
import { csvText, printBlocks } from '../render/table.ts';
import type { Block } from '../render/table.ts';
import { asked, oneScenario, sourcesOf } from '../scenarios.ts';

/** Exit 1 where the scenario has no store with a price. */
export const winners: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'winners',
    flags: { x: 'string', y: 'string', dataset: 'list', json: 'boolean', format: 'string' },
    operands: { name: 'a scenario FILE', least: 1, most: 1 },
  });
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const scenario = await oneScenario('winners', args.operands[0] ?? '', deps);
  const axes = { x: axisGiven(args, 'x'), y: axisGiven(args, 'y') };
  if (axes.x.input === axes.y.input)
    throw new Misunderstood(`--x and --y are both ${axes.x.input}; name two inputs`);
  const sources = await sourcesOf(deps, args.list('dataset'));
  const question = await asked(scenario, sources, deps);
  const map = await within(scenario.name, () => allSteps(planWinnerMap(question, axes)));
  if (!map)
    throw new Unanswerable(
      `${scenario.name}: it has no ${axes.x.input} or no ${axes.y.input} to turn, or no store with a price`,
    );
  if (format === 'json') deps.print(jsonText(map));
  else if (format === 'csv') deps.print(csvText(['region', 'ring', map.x.path, map.y.path], rowsOf(map)));
  else printBlocks(blocksOf(map, scenario.text.name ?? scenario.name), format, deps);
  return { exit: 0 };
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
      `--${flag} "${text}": ${isShare ? 'a share lies from 0 to 100 %' : mustBeAboveZero('the smaller end', 'a hundredth of the larger')}`,
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

/** Each vertex of each ring of each region, unrounded. */
function rowsOf({ regions }: WinnerMap): (string | number)[][] {
  return regions.flatMap(({ arrangement, rings }) =>
    rings.flatMap((ring, r) => ring.map(([x, y]) => [arrangement ?? 'none proven', r + 1, x, y])),
  );
}

function blocksOf({ x, y, regions, tried }: WinnerMap, name: string): Block[] {
  const figure = (value: number) => String(Number(value.toPrecision(3)));
  return [
    { kind: 'heading', text: name },
    {
      kind: 'table',
      table: {
        columns: [
          { title: 'best plan', wrap: true },
          { title: 'share of the map', align: 'right' },
          { title: `${x.path} within`, align: 'right' },
          { title: `${y.path} within`, align: 'right' },
        ],
        rows: regions.map(({ arrangement, share, rings }) => {
          const [xs, ys] = [0, 1].map((axis) => rings.flat().map((point) => point[axis as 0 | 1]));
          const span = (values: number[] = []) =>
            `${figure(Math.min(...values))} – ${figure(Math.max(...values))}`;
          return [
            arrangement ?? 'none proven',
            share < 0.001 ? '< 0.1 %' : `${Number((share * 100).toPrecision(3))} %`,
            span(xs),
            span(ys),
          ];
        }),
      },
    },
    {
      kind: 'text',
      text: `${x.path} in ${x.unit}, ${y.path} in ${y.unit}; plans were asked at ${tried} pairs of values. Edges are solved for; what wins on less than 1/27 of either axis, between two points that another plan wins, may be missed. Edges as points: --format csv or --json.`,
    },
  ];
}
