/** The editions of one store or transfer table beside each other: no gap, no overlap, corrections that cover what they correct. */
import type { ArchiveProblem, Dated } from './archive-problem.ts';

/**
 * By region, editions follow each other without gap or overlap: the next one's date ends the one before. What can go
 * wrong is a price seen unchanged after a newer edition changed it, and a correction that leaves days or regions bare.
 */
export function historyProblems(editions: readonly Dated[]): ArchiveProblem[] {
  const superseded = new Set(editions.map(({ supersedes }) => supersedes));
  const standing = editions.filter(({ id }) => !superseded.has(id));
  return [
    ...standing.flatMap((edition, i) => overlaps(edition, standing.slice(i + 1))),
    ...editions.flatMap((edition) => supersedesProblems(edition, editions)),
  ];
}

function overlaps(edition: Dated, later: readonly Dated[]): ArchiveProblem[] {
  return Object.entries(edition.regions).flatMap(([region, prices]): ArchiveProblem[] => {
    const next = later.find((other) => Object.hasOwn(other.regions, region));
    const confirmed = prices.confirmed ?? edition.confirmed;
    if (
      !next ||
      confirmed < next.date ||
      (samePrices(prices, next.regions[region]) && sameRules(edition, next))
    )
      return [];
    return [
      {
        code: 'overlap',
        at: edition.id,
        place: `regions.${region}`,
        message: `seen unchanged on ${confirmed}, though ${next.id} has other prices or rules from ${next.date}`,
        remedy: `set confirmed to the last day before ${next.date}, or correct the date of ${next.id}`,
      },
    ];
  });
}

function samePrices(a: object, b: object | undefined): boolean {
  const priced = (region: object | undefined) =>
    JSON.stringify({ ...region, source: undefined, confidence: undefined, confirmed: undefined });
  return priced(a) === priced(b);
}

function sameRules(a: Dated, b: Dated): boolean {
  return !('rules' in a) || !('rules' in b) || JSON.stringify(a.rules) === JSON.stringify(b.rules);
}

function supersedesProblems(edition: Dated, all: readonly Dated[]): ArchiveProblem[] {
  if (edition.supersedes === undefined) return [];
  const at = { at: edition.id, place: 'supersedes' };
  const other = all.find(({ id }) => id === edition.supersedes && id !== edition.id);
  if (!other)
    return [
      {
        ...at,
        code: 'supersedes-nothing',
        message: `there is no other edition "${edition.supersedes}" of this store`,
        remedy: `name one of ${
          all
            .filter(({ id }) => id !== edition.id)
            .map(({ id }) => id)
            .join(', ') || 'its editions, of which there is no other'
        }`,
      },
    ];
  const bare = Object.keys(other.regions).filter((region) => !Object.hasOwn(edition.regions, region));
  const problems: ArchiveProblem[] = [];
  if (edition.date > other.date)
    problems.push({
      ...at,
      code: 'supersedes-gap',
      message: `begins on ${edition.date}, after ${other.id}: the days between would have no price`,
      remedy: `a correction begins when the mistaken edition did: call it ${other.date}.2.yaml; a changed price is a new edition that supersedes nothing`,
    });
  if (bare.length > 0)
    problems.push({
      ...at,
      code: 'supersedes-gap',
      message: `${other.id} has ${bare.join(', ')}, which this edition leaves without a price`,
      remedy: 'copy those regions',
    });
  return problems;
}
