/** Changed prices as a table: regions in which a meter changed alike share a row. */
import { meterWords } from '#core/answer/words/meters.ts';
import type { FactChange, PriceChange } from '#core/pricing/editions/edition-diff.ts';
import { figureOf, type Column } from '#core/answer/figures/figure.ts';
import { percent } from '#core/text/numbers.ts';

const SHOWN_REGIONS = 6;

export function changesFigure(changes: readonly PriceChange[]) {
  const alike = Map.groupBy(changes, ({ meter, upTo, from, to }) => JSON.stringify([meter, upTo, from, to]));
  return figureOf(
    [...alike.values()].flatMap(([one, ...others]) => (one ? [{ one, all: [one, ...others] }] : [])),
    [
      { title: 'meter', wrap: true, of: ({ one }) => meterWords(one.meter) },
      { title: 'up to', kind: 'quantity', of: ({ one }) => one.upTo },
      { title: 'was', of: ({ one }) => one.from },
      { title: 'is', of: ({ one }) => one.to },
      { title: 'change', kind: 'share', of: ({ one }) => changeWords(one) },
      { title: 'regions', wrap: true, of: ({ all }) => regionWords(all.map(({ region }) => region)) },
    ],
  );
}

/** `−31.3%`, `new`, `gone`; nothing where a price is not known. */
function changeWords({ from, to, share }: PriceChange): string {
  if (from === null) return 'new';
  if (to === null) return 'gone';
  return share === null ? '' : percent(share, { figures: 3, signed: true });
}

function regionWords(regions: readonly string[]): string {
  const more = regions.length - SHOWN_REGIONS;
  return `${regions.slice(0, SHOWN_REGIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Of a row a change, for a CSV. */
export const CHANGE_COLUMNS: readonly Column<PriceChange>[] = [
  { title: 'region', of: ({ region }) => region },
  { title: 'meter', of: ({ meter }) => meter },
  { title: 'up_to', of: ({ upTo }) => upTo },
  { title: 'was', of: ({ from }) => from },
  { title: 'is', of: ({ to }) => to },
  { title: 'share', of: ({ share }) => share },
];

/** `rules.upload.aboveBytesPerRequest: 524288 → 0`; of lists of names, those that come and go. */
export function factWords({ path, from, to }: FactChange): string {
  const [before, after] = [namesIn(from), namesIn(to)];
  if (before && after) {
    const come = after.filter((name) => !before.includes(name));
    const go = before.filter((name) => !after.includes(name));
    if (come.length + go.length > 0)
      return `${path}: ${[...(come.length > 0 ? [`with ${come.join(', ')}`] : []), ...(go.length > 0 ? [`without ${go.join(', ')}`] : [])].join('; ')}`;
  }
  return `${path}: ${word(from)} → ${word(to)}`;
}

function namesIn(value: unknown): string[] | null {
  if (value === null) return [];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
}

const MOST_LETTERS = 160;

function word(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}
