/** Where no placement is recommended: what has to be measured, what comes nearest, what alone keeps most stores out, and stores without an exchange rate. */
import { bump, leastBy } from '../../at.ts';
import { nearestOf, onlyUnmeasured } from '../../report/next-best.ts';
import type { Plan } from '../../report/plan-types.ts';
import { splitRef } from '../../store-ref.ts';
import { counted } from '../../text/numbers.ts';
import { capital, listing, several } from '../../text/words.ts';
import { probePrice, requirementName } from './condition.ts';
import { costWords } from './cost.ts';
import type { Names } from './names.ts';

/** With the command that helps, where one does. */
export interface WayOut {
  text: string;
  command?: string;
}

/** The most useful first. */
export function inTheWay(plan: Plan, names: Names): WayOut[] {
  const others = [
    ...namedRateWords(plan, names),
    ...nearestWords(plan, names),
    ...aloneWords(plan, names),
    ...rateWords(plan),
  ];
  return [...measureWays(plan, names), ...others.map((text) => ({ text }))];
}

function measureWays(plan: Plan, names: Names): WayOut[] {
  const store = onlyUnmeasured(plan);
  if (!store) return [];
  const { id, monthly, missing } = store;
  const [probe] = missing;
  const text = `Nobody has measured ${names.placement(id)}, ${costWords(monthly)}/month, which lacks nothing else.`;
  return [
    probe
      ? { text: `${text} Measure it ${probePrice(probe.probeCost, monthly.currency)}:`, command: probe.probe }
      : { text },
  ];
}

function nearestWords(plan: Plan, names: Names): string[] {
  const nearest = nearestOf(plan);
  if (!nearest) return [];
  const asked = listing(nearest.conditions.map(({ words }) => words));
  return [`Nearest: ${names.placement(nearest.id)}, ${costWords(nearest.monthly)}/month, ${asked}.`];
}

/** The requirement that is the only one most stores break; without it, the cheapest that is likely to meet the others. */
function aloneWords({ candidates, excluded, scenario }: Plan, names: Names): string[] {
  const out = new Map<string, number>();
  for (const { reason } of excluded)
    if (reason.code === 'store-lacks' && reason.lacks.length === 1) bump(out, reason.lacks[0]?.what ?? '', 1);
  const singles = candidates.flatMap((one) => {
    const [broken, ...others] = new Set(
      one.violations.map(({ requirement }) => requirementName(requirement)),
    );
    const isAlone = broken !== undefined && others.length + one.conditions.length === 0;
    return one.kind === 'single' && isAlone ? [{ ...one, broken }] : [];
  });
  for (const { broken } of singles) bump(out, broken, 1);
  const [most] = [...out].sort((a, b) => b[1] - a[1]);
  if (!most) return [];
  const [what, count] = most;
  const cheapest = leastBy(
    singles.filter(
      ({ broken, monthly, sureness }) =>
        broken === what && monthly.range[1] !== null && (sureness ?? 1) >= 0.5,
    ),
    ({ monthly }) => monthly.range[1] ?? Infinity,
  );
  const without = cheapest ? `${names.placement(cheapest.id)}, ${costWords(cheapest.monthly)}/month.` : '';
  const keepsOut = `alone keeps out ${counted(count, 'store')}.`;
  // More than one zone is asked where the scenario says nothing of zones.
  if (what === 'zones' && scenario.requirements?.zones === undefined)
    return [
      `A single zone ${keepsOut} If one zone is enough, write requirements.zones: 1. If the objects can be made again, write workload.objects.reproducible: true.${without && ` Then: ${without}`}`,
    ];
  return [`${capital(what)} ${keepsOut}${without ? ` Without it: ${without}` : ' Relax it first.'}`];
}

/** Stores left out for want of an exchange rate, by currency: those that the scenario names, or the others. */
function unrated({ excluded, scenario }: Plan, isNamed: boolean): [currency: string, stores: string[]][] {
  const listed = Array.isArray(scenario.stores) ? scenario.stores : [];
  const isWritten = (ref: string) =>
    ref.startsWith('self-hosted/') || listed.some((one) => one === ref || one === splitRef(ref).store);
  const found = new Map<string, string[]>();
  for (const { store, reason } of excluded)
    if (reason.code === 'rate-missing' && isWritten(store) === isNamed)
      found.set(reason.currency, [...(found.get(reason.currency) ?? []), store]);
  return [...found];
}

const addRate = (currency: string) => `Add fx: { ${currency}: <USD for 1 ${currency}>, date: <yyyy-mm-dd> }.`;

/** What the scenario names is missed, whatever else is recommended. */
export function namedRateWords(plan: Plan, names: Names): string[] {
  return unrated(plan, true).map(
    ([currency, stores]) =>
      `${capital(several(stores.map(names.store)))} ${stores.length === 1 ? 'is' : 'are'} left out: the price is in ${currency}, and the scenario states no exchange rate. ${addRate(currency)}`,
  );
}

function rateWords(plan: Plan): string[] {
  const said = new Set(unrated(plan, true).map(([currency]) => currency));
  return unrated(plan, false).map(([currency, { length }]) =>
    said.has(currency)
      ? `${counted(length, 'more store')} priced in ${currency} ${length === 1 ? 'is' : 'are'} left out as well.`
      : `${counted(length, 'store')} priced in ${currency} ${length === 1 ? 'is' : 'are'} left out. ${addRate(currency)}`,
  );
}
