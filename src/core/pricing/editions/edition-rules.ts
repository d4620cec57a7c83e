/** What a schema cannot say of an edition as a whole: rules that bind one field to another. Each rule yields place and remedy. */
import type { DataIssue } from '../../data-error.ts';
import type { Edition, TransferEdition } from './edition.ts';
import { fixedHours } from '../bills/period.ts';
import { PRICED_METERS } from '../sheets/meters.ts';
import { transferPricesIn } from './price-rows.ts';
import { isPerHour } from './rate.ts';
import { conflictIssues, regionIssues } from './region-rules.ts';
import { printedPrices, unitIssues } from './unit-rules.ts';

/** Every remark on one edition, in the order of the file. */
export function editionIssues(edition: Edition): DataIssue[] {
  return [
    ...dateIssues(edition),
    ...sourceIssues(edition),
    ...grantIssues(edition),
    ...operationIssues(edition),
    ...ruleIssues(edition),
    ...endIssues(edition),
    ...Object.entries(edition.regions).flatMap(([region, prices]) => [
      ...regionIssues(edition, region, prices),
      ...conflictIssues(edition, region, prices),
    ]),
  ];
}

/** Every remark on one data transfer table. */
export function transferIssues(transfer: TransferEdition): DataIssue[] {
  const issues = [...dateIssues(transfer), ...sourceIssues(transfer), ...grantIssues(transfer)];
  for (const [name, { tiers: price }] of Object.entries(transfer.destinations))
    issues.push(...unitIssues('destinations', [{ place: [name, 'tiers'], price, unit: 'GB' }]));
  for (const [region, prices] of Object.entries(transfer.regions))
    issues.push(...unitIssues(`regions.${region}`, transferPricesIn(prices)));
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

function endIssues({ until, date, confirmed }: Edition): DataIssue[] {
  if (until === undefined || (until > date && until > confirmed)) return [];
  return [
    {
      place: 'until',
      message: `${until} is not after ${date > confirmed ? date : confirmed}, when these prices held; write the first day they did not`,
    },
  ];
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

/** An allowance is granted in regions that the file has. */
function grantIssues(file: Dated): DataIssue[] {
  const rules =
    'rules' in file
      ? [file.rules.storage, ...Object.values(file.rules.requests), file.rules.retrieval, file.rules.egress]
      : [{ free: file.free.internet }, ...Object.values(file.destinations)];
  return rules
    .flatMap((rule) => rule?.free?.regions ?? [])
    .filter((region) => !Object.hasOwn(file.regions, region))
    .map((region) => ({
      place: 'free.regions',
      message: `there is no region "${region}" to grant anything in`,
    }));
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
  for (const rule of ['upload', 'retrieval', 'replication'] as const) {
    for (const operation of edition.rules[rule]?.operations ?? []) {
      if (!seen.has(operation))
        issues.push({
          place: `rules.${rule}.operations`,
          message: `${operation} has no request class; list it under operations`,
        });
    }
  }
  const { transitionAfterDays } = edition;
  for (const target of typeof transitionAfterDays === 'number' ? [] : Object.keys(transitionAfterDays)) {
    if (!edition.transitionsTo.includes(target))
      issues.push({
        place: `transitionAfterDays.${target}`,
        message: `objects do not move to ${target}; name it under transitionsTo, or drop the age`,
      });
  }
  if (edition.transitionsTo.includes(edition.store))
    issues.push({
      place: 'transitionsTo',
      message: `${edition.store} is this store; name the store objects move to`,
    });
  return issues;
}

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
  // Rules that only count where a region has a price for them.
  for (const rule of PRICED_METERS) {
    const priced = Object.values(edition.regions).some((prices) => prices[rule] !== undefined);
    if (edition.rules[rule] && !priced)
      issues.push({
        place: `rules.${rule}`,
        message: `no region has a price for ${rule}; add one (unknown, where no source gives it) or drop the rule`,
      });
  }
  const { minimumHours, earlyDeleteOn, accessTiers } = edition.rules.storage;
  for (const [i, tier] of accessTiers.entries()) {
    if (tier.unreadHours <= (accessTiers[i - 1]?.unreadHours ?? 0))
      issues.push({
        place: `rules.storage.accessTiers[${i}].unreadHours`,
        message:
          'tiers stand in the order objects reach them; each needs more unread hours than the one before',
      });
    if (accessTiers.findIndex(({ name }) => name === tier.name) !== i)
      issues.push({
        place: `rules.storage.accessTiers[${i}].name`,
        message: `"${tier.name}" is used twice; give each tier its own name`,
      });
  }
  if (minimumHours > 0 !== earlyDeleteOn.length > 0)
    issues.push({
      place: 'rules.storage',
      message: 'minimumHours and earlyDeleteOn go together: how long, and which exits bill the rest',
    });
  issues.push(...hourIssues(edition));
  const segmented = Object.values(edition.regions).some((prices) => prices.segments !== undefined);
  if (segmented && !edition.rules.segments)
    issues.push({ place: 'rules.segments', message: 'segments have a price; say how many bytes one holds' });
  return issues;
}

/** What is priced or free by the hour is brought to GB-months, so the month has to have the same hours every time. */
function hourIssues({ month, rules, regions }: Edition): DataIssue[] {
  const remedy = 'the edition has a calendar month; set month to 730 h or 720 h, whichever the source shows';
  if (fixedHours(month) !== undefined) return outsideStorage(rules);
  const places = Object.entries(regions)
    .filter(([, prices]) => printedPrices(prices.storage).some(isPerHour))
    .map(([region]) => `regions.${region}.storage`);
  if (rules.storage.free?.perHour !== undefined) places.push('rules.storage.free.perHour');
  return places.map((place) => ({ place, message: `counts hours, and ${remedy}` }));
}

function outsideStorage({ requests, upload, retrieval, egress }: Edition['rules']): DataIssue[] {
  const others = { ...requests, upload, retrieval, egress };
  return Object.entries(others)
    .filter(([, rule]) => rule?.free?.perHour !== undefined)
    .map(([name]) => ({
      place: `rules.${name}.free.perHour`,
      message: 'only storage is held by the hour; write amount or perDay',
    }));
}
