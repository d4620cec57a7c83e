/** What a schema cannot say of one region of an edition: its prices against the classes, tiers and meters of the edition. */
import type { Edition, RegionPrices } from './edition.ts';
import { QUANTITY_METERS } from '../sheets/meters.ts';
import { otherPrices } from './other-figures.ts';
import { pricesIn } from './price-rows.ts';
import { unitRemarks } from './unit-rules.ts';
import type { Remark } from './unit-rules.ts';

/** Other figures are prices too, from a source that is named, where the confidence says that sources disagree. */
export function* conflictRemarks(
  edition: Edition,
  region: string,
  { conflict, ...prices }: RegionPrices,
): Generator<Remark> {
  if (!conflict) return;
  const place = `regions.${region}.conflict`;
  yield* regionRemarks(edition, `${region}.conflict`, otherPrices({ ...prices, conflict }));
  if ((prices.confidence ?? edition.confidence) !== 'conflicting')
    yield [place, 'sources disagree here, so write confidence: conflicting'];
  if (!edition.sources.some(({ id }) => id === conflict.source))
    yield [`${place}.source`, `there is no source "${conflict.source}"`];
}

/** Remarks on one region: every class and tier has a price, each per its own unit, and no other is named. */
export function* regionRemarks(edition: Edition, region: string, prices: RegionPrices): Generator<Remark> {
  const at = `regions.${region}`;
  const { kind } = edition;
  const classes = Object.keys(edition.operations.classes);
  const tiers = edition.rules.storage.accessTiers.map(({ name }) => name);
  const restores = Object.keys(edition.rules.restore);
  for (const name of classes)
    if (!prices.requests[name]) yield [`${at}.requests`, `class "${name}" ${NO_PRICE}`];
  for (const name of Object.keys(prices.requests))
    if (!classes.includes(name)) yield [`${at}.requests.${name}`, noClass(name, classes)];
  for (const [key, place, names] of [
    ['accessTiers', 'rules.storage', tiers],
    ['restore', 'rules.restore', restores],
  ] as const) {
    for (const name of names) if (!prices[key][name]) yield [`${at}.${key}`, `tier "${name}" ${NO_PRICE}`];
    for (const name of Object.keys(prices[key]))
      if (!names.includes(name))
        yield [
          `${at}.${key}.${name}`,
          `there is no tier "${name}"; the tiers under ${place} are ${names.join(', ') || 'none'}`,
        ];
  }
  if (kind === 'store' && prices.storage === undefined)
    yield [`${at}.storage`, 'a store has a price of storage; write unknown where no source gives it'];
  if (kind === 'cdn' && (prices.storage !== undefined || prices.serves.length === 0))
    yield [at, 'a CDN stores nothing, and serves countries or continents: give serves, and no storage'];
  if (kind === 'add-on' && prices.storage !== undefined)
    yield [`${at}.storage`, 'an add-on stores nothing; drop its price of storage'];
  yield* unitRemarks(at, pricesIn(prices));
  const meters = [
    ...Object.keys(prices.subscription?.includes ?? {}).map((meter) => [
      `subscription.includes.${meter}`,
      meter,
    ]),
    ...(prices.minimum?.counts ?? []).map((meter, i) => [`minimum.counts[${i}]`, meter]),
  ] as const;
  for (const [place, meter = ''] of meters)
    if (!isMeter(meter, classes) && !tiers.some((name) => meter === `storage.${name}`))
      yield [
        `${at}.${place}`,
        `"${meter}" is not a meter; try storage, minimum-size, early-delete, requests.<class>, upload, retrieval or egress.<destination>`,
      ];
}

const NO_PRICE = 'has no price; write unknown where no source gives it';

export const noClass = (name: string, classes: readonly string[]) =>
  `there is no request class "${name}"; the classes are ${classes.join(', ') || 'none'}`;

const EGRESS_METER = /^egress\.(internet|same-region|other-region|other-zone|cdn|partner)$/;

function isMeter(meter: string, classes: readonly string[]): boolean {
  return (
    QUANTITY_METERS.includes(meter) ||
    EGRESS_METER.test(meter) ||
    classes.some((name) => meter === `requests.${name}`)
  );
}
