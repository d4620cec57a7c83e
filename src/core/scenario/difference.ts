/**
 * A scenario as what it changes in the frozen defaults of its model. Every optional key that has a default is spelt out
 * there, so that a default changed later leaves old links alone.
 */
import first from './defaults/1.json';
import added from './defaults/2.json';
import { MODEL } from './model.ts';
import type { ScenarioText } from './scenario.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Canonical JSON (keys sorted, no spaces) of the part of `scenario` that differs from the defaults. */
export function differenceFromDefaults(scenario: ScenarioText): string {
  const said = plain({ ...scenario, model: scenario.model ?? MODEL });
  return JSON.stringify(difference(said, defaultsOf(said)) ?? {});
}

/** The scenario that a difference describes; not yet checked by any schema. */
export function applyToDefaults(changes: unknown): unknown {
  const said = plain(changes);
  return merge(defaultsOf(said), said);
}

/** Links of the first model say none, and have no keys that came later. */
function defaultsOf(said: Json): Json {
  return isMap(said) && typeof said.model === 'number' && said.model > 1 ? merge(first, added) : first;
}

/** What a file need not say: the schema fills it in. */
function fileDefaults(): Json {
  const { stowage: _1, asOf: _2, workload, ...others } = first;
  const { readers: _3, writer: _4, objects, reads, ...filled } = workload;
  const { size: _5, ...kept } = objects;
  const { rate: _6, ...asked } = reads;
  const own = {
    ...others,
    stores: 'all',
    model: MODEL,
    workload: { ...filled, objects: kept, reads: asked },
  };
  return merge(own, added);
}

/** The same scenario without what stands as a file's default; in the order in which it was written. */
export function withoutDefaults(scenario: ScenarioText): ScenarioText {
  return difference(scenario as unknown as Json, fileDefaults()) as unknown as ScenarioText;
}

/** `value` as JSON has it: undefined dropped, keys sorted. */
function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return (value ?? null) as Json;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, plain(one)]));
}

function difference(value: Json, base: Json | undefined): Json | undefined {
  if (isMap(value) && isMap(base)) {
    const entries = Object.entries(value)
      .map(([key, one]) => [key, difference(one, Object.hasOwn(base, key) ? base[key] : undefined)] as const)
      .filter((entry): entry is [string, Json] => entry[1] !== undefined);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }
  return base !== undefined && JSON.stringify(value) === JSON.stringify(plain(base)) ? undefined : value;
}

function merge(base: Json, changes: Json): Json {
  if (!isMap(base) || !isMap(changes)) return changes;
  const merged: Record<string, Json> = { ...base };
  for (const [key, one] of Object.entries(changes)) {
    merged[key] = Object.hasOwn(base, key) ? merge(base[key] as Json, one) : one;
  }
  return merged;
}

function isMap(value: Json | undefined): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
