/** A scenario's names against what is known: stores and regions of an archive, places, datasets. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import { nearest } from '../nearest.ts';
import { findPlace, jurisdictions } from '../places.ts';
import { suggestPlaces } from '../places/suggest.ts';
import type { Archive } from '../pricing/archive.ts';
import { withSelfHosted } from '../pricing/self-hosted/archive.ts';
import { issueAt } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';
import type { Sources } from '../sources.ts';
import { splitRef } from '../store-ref.ts';
import { accountFrom } from '../pricing/bills/account.ts';
import { accountIssues, discountIssues, operationIssues, providersOf } from './check-names.ts';
import { storeIssue } from './check-stores.ts';
import { currentStores } from './current.ts';
import { refuse } from './scenario-error.ts';
import type { Scenario } from './scenario.ts';
import { wantedDatasets } from './wanted-datasets.ts';

/** Throws `ScenarioError` with every name that is not known. */
export function checkScenario(scenario: Scenario, known: Sources): void {
  const archive = withSelfHosted(known.archive, scenario.selfHosted);
  refuse([
    ...unknownPlaces(scenario),
    ...unknownStores(scenario, archive),
    ...unknownNames(scenario, archive),
    ...unknownWays(scenario, archive),
    ...unknownResidency(scenario),
    ...namedTwice(scenario),
    ...accountIssues(accountFrom(scenario.account), archive),
    ...operationIssues(Object.keys(scenario.workload.operations), 'workload.operations', archive),
    ...discountIssues(scenario.discounts, archive),
    ...unknownDatasets(scenario, known.evidence),
  ]);
}

function unknownPlaces({ workload, jobs, selfHosted }: Scenario): SchemaIssue[] {
  const [reader, another] = workload.readers;
  const named = [
    ...workload.readers.map((reader, i) => ({ path: `workload.readers[${i}].at`, place: reader.at })),
    // Left out, it is where the only reader is: that place is named once.
    ...(!another && reader?.at === workload.writer
      ? []
      : [{ path: 'workload.writer', place: workload.writer }]),
    ...jobs.map((job, i) => ({ path: `jobs[${i}].at`, place: job.at })),
    ...Object.entries(selfHosted).map(([name, { at }]) => ({ path: `selfHosted.${name}.at`, place: at })),
  ];
  return named.flatMap(({ path, place }) => {
    if (findPlace(place)) return [];
    const [first, ...others] = suggestPlaces(place);
    const more =
      others.length > 0
        ? `; others like it: ${others.join(', ')}`
        : first === undefined
          ? '; a place in no listed cloud is written by its continent or country, such as internet/europe or internet/DE'
          : '';
    return [issueAt(path, `no place is called "${place}"${more}`, first)];
  });
}

function unknownStores(scenario: Scenario, archive: Archive): SchemaIssue[] {
  const near = scenario.workload.writer;
  const named: { ref: string; path: string; regionNeeded: boolean; isCdn?: boolean }[] = [
    ...(scenario.stores === 'all' ? [] : scenario.stores).map((ref, i) => ({
      ref,
      path: `stores[${i}]`,
      regionNeeded: true,
    })),
    ...scenario.copies.map((ref, i) => ({ ref, path: `copies[${i}]`, regionNeeded: true })),
    ...currentStores(scenario.current).map((ref) => ({ ref, path: 'current', regionNeeded: true })),
    ...Object.keys(scenario.assume).map((ref) => ({ ref, path: 'assume', regionNeeded: false })),
    ...scenario.workload.readers.flatMap(({ via, viaAny }, i) => {
      const path = `workload.readers[${i}].via`;
      const cdn = { regionNeeded: false, isCdn: true };
      if (via !== undefined) return [{ ref: via, path, ...cdn }];
      return typeof viaAny === 'object'
        ? viaAny.map((ref, k) => ({ ref, path: `${path}[${k}]`, ...cdn }))
        : [];
    }),
  ];
  return named.flatMap(({ ref, path, regionNeeded, isCdn = false }) => {
    const check = { path, near, regionNeeded, holdsObjects: !isCdn, isCdn };
    return storeIssue(splitRef(ref), archive, check) ?? [];
  });
}

/** A way that no price list of the reader's or a store's provider has would be billed nothing. */
function unknownWays({ workload }: Scenario, archive: Archive): SchemaIssue[] {
  const named = [
    ...workload.readers.map(({ through = [] }, i) => ({ path: `workload.readers[${i}].through`, through })),
    { path: 'workload.writes.through', through: workload.writes.through ?? [] },
  ];
  if (named.every(({ through }) => through.length === 0)) return [];
  const ways = archive.stores.filter((store) => archive.facts(store)?.way !== undefined);
  const names = [...new Set(ways.map((store) => store.slice(store.indexOf('/') + 1)))];
  return named.flatMap(({ path, through }) =>
    through
      .filter((name) => !names.includes(name))
      .map((name) =>
        issueAt(path, `no price list has "${name}"; there are ${names.join(', ')}`, nearest(name, names)),
      ),
  );
}

/** One that no place is in would be kept to by nothing. */
function unknownResidency({ requirements }: Scenario): SchemaIssue[] {
  const wanted = requirements.residency.toUpperCase();
  const known = jurisdictions();
  if (wanted === 'ANY' || known.includes(wanted)) return [];
  return [
    issueAt(
      'requirements.residency',
      `no place known here is in "${requirements.residency}"; write any, EU, or one of ${known.filter((code) => code !== 'EU').join(', ')}`,
      USUAL_SLIPS[wanted],
    ),
  ];
}

/** Letters in use for countries whose ISO code is another. */
const USUAL_SLIPS: Readonly<Record<string, string>> = { UK: 'GB', EN: 'GB', SW: 'SE', JA: 'JP', DN: 'DK' };

function namedTwice({ copies, workload }: Scenario): SchemaIssue[] {
  const lists = [
    { path: 'copies', refs: copies, each: 'store of a copy' },
    ...workload.readers.flatMap(({ viaAny }, i) =>
      typeof viaAny === 'object' ? [{ path: `workload.readers[${i}].via`, refs: viaAny, each: 'CDN' }] : [],
    ),
  ];
  return lists.flatMap(({ path, refs, each }) =>
    refs.flatMap((ref, i) =>
      refs.indexOf(ref) < i
        ? [{ path: `${path}[${i}]`, message: `${ref} is there already; name each ${each} once` }]
        : [],
    ),
  );
}

/** A misspelt exclusion would exclude nothing, and a misspelt waiver waive nothing. */
function unknownNames(scenario: Scenario, archive: Archive): SchemaIssue[] {
  const providers = providersOf(archive);
  const names = [...providers, ...archive.stores];
  const excluded = scenario.requirements.exclude.map((name, i) => ({
    path: `requirements.exclude[${i}]`,
    name: splitRef(name).store,
    among: names,
    what: 'provider or store',
  }));
  const waived = (scenario.migration?.egressWaived ?? []).map((name, i) => ({
    path: `migration.egressWaived[${i}]`,
    name,
    among: providers,
    what: 'provider',
  }));
  return [...excluded, ...waived].flatMap(({ path, name, among, what }) => {
    if (among.includes(name)) return [];
    const message = `no ${what} is called "${name}"; the providers are ${providers.join(', ')}`;
    return [issueAt(path, message, nearest(name, among))];
  });
}

/** Datasets named to be used must be there; those a link has pinned may be missing, and are then named in the answer. */
function unknownDatasets({ datasets }: Scenario, { datasets: all }: EvidenceBase): SchemaIssue[] {
  if (!Array.isArray(datasets)) return [];
  const ids = all.map(({ id }) => id);
  const both = wantedDatasets(datasets);
  return datasets.flatMap((one, i) => {
    const { named, excluded } = wantedDatasets([one]);
    const id = named[0] ?? excluded[0] ?? '';
    if (named.length > 0 && both.excluded.includes(id))
      return [{ path: `datasets[${i}]`, message: `${id} is both used and left out; keep one of the two` }];
    if (ids.includes(id)) return [];
    const like = nearest(id, ids);
    const message = `no dataset is called "${id}"; there are ${ids.join(', ')}`;
    return [issueAt(`datasets[${i}]`, message, like && one.replace(id, like))];
  });
}
