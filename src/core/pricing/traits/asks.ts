/** What a scenario asks of each store besides latency and price, and whether a store has it. */
import { itemAt } from '../../at.ts';
import { inJurisdiction } from '../../places.ts';
import type { Archive } from '../archive.ts';
import { FEATURES } from './names.ts';
import type { Certification, Feature } from './names.ts';
import type { TraitCell, Traits } from './file.ts';

/** Something that a store has, has in part, or lacks; null: nobody knows. */
export interface Ask {
  /** In words: `conditional writes`. */
  what: string;
  has: 'yes' | 'partial' | 'no' | null;
  since?: string;
  note?: string;
  source?: string;
  /** The day on which the source was read. */
  seen?: string;
}

export interface Asked {
  features: readonly Feature[];
  certifications: readonly Certification[];
  /** `any`, EU or a country. */
  owner: string;
  sla?: number | undefined;
}

/** What a scenario asks of each store: its requirements, and SSE-KMS where its objects need keys of one's own. */
export function askedOf(scenario: {
  requirements: Asked;
  workload: { objects: { encryption?: unknown } };
}): Asked {
  const { requirements, workload } = scenario;
  const { features } = requirements;
  const isImplied = workload.objects.encryption !== undefined && !features.includes('sse-kms');
  return isImplied ? { ...requirements, features: [...features, 'sse-kms'] } : requirements;
}

/** Whether the traits of stores answer something of this scenario, as read or as authored: the page fetches them only then. */
export function wantsTraits(scenario: {
  workload?: { objects?: { encryption?: unknown } };
  requirements?: { features?: readonly string[]; certifications?: readonly string[]; owner?: string };
  current?: unknown;
}): boolean {
  const { features = [], certifications = [], owner = 'any' } = scenario.requirements ?? {};
  const isAsked = features.length + certifications.length > 0 || owner.toLowerCase() !== 'any';
  const hasKeys = scenario.workload?.objects?.encryption !== undefined;
  return isAsked || hasKeys || (scenario.current ?? null) !== null;
}

/** What is asked of that store. Traits are not looked up where nothing is. */
export function asksOf(archive: Archive, store: string, asked: Asked, sla: string | undefined): Ask[] {
  const { features, certifications, owner } = asked;
  const isOwner = owner.toLowerCase() !== 'any';
  const traits = isOwner || features.length + certifications.length > 0 ? archive.traits?.(store) : undefined;
  const asks = [
    ...features.map((feature) => featureOf(traits, feature)),
    ...certifications.map((name) => askOf(traits, name, traits?.certifications[name])),
  ];
  if (isOwner) asks.push(ownerOf(traits, owner));
  if (asked.sla !== undefined) {
    const source = archive.facts(store)?.promises.source;
    const has = sla === undefined ? null : shareOf(sla) >= asked.sla - 1e-9 ? 'yes' : 'no';
    const what = `an SLA of ${Number((asked.sla * 100).toPrecision(8))}%`;
    asks.push({
      what,
      has,
      ...(sla === undefined ? {} : { note: sla }),
      ...(source === undefined ? {} : { source }),
    });
  }
  return asks;
}

export function featureOf(traits: Traits | undefined, feature: Feature): Ask {
  return askOf(traits, FEATURES[feature], traits?.features[feature]);
}

function ownerOf(traits: Traits | undefined, wanted: string): Ask {
  const what = `an owner in ${wanted.toUpperCase()}`;
  const cell = traits?.owner;
  if (!cell) return askOf(traits, what, undefined);
  const is = inJurisdiction({ jurisdiction: cell.value }, wanted);
  const note = `the owner is in ${cell.value}`;
  return { ...askOf(traits, what, { ...cell, value: is === true ? 'yes' : 'no' }), note };
}

function askOf(
  traits: Traits | undefined,
  what: string,
  cell: (TraitCell & { value: 'yes' | 'partial' | 'no' }) | undefined,
): Ask {
  if (!traits || !cell) return { what, has: null };
  const { value, since, note } = cell;
  const { url, seen } = itemAt(sourcesOf(traits, cell), 0);
  return {
    what,
    has: value,
    ...(since === undefined ? {} : { since }),
    ...(note === undefined ? {} : { note }),
    source: url,
    seen,
  };
}

/** The sources of a cell, the best first. The schema has checked that they are there. */
export function sourcesOf({ sources }: Traits, { from }: TraitCell): Traits['sources'][string][] {
  return from.map((id) => {
    const source = sources[id];
    if (source === undefined) throw new RangeError(`no source "${id}"`);
    return source;
  });
}

function shareOf(published: string): number {
  return Number(/^\d+(?:\.\d+)?/.exec(published)?.[0] ?? Number.NaN) / 100;
}
