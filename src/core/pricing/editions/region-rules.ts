/** What a schema cannot say of one region of an edition: its prices against the classes, tiers and meters of the edition. */
import type { DataIssue } from '../../data-error.ts';
import type { Edition, RegionPrices } from './edition.ts';
import { QUANTITY_METERS } from '../sheets/meters.ts';
import { otherPrices } from './other-figures.ts';
import { pricesIn } from './price-rows.ts';
import { unitIssues } from './unit-rules.ts';

/** Other figures are prices too, from a source that is named, where the confidence says that sources disagree. */
export function conflictIssues(edition: Edition, region: string, prices: RegionPrices): DataIssue[] {
  if (!prices.conflict) return [];
  const place = `regions.${region}.conflict`;
  const issues = regionIssues(edition, `${region}.conflict`, otherPrices(prices));
  if ((prices.confidence ?? edition.confidence) !== 'conflicting')
    issues.push({ place, message: 'sources disagree here, so write confidence: conflicting' });
  if (!edition.sources.some(({ id }) => id === prices.conflict?.source))
    issues.push({ place: `${place}.source`, message: `there is no source "${prices.conflict.source}"` });
  return issues;
}

/** Remarks on one region: every class and tier has a price, each per its own unit, and no other is named. */
export function regionIssues(edition: Edition, region: string, prices: RegionPrices): DataIssue[] {
  const at = `regions.${region}`;
  const classes = Object.keys(edition.operations.classes);
  const issues: DataIssue[] = [];
  for (const name of classes) {
    if (!prices.requests[name])
      issues.push({
        place: `${at}.requests`,
        message: `class "${name}" has no price; write unknown where no source gives it`,
      });
  }
  for (const name of Object.keys(prices.requests)) {
    if (!classes.includes(name))
      issues.push({
        place: `${at}.requests.${name}`,
        message: `there is no request class "${name}"; the classes are ${classes.join(', ') || 'none'}`,
      });
  }
  const tiers = edition.rules.storage.accessTiers.map(({ name }) => name);
  for (const name of tiers) {
    if (!prices.accessTiers[name])
      issues.push({
        place: `${at}.accessTiers`,
        message: `tier "${name}" has no price; write unknown where no source gives it`,
      });
  }
  for (const name of Object.keys(prices.accessTiers)) {
    if (!tiers.includes(name))
      issues.push({
        place: `${at}.accessTiers.${name}`,
        message: `there is no tier "${name}"; the tiers under rules.storage are ${tiers.join(', ') || 'none'}`,
      });
  }
  if (edition.kind === 'store' && prices.storage === undefined)
    issues.push({
      place: `${at}.storage`,
      message: 'a store has a price of storage; write unknown where no source gives it',
    });
  if (edition.kind === 'cdn' && (prices.storage !== undefined || prices.serves.length === 0))
    issues.push({
      place: at,
      message: 'a CDN stores nothing, and serves countries or continents: give serves, and no storage',
    });
  if (edition.kind === 'add-on' && prices.storage !== undefined)
    issues.push({ place: `${at}.storage`, message: 'an add-on stores nothing; drop its price of storage' });
  issues.push(...unitIssues(at, pricesIn(prices)));
  const meters = Object.keys(prices.subscription?.includes ?? {}).map((meter): [string, string] => [
    `${at}.subscription.includes.${meter}`,
    meter,
  ]);
  prices.minimum?.counts.forEach((meter, i) => meters.push([`${at}.minimum.counts[${i}]`, meter]));
  for (const [place, meter] of meters) {
    if (!isMeter(meter, classes) && !tiers.some((name) => meter === `storage.${name}`))
      issues.push({
        place,
        message: `"${meter}" is not a meter; try storage, minimum-size, early-delete, requests.<class>, upload, retrieval or egress.<destination>`,
      });
  }
  return issues;
}

const EGRESS_METER = /^egress\.(internet|same-region|other-region|other-zone|cdn|partner)$/;

function isMeter(meter: string, classes: readonly string[]): boolean {
  return (
    QUANTITY_METERS.includes(meter) ||
    EGRESS_METER.test(meter) ||
    classes.some((name) => meter === `requests.${name}`)
  );
}
