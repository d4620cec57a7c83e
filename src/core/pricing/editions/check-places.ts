/** Places that editions and transfer tables name: every one of them is known. */
import { EVERYWHERE, findPlace, placeOfStore } from '../../places.ts';
import type { ArchiveProblem } from './archive-problem.ts';
import type { Edition, TransferEdition } from './edition.ts';

const unknownAt =
  (at: string) =>
  (place: string, id: string): ArchiveProblem => ({
    code: 'unknown-place',
    at,
    place,
    message: `no place "${id}" is known`,
    remedy: 'add it to src/core/places/, with its city and country',
  });

export function placeProblems(edition: Edition): ArchiveProblem[] {
  const unknown = unknownAt(edition.id);
  const problems = edition.places.flatMap((id, i) => (findPlace(id) ? [] : [unknown(`places[${i}]`, id)]));
  if (edition.kind === 'cdn')
    return Object.entries(edition.regions).flatMap(([region, { serves }]) =>
      serves.flatMap((id, i) => (findPlace(id) ? [] : [unknown(`regions.${region}.serves[${i}]`, id)])),
    );
  for (const region of Object.keys(edition.regions)) {
    if (region === EVERYWHERE) {
      if (Object.keys(edition.regions).length > 1)
        problems.push({
          ...unknown(`regions.${region}`, region),
          message: 'everywhere stands beside other regions',
          remedy: 'list every region, or only everywhere',
        });
    } else if (placeOfStore(edition, region) === null && !findPlace(`${edition.provider}/${region}`)) {
      problems.push(unknown(`regions.${region}`, `${edition.provider}/${region}`));
    }
  }
  return problems;
}

export function transferPlaceProblems(transfer: TransferEdition): ArchiveProblem[] {
  const ofProvider = (region: string) => `${transfer.provider}/${region}`;
  const named = [
    ...Object.entries(transfer.regions).flatMap(([region, prices]) => [
      [`regions.${region}`, ofProvider(region)] as const,
      ...Object.keys(prices['other-region'].except)
        .filter((to) => !Object.hasOwn(transfer.areas, to))
        .map((to) => [`regions.${region}.other-region.except.${to}`, ofProvider(to)] as const),
    ]),
    ...Object.entries(transfer.areas).flatMap(([area, regions]) =>
      regions.map((region, i) => [`areas.${area}[${i}]`, ofProvider(region)] as const),
    ),
    ...Object.entries(transfer.destinations).flatMap(([name, { places }]) =>
      places.map((place, i) => [`destinations.${name}.places[${i}]`, place] as const),
    ),
  ];
  const unknown = unknownAt(transfer.id);
  return named.flatMap(([place, id]) => (findPlace(id) ? [] : [unknown(place, id)]));
}
