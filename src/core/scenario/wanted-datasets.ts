/** Datasets of a scenario as a list: an id is used first, `not ID` is left out of every answer. */
const NOT = 'not ';

export function wantedDatasets(list: readonly string[]): { named: string[]; excluded: string[] } {
  return {
    named: list.filter((one) => !one.startsWith(NOT)),
    excluded: list.flatMap((one) => (one.startsWith(NOT) ? one.slice(NOT.length).trim() : [])),
  };
}
