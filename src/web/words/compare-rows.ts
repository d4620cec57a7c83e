/** Two answers side by side: what differs in their scenarios, and each figure of both with the difference. */
import { costWords, latencyWords } from '#core/answer/words/figures.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import { placementTitle } from '#core/answer/words/placement.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { overviewMoney } from '#core/text/money.ts';
import { placeShown, storeShown } from '#web/form/shown.ts';
import { labelOf } from '#web/form/labels.ts';
import { METER_GROUPS, byGroup } from './meters.ts';

export interface CompareRow {
  name: string;
  pinned: string;
  now: string;
  /** Of money, with its sign; empty where both are equal or no amounts. */
  difference: string;
}

/** What a link adds so that its answer stays: no part of the question. */
const ADDED = /^(knownOn|datasets|model|stowage|name)\b/;
const NONE = '–';

/** Keys whose values differ, as the form calls them. */
export function scenarioRows(pinned: ScenarioText, now: ScenarioText): CompareRow[] {
  const [before, after] = [leaves(pinned), leaves(now)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !ADDED.test(path));
  return paths.flatMap((path) => {
    const [a, b] = [before.get(path) ?? NONE, after.get(path) ?? NONE];
    return a === b ? [] : [{ name: labelOf(path), pinned: a, now: b, difference: '' }];
  });
}

function leaves(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (path === 'stores' || path === 'requirements.exclude')
    found.set(
      path,
      Array.isArray(value) ? `${value.length}: ${value.map(storeShown).join(', ')}` : String(value),
    );
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) leaves(one, path === '' ? key : `${path}.${key}`, found);
  else if (value !== undefined) found.set(path, shown(path, value));
  return found;
}

function shown(path: string, value: unknown): string {
  if (/\.at$|writer$/.test(path)) return placeShown(value);
  return /^current\b/.test(path) ? storeShown(value) : String(value);
}

/** Placement, cost, each meter of it, p99 and verdict. */
export function answerRows(pinned: Candidate, now: Candidate, nameOf: NameOf): CompareRow[] {
  const row = (name: string, of: (one: Candidate) => string): CompareRow => ({
    name,
    pinned: of(pinned),
    now: of(now),
    difference: '',
  });
  const [before, after] = [byGroup(pinned.monthly.lines), byGroup(now.monthly.lines)];
  const meters = METER_GROUPS.flatMap(({ id, name }) => {
    const [a, b] = [before, after].map((all) => all.find(({ group }) => group.id === id)?.amount);
    if (a === undefined && b === undefined) return [];
    return [moneyRow(name, a ?? 0, b ?? 0, now.monthly.currency)];
  });
  const total = moneyRow('Cost a month', pinned.monthly.total, now.monthly.total, now.monthly.currency);
  return [
    row('Placement', (one) => placementTitle(one.id, nameOf)),
    { ...total, pinned: costWords(pinned.monthly), now: costWords(now.monthly) },
    ...meters,
    row('Read latency', (one) => latencyWords(one.read)),
    row('Verdict', (one) => (one.sureness === null ? NONE : verdictWords(one))),
  ];
}

function moneyRow(name: string, a: number, b: number, currency: string): CompareRow {
  const [pinned, now] = [overviewMoney(a, currency), overviewMoney(b, currency)];
  const by = overviewMoney(Math.abs(b - a), currency);
  return { name, pinned, now, difference: pinned === now ? '' : b > a ? `+${by}` : `−${by}` };
}
