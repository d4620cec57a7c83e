/** Changed prices as a table: regions in which a meter changed alike share a row. */
import { meterWords } from '#core/answer/words/meters.ts';
import type { FactChange, PriceChange } from '#core/pricing/editions/edition-diff.ts';
import { formatNumber, percent } from '#core/text/numbers.ts';
import type { Table } from '#core/answer/figures/figure.ts';

const SHOWN_REGIONS = 6;

export function priceChangeTable(changes: readonly PriceChange[]): Table {
  const alike = new Map<string, { change: PriceChange; regions: string[] }>();
  for (const change of changes) {
    const { meter, upTo, from, to } = change;
    const key = JSON.stringify([meter, upTo, from, to]);
    const group = alike.get(key) ?? { change, regions: [] };
    group.regions.push(change.region);
    alike.set(key, group);
  }
  return {
    columns: [
      { title: 'meter', wrap: true },
      { title: 'up to', align: 'right' },
      { title: 'was' },
      { title: 'is' },
      { title: 'change', align: 'right' },
      { title: 'regions', wrap: true },
    ],
    rows: [...alike.values()].map(({ change, regions }) => [
      meterWords(change.meter),
      change.upTo === null ? '' : formatNumber(change.upTo, 3),
      change.from ?? '',
      change.to ?? '',
      changeWords(change),
      regionWords(regions),
    ]),
  };
}

/** `−31.3%`, `new`, `gone`; nothing where a price is not known. */
export function changeWords({ from, to, share }: PriceChange): string {
  if (from === null) return 'new';
  if (to === null) return 'gone';
  return share === null ? '' : percent(share, { figures: 3, signed: true });
}

function regionWords(regions: readonly string[]): string {
  const more = regions.length - SHOWN_REGIONS;
  return `${regions.slice(0, SHOWN_REGIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export const PRICE_CHANGE_COLUMNS = ['region', 'meter', 'up_to', 'was', 'is', 'share'] as const;

export function priceChangeRow({ region, meter, upTo, from, to, share }: PriceChange) {
  return [region, meter, upTo, from, to, share] as const;
}

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
