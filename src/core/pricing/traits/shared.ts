/** Traits that a store shares with another of its service: said once, in that store's file. */
import type { DataIssue } from '../../data-error.ts';
import { SHARED_NAMES } from './described.ts';
import { namedSources } from './file.ts';
import type { Traits } from './file.ts';

/** Those traits, with what the store that they are `of` says and they do not. */
export function withShared({ of: _of, ...own }: Traits, shared: Traits): Traits {
  const cells = {
    owner: own.owner ?? shared.owner,
    features: { ...shared.features, ...own.features },
    certifications: { ...shared.certifications, ...own.certifications },
    described: {
      ...Object.fromEntries(
        SHARED_NAMES.flatMap((name) => (shared.described[name] ? [[name, shared.described[name]]] : [])),
      ),
      ...own.described,
    },
  };
  const named = namedSources(cells);
  const sources = Object.entries({ ...shared.sources, ...own.sources }).filter(([id]) => named.has(id));
  return { ...cells, sources: Object.fromEntries(sources) };
}

/** What is wrong between traits and those that they are `of`. */
export function sharingIssues(own: Traits, shared: Traits | undefined): DataIssue[] {
  if (!shared) return [{ place: 'traits.of', message: `"${own.of}" is no other store with traits` }];
  const known = new Set(Object.keys({ ...shared.sources, ...own.sources }));
  return [
    ...[...namedSources(own)].filter((id) => !known.has(id)).map((id) => `no source is called "${id}"`),
    ...Object.keys(own.sources)
      .filter((id) => Object.hasOwn(shared.sources, id))
      .map((id) => `the source "${id}" is in ${own.of} already`),
  ].map((message) => ({ place: 'traits.sources', message }));
}
