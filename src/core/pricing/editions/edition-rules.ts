/** What a schema cannot say of an edition as a whole: rules that bind one field to another. Each rule yields place and remedy. */
import type { DataIssue } from '../../data-error.ts';
import type { Edition, TransferEdition } from './edition.ts';
import { fixedHours } from '../bills/period.ts';
import { PRICED_METERS } from '../sheets/meters.ts';
import { transferPricesIn } from './price-rows.ts';
import { isPerHour } from './rate.ts';
import { conflictRemarks, noClass, regionRemarks } from './region-rules.ts';
import { printedPrices, unitRemarks } from './unit-rules.ts';
import type { Remark } from './unit-rules.ts';

/** Every remark on one edition, in the order of the file. */
export function editionIssues(edition: Edition): DataIssue[] {
  return issuesOf([
    ...dateRemarks(edition),
    ...sourceRemarks(edition),
    ...grantRemarks(edition),
    ...operationRemarks(edition),
    ...ruleRemarks(edition),
    ...endRemarks(edition),
    ...Object.entries(edition.regions).flatMap(([region, prices]) => [
      ...regionRemarks(edition, region, prices),
      ...conflictRemarks(edition, region, prices),
    ]),
  ]);
}

/** Every remark on one data transfer table. */
export function transferIssues(transfer: TransferEdition): DataIssue[] {
  return issuesOf([
    ...dateRemarks(transfer),
    ...sourceRemarks(transfer),
    ...grantRemarks(transfer),
    ...Object.entries(transfer.destinations).flatMap(([name, { tiers: price }]) =>
      unitRemarks('destinations', [{ place: [name, 'tiers'], price, unit: 'GB' }]),
    ),
    ...Object.entries(transfer.regions).flatMap(([region, prices]) =>
      unitRemarks(`regions.${region}`, transferPricesIn(prices)),
    ),
  ]);
}

const issuesOf = (remarks: readonly Remark[]): DataIssue[] =>
  remarks.map(([place, message]) => ({ place, message }));

type Dated = Edition | TransferEdition;

function* dateRemarks(file: Dated): Generator<Remark> {
  const dates: Remark[] = [['confirmed', file.confirmed]];
  for (const [region, prices] of Object.entries(file.regions))
    if (prices.confirmed) dates.push([`regions.${region}.confirmed`, prices.confirmed]);
  for (const [place, confirmed] of dates) {
    if (confirmed < file.date && file.precision !== 'bounded')
      yield [
        place,
        `${confirmed} is before the edition's own date ${file.date}; write the last date the price was seen`,
      ];
    if (confirmed > file.recorded)
      yield [place, `${confirmed} is after recorded (${file.recorded}); what is seen later is a new edition`];
  }
}

function* endRemarks({ until, date, confirmed }: Edition): Generator<Remark> {
  if (until === undefined || (until > date && until > confirmed)) return;
  yield [
    'until',
    `${until} is not after ${date > confirmed ? date : confirmed}, when these prices held; write the first day they did not`,
  ];
}

function* sourceRemarks(file: Dated): Generator<Remark> {
  const known = file.sources.map(({ id }) => id);
  for (const [i, { id, url }] of file.sources.entries()) {
    if (known.indexOf(id) !== i)
      yield [`sources[${i}].id`, `"${id}" is used twice; give each source its own id`];
    if (!/^https:\/\/\S+$/.test(url)) yield [`sources[${i}].url`, `"${url}" is not an https address`];
  }
  const named = [
    ...Object.entries(file.regions).map(
      ([region, { source }]) => [`regions.${region}.source`, source] as const,
    ),
    ...('limits' in file ? file.limits : []).map(({ source }, i) => [`limits[${i}].source`, source] as const),
    ...('rules' in file ? Object.entries(file.rules.restore) : []).flatMap(([tier, { limits }]) =>
      limits.map(({ source }, i) => [`rules.restore.${tier}.limits[${i}].source`, source] as const),
    ),
  ];
  for (const [place, id] of named)
    if (id !== undefined && !known.includes(id))
      yield [place, `there is no source "${id}"; the sources are ${known.join(', ')}`];
}

/** An allowance is granted in regions that the file has. */
function grantRemarks(file: Dated): Remark[] {
  const rules =
    'rules' in file
      ? [file.rules.storage, ...Object.values(file.rules.requests), file.rules.retrieval, file.rules.egress]
      : [{ free: file.free.internet }, ...Object.values(file.destinations)];
  return rules
    .flatMap((rule) => rule?.free?.regions ?? [])
    .filter((region) => !Object.hasOwn(file.regions, region))
    .map((region) => ['free.regions', `there is no region "${region}" to grant anything in`]);
}

function* operationRemarks({
  operations: { classes, free },
  rules,
  transitionAfterDays,
  transitionsTo,
  store,
}: Edition): Generator<Remark> {
  const seen = new Map<string, string>();
  for (const [name, operations] of [...Object.entries(classes), ['free', free] as const])
    for (const operation of operations) {
      const other = seen.get(operation);
      if (other !== undefined)
        yield ['operations', `${operation} is in "${other}" and in "${name}"; an operation has one class`];
      seen.set(operation, name);
    }
  for (const rule of ['upload', 'retrieval', 'replication'] as const)
    for (const operation of rules[rule]?.operations ?? [])
      if (!seen.has(operation))
        yield [`rules.${rule}.operations`, `${operation} has no request class; list it under operations`];
  for (const [tier, { operation, inPlaceOf = operation }] of Object.entries(rules.restore))
    for (const asked of new Set([operation, inPlaceOf]))
      if (!seen.has(asked))
        yield [`rules.restore.${tier}`, `${asked} has no request class; list it under operations`];
  for (const target of typeof transitionAfterDays === 'number' ? [] : Object.keys(transitionAfterDays))
    if (!transitionsTo.includes(target))
      yield [
        `transitionAfterDays.${target}`,
        `objects do not move to ${target}; name it under transitionsTo, or drop the age`,
      ];
  if (transitionsTo.includes(store))
    yield ['transitionsTo', `${store} is this store; name the store objects move to`];
}

function* ruleRemarks(edition: Edition): Generator<Remark> {
  const { rules } = edition;
  const regions = Object.values(edition.regions);
  const classes = Object.keys(edition.operations.classes);
  for (const name of Object.keys(rules.requests))
    if (!classes.includes(name)) yield [`rules.requests.${name}`, noClass(name, classes)];
  for (const name of rules.online?.asks ?? [])
    if (!classes.includes(name)) yield ['rules.online.asks', noClass(name, classes)];
  // Rules that only count where a region has a price for them.
  for (const rule of PRICED_METERS)
    if (rules[rule] && !regions.some((prices) => prices[rule] !== undefined))
      yield [
        `rules.${rule}`,
        `no region has a price for ${rule}; add one (unknown, where no source gives it) or drop the rule`,
      ];
  const isArchive =
    edition.restoreHours !== undefined ||
    rules.storage.accessTiers.some(({ restoreHours }) => restoreHours !== undefined);
  if (Object.keys(rules.restore).length > 0 && !isArchive)
    yield ['restoreHours', 'objects have to be restored; say how long the slowest way takes'];
  const { minimumHours, earlyDeleteOn, accessTiers } = rules.storage;
  for (const [i, tier] of accessTiers.entries()) {
    const place = `rules.storage.accessTiers[${i}]`;
    const before = accessTiers[i - 1];
    const takesPlace =
      tier.restoreHours !== undefined &&
      before?.restoreHours === undefined &&
      tier.unreadHours === before?.unreadHours;
    if (tier.unreadHours <= (before?.unreadHours ?? 0) && !takesPlace)
      yield [
        `${place}.unreadHours`,
        'tiers stand in the order objects reach them; each needs more unread hours than the one before, save an archive in place of an online one',
      ];
    if (accessTiers.findIndex(({ name }) => name === tier.name) !== i)
      yield [`${place}.name`, `"${tier.name}" is used twice; give each tier its own name`];
  }
  if (minimumHours > 0 !== earlyDeleteOn.length > 0)
    yield [
      'rules.storage',
      'minimumHours and earlyDeleteOn go together: how long, and which exits bill the rest',
    ];
  yield* hourRemarks(edition);
  if (!rules.segments && regions.some((prices) => prices.segments !== undefined))
    yield ['rules.segments', 'segments have a price; say how many bytes one holds'];
}

/** What is priced or free by the hour is brought to GB-months, so the month has to have the same hours every time. */
function hourRemarks({ month, rules, regions }: Edition): Remark[] {
  const remedy = 'the edition has a calendar month; set month to 730 h or 720 h, whichever the source shows';
  if (fixedHours(month) !== undefined) return outsideStorage(rules);
  const places = Object.entries(regions).flatMap(([region, prices]) =>
    (['storage', 'monitoring'] as const)
      .filter((meter) => printedPrices(prices[meter]).some(isPerHour))
      .map((meter) => `regions.${region}.${meter}`),
  );
  if (rules.storage.free?.perHour !== undefined) places.push('rules.storage.free.perHour');
  return places.map((place) => [place, `counts hours, and ${remedy}`]);
}

function outsideStorage({ requests, upload, retrieval, egress }: Edition['rules']): Remark[] {
  return Object.entries({ ...requests, upload, retrieval, egress })
    .filter(([, rule]) => rule?.free?.perHour !== undefined)
    .map(([name]) => [
      `rules.${name}.free.perHour`,
      'only storage is held by the hour; write amount or perDay',
    ]);
}
