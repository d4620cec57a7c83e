/** The short way through `checkScenario`, without its words: the page has those only when it needs them. */
import { findPlace } from '../places.ts';
import type { Archive } from '../pricing/archive.ts';
import { splitRef } from '../store-ref.ts';
import { currentParts } from './current.ts';
import type { Scenario } from './scenario.ts';

/** True only where `checkScenario` has nothing to say; false where it has, or where names are rare enough to be left to it. */
export function namesAreKnown(scenario: Scenario, archive: Archive): boolean {
  const {
    workload,
    jobs,
    stores,
    copies,
    current,
    assume,
    requirements,
    account,
    discounts,
    datasets,
    migration,
  } = scenario;
  const isRare =
    requirements.exclude.length > 0 ||
    requirements.jurisdiction !== 'any' ||
    copies.length > 1 ||
    Object.keys(account).length > 0 ||
    Object.keys(discounts).length > 0 ||
    workload.readers.some(({ via }) => via !== undefined) ||
    (migration?.egressWaived.length ?? 0) > 0 ||
    Array.isArray(datasets);
  const places = [workload.writer, ...workload.readers.map(({ at }) => at), ...jobs.map(({ at }) => at)];
  const held = [
    ...(stores === 'all' ? [] : stores),
    ...copies,
    ...currentParts(current).flatMap(({ hot, split }) => (split ? [hot, split.cold] : [hot])),
  ];
  return (
    !isRare &&
    places.every((id) => findPlace(id) !== undefined) &&
    [...held, ...Object.keys(assume)].every((ref) => isListed(ref, archive))
  );
}

/** A store named with a region that it has. */
function isListed(ref: string, archive: Archive): boolean {
  const { store, region } = splitRef(ref);
  const editions = archive.editions(store);
  if (region === undefined || editions.at(-1)?.kind !== 'store') return false;
  return editions.some(
    ({ regions, places }) =>
      Object.hasOwn(regions, region) || places.some((id) => id.slice(id.indexOf('/') + 1) === region),
  );
}
