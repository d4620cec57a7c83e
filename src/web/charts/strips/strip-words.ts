/** The placement strip said in words and rows. */
import { figureOf, perMonth } from '#core/answer/figures/figure.ts';
import { THEN, placementTitle } from '#core/answer/words/placement.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import { formatDays } from '#core/units.ts';
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { capital, listing } from '#core/text/words.ts';
import { placeName, storeName, storeWithRegion } from '#web/words/names.ts';

/** `objects`: the part of them that the strip is of. */
export function stripTitle(
  candidate: Candidate,
  nameOf: NameOf = storeName,
  objects: string | null = null,
): string {
  const title = lifeWords(candidate, nameOf, objects === null ? 'reads' : 'their reads');
  return objects === null ? title : `${capital(objects)}: ${title}`;
}

function lifeWords(candidate: Candidate, nameOf: NameOf, reads: string): string {
  const [first, ...later] = candidate.steps.map(({ leftDays }) => leftDays);
  if (first === undefined) {
    const holders = candidate.segments[0]?.holders ?? candidate.stores;
    const held = listing(holders.map(nameOf));
    return holders.length > 1
      ? `${held} hold every object all its life`
      : `${held} holds every object all its life and serves every read`;
  }
  const title = `${readsOf(candidate, 0, first)} of ${reads} come in the first ${spanWords(first)}, from ${serversOf(candidate, 0, first, nameOf)}`;
  if (later.length === 0) return title;
  const ages = [first, ...later];
  const stretches = ages.map((from, i) => {
    const to = ages[i + 1] ?? Infinity;
    const when = to === Infinity ? 'after that' : `until ${formatDays(to)}`;
    return `${readsOf(candidate, from, to)} ${when}, from ${serversOf(candidate, from, to, nameOf)}`;
  });
  return [title, ...stretches].join('; ');
}

/** The month of a scenario whose months have 730 h ends no age. */
const endText = (days: number) => (Math.abs(days * 24 - 730) < 1e-6 ? '1 month' : formatDays(days));

const between = ({ segments }: Candidate, fromDays: number, toDays: number) =>
  segments.filter((segment) => segment.fromDays >= fromDays && segment.toDays <= toDays);

function readsOf(candidate: Candidate, fromDays: number, toDays: number): string {
  return percent(between(candidate, fromDays, toDays).reduce((sum, { readShare }) => sum + readShare, 0));
}

function serversOf(candidate: Candidate, fromDays: number, toDays: number, nameOf: NameOf): string {
  const servers = between(candidate, fromDays, toDays).flatMap((segment) => Object.values(segment.servers));
  return listing([...new Set(servers)].map(nameOf));
}

/** `7 days`, `hour`, as after “the first”. */
function spanWords(days: number): string {
  return formatDays(days)
    .replace(/^1 h$/, 'hour')
    .replace(/^1 (?=[a-z])/, '');
}

/** For who cannot see the strip: every stretch, its holders, its readers, and what moves at what price. */
export function stripDescription(candidate: Candidate, nameOf: NameOf = storeName): string {
  const { currency } = candidate.monthly;
  const stretches = candidate.segments.map((segment) => {
    const until = Number.isFinite(segment.toDays) ? `to ${formatDays(segment.toDays)}` : 'on';
    const since = segment.fromDays === 0 ? 'arrival' : formatDays(segment.fromDays);
    return `From ${since} ${until}, held by ${listing(segment.holders.map(storeWithRegion))}, ${percent(segment.readShare)} of reads.`;
  });
  const moves = candidate.moves
    .filter((move) => move.amount > 0)
    .map(
      (move) =>
        `At ${formatDays(move.atDays)}: ${moveWords(move, nameOf)}, ${overviewMoney(move.amount, currency)}/month.`,
    );
  return [`${placementTitle(candidate.id, nameOf)}.`, ...stretches, ...moves].join(' ');
}

function moveWords(move: Candidate['moves'][number], nameOf: NameOf): string {
  const [from, to] = [move.from && nameOf(move.from), move.to && nameOf(move.to)];
  if (move.kind === 'arrive') return `written to ${to}`;
  if (move.kind === 'copy') return `copied from ${from} to ${to}`;
  return move.kind === 'drop' ? `dropped from ${from}` : `expires in ${from}`;
}

export function stripFigure(candidate: Candidate, nameOf: NameOf = storeName) {
  const { currency } = candidate.monthly;
  const held = candidate.segments.map(({ fromDays, toDays, holders, servers, readShare }) => ({
    what: 'held',
    from: formatDays(fromDays),
    to: Number.isFinite(toDays) ? endText(toDays) : 'for ever',
    where: holders.map(storeWithRegion).join(' + '),
    readBy: Object.entries(servers)
      .map(([place, store]) => `${placeName(place)} from ${nameOf(store)}`)
      .join('; '),
    readShare,
    ...{ bytes: null, amount: null },
  }));
  const moved = candidate.moves.map(({ kind, atDays, from, to, bytesPerMonth, amount }) => ({
    what: kind,
    ...{ from: formatDays(atDays), to: formatDays(atDays) },
    where: [from, to].flatMap((store) => (store === null ? [] : storeWithRegion(store))).join(THEN),
    ...{ readBy: null, readShare: null },
    bytes: bytesPerMonth,
    amount,
  }));
  return figureOf(
    [...held, ...moved],
    [
      { title: 'what', of: ({ what }) => what },
      { title: 'from age', of: ({ from }) => from },
      { title: 'to age', of: ({ to }) => to },
      { title: 'where', of: ({ where }) => where },
      { title: 'read by', of: ({ readBy }) => readBy },
      { title: 'share of reads', kind: 'share', of: ({ readShare }) => readShare },
      { title: 'bytes a month', kind: 'bytes', of: ({ bytes }) => bytes },
      {
        title: perMonth(currency),
        key: `${currency} a month`,
        kind: 'money',
        of: ({ amount }) => amount,
      },
    ],
    { currency },
  );
}
