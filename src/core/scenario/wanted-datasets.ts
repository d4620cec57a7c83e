/** Datasets of a scenario as a list: an id is used first, `not ID` is left out of every answer. */
const NOT = 'not ';

export function wantedDatasets(list: readonly string[]): { named: string[]; excluded: string[] } {
  return {
    named: list.filter((one) => !one.startsWith(NOT)),
    excluded: list.flatMap((one) => (one.startsWith(NOT) ? one.slice(NOT.length).trim() : [])),
  };
}

/** Of a pinned dataset: the letters of its hash, after its place where it is used before others: `1 0f3a…`. */
export function pinOf(value: string): { hash: string; place: number | null } {
  const [, place, hash] = /^(\d{1,3}) (.*)$/.exec(value) ?? [];
  return place === undefined ? { hash: value, place: null } : { hash: hash ?? '', place: Number(place) };
}
