/** Where the answer changes, as bands, rows and a title. */
import type { SwitchPoint, SwitchScan } from '#core/report/switch-types.ts';
import { figureOf, type Column } from '#core/answer/figures/figure.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import { turnedPhrase, turnedTitle } from '#core/answer/words/input-name.ts';
import { inputFigure, offNow } from '#core/report/input-figure.ts';
import { planName } from '#web/words/switches.ts';

/** Prices start at nothing, which no ratio reaches. */
const LEAST_OF_NOW = 0.01;

/** What is recommended from where to where along an input, and where the drawing of it begins. */
export function bandsOf({ low, high, unit, now, switchPoints }: SwitchScan, best: string | null) {
  const from = low > 0 || unit === 'share' ? low : (now ?? 1) * LEAST_OF_NOW;
  const ends = [from, ...switchPoints.map(({ value }) => value), high];
  const ids = [switchPoints[0]?.below.id ?? best, ...switchPoints.map(({ above }) => above.id)];
  return { from, bands: ids.map((id, i) => ({ id, from: ends[i] ?? from, to: ends[i + 1] ?? high })) };
}

export function flipTitle(all: readonly SwitchPoint[], storeName: NameOf): string {
  const [nearest] = all.filter(({ now }) => now).sort((a, b) => offNow(a) - offNow(b));
  if (!nearest) return 'No input turned by itself changes which stores are best';
  const { input, unit, value, now } = nearest;
  const what = `${input === 'price' ? 'the ' : ''}${turnedPhrase(nearest, storeName)}`;
  return `The answer changes first with ${what}, at ${inputFigure(unit, value)} instead of ${inputFigure(unit, now ?? 0)}`;
}

export function flipFigure(all: readonly SwitchPoint[], storeName: NameOf) {
  const side = (title: 'below' | 'above'): Column<SwitchPoint>[] => [
    {
      title: `recommended ${title}`,
      of: (point) => point[title].id ?? 'nothing',
      words: (point) => planName(point[title].id, storeName),
    },
    { title: `a month ${title}`, kind: 'money', of: (point) => point[title].total },
  ];
  return figureOf<SwitchPoint>(all, [
    { title: 'input', of: ({ path }) => path, words: (point) => turnedTitle(point, storeName) },
    { title: '', key: 'unit', of: ({ unit }) => unit },
    {
      title: 'now',
      kind: 'number',
      of: ({ now }) => now,
      words: ({ unit, now }) => (now === null ? '' : inputFigure(unit, now)),
    },
    {
      title: 'changes at',
      kind: 'number',
      of: ({ value }) => value,
      words: ({ unit, value }) => inputFigure(unit, value),
    },
    ...side('below'),
    ...side('above'),
    {
      title: 'decided by',
      of: ({ unproven }) => (unproven === null ? 'the bills' : 'a requirement or limit'),
    },
  ]);
}
