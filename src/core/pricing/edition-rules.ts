/** What a schema cannot say of an edition: rules that bind one field to another. Each rule yields place and remedy. */
import type { DataIssue } from '../data-error.ts';
import type { Edition, Price, RegionPrices, TransferEdition } from './edition.ts';
import { parseRate } from './rate.ts';
import type { Rate } from './rate.ts';

/** Every remark on one edition, in the order of the file. */
export function editionIssues(edition: Edition): DataIssue[] {
  return [
    ...dateIssues(edition),
    ...sourceIssues(edition),
    ...operationIssues(edition),
    ...ruleIssues(edition),
    ...Object.entries(edition.regions).flatMap(([region, prices]) => regionIssues(edition, region, prices)),
  ];
}

/** Every remark on one data transfer table. */
export function transferIssues(transfer: TransferEdition): DataIssue[] {
  const issues = [...dateIssues(transfer), ...sourceIssues(transfer)];
  for (const [region, prices] of Object.entries(transfer.regions)) {
    const at = `regions.${region}`;
    issues.push(
      ...unitIssues(`${at}.internet.tiers`, prices.internet.tiers, 'GB'),
      ...unitIssues(`${at}.same-region`, prices['same-region'], 'GB'),
      ...unitIssues(`${at}.other-zone`, prices['other-zone'], 'GB'),
      ...unitIssues(`${at}.cdn`, prices.cdn, 'GB'),
      ...unitIssues(`${at}.other-region.default`, prices['other-region'].default, 'GB'),
      ...Object.entries(prices['other-region'].except).flatMap(([to, price]) =>
        unitIssues(`${at}.other-region.except.${to}`, price, 'GB'),
      ),
    );
  }
  return issues;
}

type Dated = Edition | TransferEdition;

function dateIssues(file: Dated): DataIssue[] {
  const issues: DataIssue[] = [];
  const dates: [string, string][] = [['confirmed', file.confirmed]];
  for (const [region, prices] of Object.entries(file.regions))
    if (prices.confirmed) dates.push([`regions.${region}.confirmed`, prices.confirmed]);
  for (const [place, confirmed] of dates) {
    if (confirmed < file.date && file.precision !== 'bounded')
      issues.push({
        place,
        message: `${confirmed} is before the edition's own date ${file.date}; write the last date the price was seen`,
      });
    if (confirmed > file.recorded)
      issues.push({
        place,
        message: `${confirmed} is after recorded (${file.recorded}); what is seen later is a new edition`,
      });
  }
  return issues;
}

function sourceIssues(file: Dated): DataIssue[] {
  const known = file.sources.map(({ id }) => id);
  const issues: DataIssue[] = [];
  for (const [i, { id, url }] of file.sources.entries()) {
    if (known.indexOf(id) !== i)
      issues.push({
        place: `sources[${i}].id`,
        message: `"${id}" is used twice; give each source its own id`,
      });
    if (!/^https:\/\/\S+$/.test(url))
      issues.push({ place: `sources[${i}].url`, message: `"${url}" is not an https address` });
  }
  const named: [string, string | undefined][] = Object.entries(file.regions).map(([region, prices]) => [
    `regions.${region}.source`,
    prices.source,
  ]);
  if ('limits' in file)
    named.push(
      ...file.limits.map((limit, i): [string, string | undefined] => [`limits[${i}].source`, limit.source]),
    );
  for (const [place, id] of named) {
    if (id !== undefined && !known.includes(id))
      issues.push({ place, message: `there is no source "${id}"; the sources are ${known.join(', ')}` });
  }
  return issues;
}

function operationIssues(edition: Edition): DataIssue[] {
  const issues: DataIssue[] = [];
  const { classes, free } = edition.operations;
  const seen = new Map<string, string>();
  for (const [name, operations] of [...Object.entries(classes), ['free', free] as const]) {
    for (const operation of operations) {
      const other = seen.get(operation);
      if (other !== undefined)
        issues.push({
          place: `operations`,
          message: `${operation} is in "${other}" and in "${name}"; an operation has one class`,
        });
      seen.set(operation, name);
    }
  }
  for (const rule of ['upload', 'retrieval'] as const) {
    for (const operation of edition.rules[rule]?.operations ?? []) {
      if (!seen.has(operation))
        issues.push({
          place: `rules.${rule}.operations`,
          message: `${operation} has no request class; list it under operations`,
        });
    }
  }
  if (edition.transitionsTo.includes(edition.store))
    issues.push({
      place: 'transitionsTo',
      message: `${edition.store} is this store; name the store objects move to`,
    });
  return issues;
}

const PRICED_RULES = ['upload', 'retrieval', 'transition', 'monitoring', 'replication'] as const;

function ruleIssues(edition: Edition): DataIssue[] {
  const issues: DataIssue[] = [];
  const classes = Object.keys(edition.operations.classes);
  for (const name of Object.keys(edition.rules.requests)) {
    if (!classes.includes(name))
      issues.push({
        place: `rules.requests.${name}`,
        message: `there is no request class "${name}"; the classes are ${classes.join(', ') || 'none'}`,
      });
  }
  for (const rule of PRICED_RULES) {
    const priced = Object.values(edition.regions).some((prices) => prices[rule] !== undefined);
    if (edition.rules[rule] && !priced)
      issues.push({
        place: `rules.${rule}`,
        message: `no region has a price for ${rule}; add one (unknown, where no source gives it) or drop the rule`,
      });
  }
  const { minimumHours, earlyDeleteOn } = edition.rules.storage;
  if (minimumHours > 0 !== earlyDeleteOn.length > 0)
    issues.push({
      place: 'rules.storage',
      message: 'minimumHours and earlyDeleteOn go together: how long, and which exits bill the rest',
    });
  return issues;
}

function regionIssues(edition: Edition, region: string, prices: RegionPrices): DataIssue[] {
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
    issues.push(...unitIssues(`${at}.requests.${name}`, prices.requests[name], 'request'));
  }
  issues.push(
    ...unitIssues(`${at}.storage`, prices.storage, 'GB-month'),
    ...unitIssues(`${at}.upload`, prices.upload, 'GB'),
    ...unitIssues(`${at}.retrieval`, prices.retrieval, 'GB'),
    ...unitIssues(`${at}.replication`, prices.replication, 'GB'),
    ...unitIssues(`${at}.transition`, prices.transition, 'object'),
    ...unitIssues(`${at}.monitoring`, prices.monitoring, 'object-month'),
    ...unitIssues(`${at}.subscription.price`, prices.subscription?.price, 'month'),
    ...unitIssues(`${at}.minimum.price`, prices.minimum?.price, 'month'),
  );
  if (prices.egress !== 'transfer') {
    for (const [to, price] of Object.entries(prices.egress))
      issues.push(...unitIssues(`${at}.egress.${to}`, price, 'GB'));
  }
  const meters = Object.keys(prices.subscription?.includes ?? {}).map((meter): [string, string] => [
    `${at}.subscription.includes.${meter}`,
    meter,
  ]);
  prices.minimum?.counts.forEach((meter, i) => meters.push([`${at}.minimum.counts[${i}]`, meter]));
  for (const [place, meter] of meters) {
    if (!isMeter(meter, classes))
      issues.push({
        place,
        message: `"${meter}" is not a meter; try storage, minimum-size, early-delete, requests.<class>, upload, retrieval or egress.<destination>`,
      });
  }
  return issues;
}

const METERS = [
  'storage',
  'minimum-size',
  'early-delete',
  'upload',
  'retrieval',
  'transition',
  'monitoring',
  'replication',
];
const EGRESS_METER = /^egress\.(internet|same-region|other-region|other-zone|cdn|partner)$/;

function isMeter(meter: string, classes: readonly string[]): boolean {
  return (
    METERS.includes(meter) || EGRESS_METER.test(meter) || classes.some((name) => meter === `requests.${name}`)
  );
}

/** Prices of one meter are all per its own unit; TB and TB-month count as GB and GB-month. */
function unitIssues(place: string, price: Price | undefined, unit: Rate['unit']): DataIssue[] {
  const printed =
    price === undefined ? [] : typeof price === 'string' ? [price] : price.map((tier) => tier.price);
  return printed
    .filter((text) => text !== 'unknown' && parseRate(text, 1000).unit !== unit)
    .map((text) => ({ place, message: `"${text}" does not fit this meter; its prices are per ${unit}` }));
}
