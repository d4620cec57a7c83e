/**
 * What a usage costs, recomputed in decimals of sixty digits from the edition's own text: one usage at a time, nothing of
 * `src/core/pricing` but the types and the look-up of an edition. Written for reading, not for speed.
 */
import type { Pool, Price, RegionPrices } from '#core/pricing/editions/edition.ts';
import type { ResolvedPrices } from '#core/pricing/sheets/resolve.ts';
import type { Destination, Usage } from '#core/pricing/bills/usage.ts';
import { Decimal, settled, sum, tiersOf, zero } from './exact-pools.ts';
import type { ExactBill, Meter } from './exact-pools.ts';

const OWN_DESTINATIONS = ['internet', 'same-region', 'other-region', 'other-zone', 'cdn', 'partner'] as const;

interface Allowance {
  amount?: number | undefined;
  perDay?: number | undefined;
  perHour?: number | undefined;
  regions?: readonly string[] | undefined;
  timesStored?: number | undefined;
  pool?: Pool | undefined;
}

interface Rule {
  pool?: Pool | undefined;
  free?: Allowance | undefined;
  quantum?: number | undefined;
}

const fixed = (rule: ResolvedPrices['edition']['month']) =>
  rule === '730 h' ? 730 : rule === '720 h' ? 720 : null;

/** Hours of the period, of the month that divides byte-hours, and of the month that averages are over. */
function hoursOf(rule: ResolvedPrices['edition']['month'], { period, asOf }: Usage) {
  const calendar = (month: string) =>
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate() * 24;
  const stated = fixed(rule);
  if (period === 'edition-month') {
    const hours = stated ?? calendar(asOf);
    return { period: hours, month: hours, averaging: hours };
  }
  if ('monthOf' in period) {
    const hours = calendar(period.monthOf);
    return { period: hours, month: stated ?? hours, averaging: hours };
  }
  const hours = 'days' in period ? new Decimal(period.days).times(24).toNumber() : period.hours;
  const month = stated ?? ('days' in period ? calendar(asOf) : hours);
  return { period: hours, month, averaging: Math.max(hours, month) };
}

export function exactBill(
  { edition, region, prices, transfer, asInternet, cdnLists }: ResolvedPrices,
  usage: Usage,
): ExactBill {
  const { rules, gigabyte, operations } = edition;
  const hours = hoursOf(edition.month, usage);
  const days = new Decimal(hours.period).div(24);
  const gbHours = new Decimal(gigabyte).times(hours.month);
  const { softDeleteHours } = rules.storage;
  const kept = (softDeleteHours === undefined ? [] : (usage.softDeleted ?? [])).map((one) => ({
    bytes: new Decimal(one.bytes),
    ageHours: one.ageHours ?? Infinity,
    hours: one.keptHours ?? softDeleteHours ?? 0,
  }));
  const byteHours = sum([
    new Decimal(usage.byteHours),
    new Decimal(usage.average?.bytes ?? 0).times(hours.period),
    ...kept.map((one) => one.bytes.times(one.hours)),
  ]);
  const averageStored = byteHours.div(new Decimal(gigabyte).times(hours.averaging));
  const wholeMonth = typeof usage.period === 'string' || 'monthOf' in usage.period;
  const share =
    prices.subscription?.prorated && !wholeMonth
      ? Decimal.min(1, new Decimal(hours.period).div(hours.month))
      : new Decimal(1);
  const subscriptions = share.times(usage.subscriptions ?? 1);
  const monthHours = fixed(edition.month);
  const meters: Meter[] = [];

  const keyOf = (pool: Pool | undefined, family: string, group: string) =>
    pool === undefined ? `meter ${family}` : pool.scope === 'region-group' ? `${pool.id} ${group}` : pool.id;
  const add = (
    name: string,
    quantity: Decimal,
    price: Price | undefined,
    rule: Rule = {},
    { family = name, rank = 0, group = '', gb = gigabyte } = {},
  ) => {
    const pool = keyOf(rule.pool, family, group);
    const { free } = rule;
    const included = Object.hasOwn(prices.subscription?.includes ?? {}, name)
      ? (prices.subscription?.includes[name] ?? 0)
      : 0;
    meters.push({
      name,
      quantity,
      tiers: tiersOf(price, gb, monthHours),
      pool,
      rank,
      quantum: rule.quantum ?? 0,
      free: [
        ...(included > 0
          ? [{ key: `includes ${name}`, units: new Decimal(included).times(subscriptions) }]
          : []),
        ...(free && (free.regions?.includes(region) ?? true)
          ? [
              {
                key: `free ${free.pool ? keyOf(free.pool, family, group) : pool}`,
                units: new Decimal(free.amount ?? 0)
                  .plus(new Decimal(free.perDay ?? 0).times(days))
                  .plus(new Decimal(free.perHour ?? 0).times(hours.period).div(monthHours ?? 730))
                  .plus(averageStored.times(free.timesStored ?? 0)),
              },
            ]
          : []),
      ],
    });
  };

  // What is held.
  const { storage } = rules;
  const billedSize = (size: number) =>
    Math.max(size + storage.overheadBytesPerObject, storage.minimumObjectBytes);
  const held = [
    ...usage.held.map((one) => ({ size: one.sizeBytes, hours: new Decimal(one.objectHours) })),
    ...(usage.average?.held ?? []).map((one) => ({
      size: one.sizeBytes,
      hours: new Decimal(one.objects).times(hours.period),
    })),
  ];
  const copies = prices.billedCopies;
  const stored = { family: 'storage' };
  const unread = storage.accessTiers.map((tier) => {
    const there = (usage.accessTiers ?? [])
      .filter((one) => one.tier === tier.name && (one.sizeBytes ?? Infinity) >= tier.minimumObjectBytes)
      .map((one) => ({
        byteHours: new Decimal(one.averageBytes ?? 0).times(hours.period).plus(one.byteHours),
        size: one.sizeBytes,
      }));
    // Objects of no stated size, or of none, add nothing.
    const objectHours = sum(there.map((one) => (one.size ? one.byteHours.div(one.size) : zero)));
    return { ...tier, objectHours, byteHours: sum(there.map((one) => one.byteHours)) };
  });
  const read = byteHours.minus(sum(unread.map((tier) => tier.byteHours)));
  add('storage', read.times(copies).div(gbHours), prices.storage, storage, stored);
  for (const tier of unread) {
    const all = tier.byteHours.plus(tier.objectHours.times(tier.overheadBytesPerObject));
    add(`storage.${tier.name}`, all.times(copies).div(gbHours), prices.accessTiers[tier.name]);
  }
  if (storage.minimumObjectBytes > 0 || storage.overheadBytesPerObject > 0) {
    const raised = sum(held.map((one) => one.hours.times(billedSize(one.size) - one.size)));
    add('minimum-size', raised.times(copies).div(gbHours), prices.storage, storage, { ...stored, rank: 1 });
  }
  if (storage.minimumHours > 0 && storage.earlyDeleteOn.length > 0) {
    const wanting = usage.deletedEarly
      .filter((one) => one.ageHours < storage.minimumHours)
      .map(({ bytes, sizeBytes, ageHours }) =>
        new Decimal(bytes)
          .times(sizeBytes ? new Decimal(billedSize(sizeBytes)).div(sizeBytes) : 1)
          .times(new Decimal(storage.minimumHours).minus(ageHours)),
      );
    // What a soft delete keeps is billed as live, and shortens what the minimum wants.
    for (const one of kept)
      wanting.push(one.bytes.times(Math.max(0, storage.minimumHours - one.ageHours - one.hours)));
    add('early-delete', sum(wanting).times(copies).div(gbHours), prices.storage, storage, {
      ...stored,
      rank: 2,
    });
  }
  if (prices.monitoring !== undefined) {
    const least = rules.monitoring?.minimumObjectBytes ?? 0;
    const watched = sum(held.filter((one) => one.size >= least).map((one) => one.hours));
    add('monitoring', watched.div(hours.month), prices.monitoring);
  }
  if (prices.segments !== undefined) {
    const bytes = rules.segments?.bytes ?? Infinity;
    const parts = held.map((one) => one.hours.times(Math.max(1, Math.ceil(one.size / bytes))));
    add('segments', sum(parts).times(copies).div(hours.month), prices.segments, rules.segments);
  }
  if (prices.buckets !== undefined) {
    const buckets = new Decimal(usage.buckets ?? 0).times(hours.period).div(hours.month);
    add('buckets', buckets, prices.buckets, rules.buckets);
  }

  // Requests and what they carry. A read is a restore where another way takes its place.
  const byReads = Object.values(rules.restore).some((way) => way.inPlaceOf !== undefined);
  const classes = Object.entries(operations.classes);
  const classOf = (operation: string): string | undefined =>
    classes.find(([, names]) => names.includes(operation))?.[0] ??
    (operations.free.includes(operation)
      ? undefined
      : dearestClass(edition.operations.classes, prices, gigabyte));
  for (const [name, names] of classes) {
    const counted = usage.requests
      .filter((one) => classOf(one.operation) === name && !isFreeAnswer(operations.failed, one.answer))
      .map(({ count, answer, bytesEach: stated = 0 }) => ({ count, bytesEach: answer ? 0 : stated }))
      .map(({ count, bytesEach }) =>
        new Decimal(count)
          .times(names.includes('PutObject') ? (prices.billedWrites ?? copies) : 1)
          .times(Math.max(1, Math.ceil(bytesEach / (rules.requests[name]?.perBytes ?? Infinity)))),
      );
    // Each restore writes a copy and reads it.
    const ways = Object.values(rules.restore).map((way) => way.operation);
    const restores = usage.requests.filter(
      (one) =>
        one.answer === undefined &&
        (ways.includes(one.operation) || (byReads && one.operation === 'GetObject')) &&
        rules.online?.asks.includes(name),
    );
    const more = restores.map((one) => new Decimal(one.count));
    add(`requests.${name}`, sum([...counted, ...more]), prices.requests[name], rules.requests[name]);
  }
  const answered = usage.requests.filter((one) => one.answer === undefined);
  const carried = (rule: 'upload' | 'retrieval', byDefault: readonly string[]) => {
    const { operations: named = byDefault, aboveBytesPerRequest = 0 } = rules[rule] ?? {};
    const bytes = answered
      .filter((one) => named.includes(one.operation) && (one.bytesEach ?? 0) > aboveBytesPerRequest)
      .map((one) => new Decimal(one.count).times((one.bytesEach ?? 0) - aboveBytesPerRequest));
    if (prices[rule] === undefined) return zero;
    add(rule, sum(bytes).div(gigabyte), prices[rule], rules[rule]);
    return sum(bytes).div(gigabyte);
  };
  carried('upload', ['PutObject', 'UploadPart', 'PostObject']);
  const retrieved = carried('retrieval', ['GetObject']);
  const restored = Object.entries(rules.restore).map(([tier, { operation }]) => {
    const asked = usage.requests.filter((one) => one.operation === operation);
    const gb = sum(asked.map((one) => new Decimal(one.count).times(one.bytesEach ?? 0))).div(gigabyte);
    add(`restore.${tier}`, gb, prices.restore[tier]);
    return gb;
  });
  if (rules.online) {
    const { bytesPerObject, restoredHours } = rules.online;
    const archived = unread.filter((tier) => tier.restoreHours !== undefined);
    const indexed =
      archived.length > 0 ? archived.map((tier) => tier.objectHours) : held.map((one) => one.hours);
    const index = sum(indexed).times(bytesPerObject).div(gigabyte);
    add(
      'online',
      index.plus(sum(byReads ? [...restored, retrieved] : restored).times(restoredHours)).div(hours.month),
      prices.online,
      rules.online,
    );
  }

  // What leaves.
  const egress = egressOf(usage, region);
  const replicatesItself = prices.replication !== undefined || prices.egress !== 'transfer';
  const copied = answered
    .filter((one) => rules.replication?.operations?.includes(one.operation))
    .map((one) => new Decimal(one.count).times(one.bytesEach ?? 0));
  if (replicatesItself) {
    const bytes = sum([...copied, new Decimal(usage.replicated?.bytes ?? 0)]);
    add('replication', bytes.div(gigabyte), prices.replication, rules.replication);
  } else if (usage.replicated) {
    const { bytes, to } = usage.replicated;
    egress.push({
      to: to === undefined ? 'other-region' : regionOf(to, region),
      bytes: new Decimal(bytes),
    });
  }
  if (prices.egress !== 'transfer') {
    const table = prices.egress;
    const listed = (to: string) => to.split(' ')[0] as keyof typeof table;
    // What is not listed is in the bands of the internet at a price that is not known, or free as the internet is.
    const isFree = tiersOf(table.internet, gigabyte).every(({ price }) => price?.isZero() ?? false);
    const priced = (to: string) =>
      table[listed(to)] === undefined && (isFree || asInternet.includes(listed(to)))
        ? 'internet'
        : listed(to);
    const sent = egress.map((one) => priced(one.to));
    for (const to of OWN_DESTINATIONS.filter((one) => one === 'internet' || sent.includes(one))) {
      const bytes = sum(egress.filter((one) => priced(one.to) === to).map((one) => one.bytes));
      const isIts = to === 'internet' || table[to] === undefined;
      add(`egress.${to}`, bytes.div(gigabyte), table[to], isIts ? rules.egress : {}, {
        family: isIts ? 'egress.internet' : `egress.${to}`,
      });
    }
  } else {
    const regions = transfer?.regions ?? {};
    const table = regions[region] ?? regions.everywhere;
    const gb = transfer?.gigabyte ?? gigabyte;
    const except = table?.['other-region'].except ?? {};
    const areas = Object.entries(transfer?.areas ?? {});
    const apart = table ? (transfer?.destinations ?? {}) : {};
    /** What the table prices together. */
    const slot = (to: string): string => {
      const [kind = '', place = ''] = to.split(' ');
      if (kind === 'internet') {
        const named = Object.keys(apart).find((name) =>
          apart[name]?.places.some((one) => one.slice(one.indexOf('/') + 1) === place),
        );
        return named === undefined ? kind : `internet ${named}`;
      }
      const area = areas.find(([name, regions]) => Object.hasOwn(except, name) && regions.includes(place));
      const priced = Object.hasOwn(except, place) ? place : (area?.[0] ?? place);
      return kind === 'other-region' && Object.hasOwn(except, priced) ? `${kind} ${priced}` : kind;
    };
    for (const to of new Set(egress.map((one) => slot(one.to)))) {
      const quantity = sum(egress.filter((one) => slot(one.to) === to).map((one) => one.bytes)).div(gb);
      const [kind = '', named = ''] = to.split(' ');
      const group = table?.internet.group ?? region;
      const family = `egress ${to}`;
      const there = apart[named];
      const list = cdnLists.find((one) => one.to === kind)?.prices.egress;
      const own = list === undefined || list === 'transfer' ? transferPrice(table, to) : list.internet;
      if (kind !== 'internet') add(`egress.${kind}`, quantity, own, {}, { gb, family });
      else if (there)
        add(
          'egress.internet',
          quantity,
          there.tiers,
          {
            pool: transfer?.pool && { ...transfer.pool, id: `${transfer.pool.id} ${named}` },
            free: there.free,
          },
          { gb, group, family },
        );
      else
        add(
          'egress.internet',
          quantity,
          table?.internet.tiers,
          { pool: transfer?.pool, free: table && transfer?.free.internet },
          { gb, group, family },
        );
    }
  }

  const shared = rules.transition?.pool?.id;
  const asRequests = classes.find(
    ([name]) => shared !== undefined && rules.requests[name]?.pool?.id === shared,
  );
  const moved = prices.transition ?? (asRequests ? prices.requests[asRequests[0]] : undefined);
  add('transition', new Decimal(usage.transitionsIn), moved, rules.transition);

  return settled(meters, prices, gigabyte, subscriptions, byteHours.times(copies).div(gbHours));
}

/** Its own number is asked before its kind: `404` before `4xx`. */
function isFreeAnswer(
  failed: ResolvedPrices['edition']['operations']['failed'],
  answer: number | undefined,
): boolean {
  if (answer === undefined || failed === undefined) return false;
  const names = [String(answer), `${String(answer).slice(0, 1)}xx`];
  const listed = names.find((name) => failed.free.includes(name) || failed.billed.includes(name));
  return listed !== undefined && failed.free.includes(listed);
}

function dearestClass(
  classes: Readonly<Record<string, readonly string[]>>,
  prices: RegionPrices,
  gigabyte: number,
): string | undefined {
  const priced = Object.keys(classes).map((name) => ({
    name,
    head: tiersOf(prices.requests[name], gigabyte)[0]?.price ?? zero,
  }));
  return priced.toSorted((a, b) => b.head.comparedTo(a.head))[0]?.name;
}

/** Destinations as `internet`, `other-region` or `other-region eu-west-1`, with their bytes. */
function egressOf(usage: Usage, region: string): { to: string; bytes: Decimal }[] {
  return usage.egress.map(({ to, bytes }) => ({ to: destination(to, region), bytes: new Decimal(bytes) }));
}

function destination(to: Destination, region: string): string {
  if (typeof to === 'string') return to;
  return 'region' in to ? regionOf(to.region, region) : `internet ${to.internet}`;
}

function regionOf(to: string, own: string): string {
  return to === own ? 'same-region' : `other-region ${to}`;
}

type TransferTable = NonNullable<ResolvedPrices['transfer']>['regions'][string];

function transferPrice(table: TransferTable | undefined, to: string): Price | undefined {
  const [kind, region] = to.split(' ');
  switch (kind) {
    case 'same-region':
    case 'other-zone':
    case 'cdn':
      return table?.[kind];
    case 'other-region':
      return region === undefined ? table?.['other-region'].default : table?.['other-region'].except[region];
    default:
      return undefined;
  }
}
