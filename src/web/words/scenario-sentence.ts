/** The scenario in one sentence, from the text as written: it reads on while a part is wrong. */
import { FEATURES } from '#core/pricing/traits/names.ts';
import { isOfBytes } from '#core/rates.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { countShown, everyWords, rateShown } from '#web/form/shown.ts';
import { readAt, type Path } from '#web/state/paths.ts';
import { percent } from '#core/text/numbers.ts';
import { listing } from '#core/text/words.ts';
import { placeName, storeName } from './names.ts';

export function scenarioSentence(scenario: ScenarioText): string {
  const text = (...path: Path) => written(readAt(scenario, ['workload', ...path]));
  const arrivals = text('objects', 'arrivals');
  const standing = text('objects', 'standing');
  const size = sizeWords(readAt(scenario, ['workload', 'objects', 'size']));
  const retention = text('objects', 'retention') ?? 'forever';
  const kept = retention === 'forever' ? 'kept for ever' : `kept ${retention}`;
  const objects = arrivals
    ? `${isOfBytes(arrivals) ? `${rateShown(arrivals)} in objects` : rateWords(countShown(arrivals), 'objects')} of ${size}, ${kept}${standing ? `, beside ${standing} that stand already` : ''}`
    : `${standing ? `${standing} of` : 'No'} objects of ${size}, ${kept}`;
  const rate = text('reads', 'rate');
  const early = earlyWords(readAt(scenario, ['workload', 'reads', 'byAge']));
  const reads = rate
    ? `; read ${rateWords(countShown(rate), '')}${early && `, ${early}`}, by ${readerWords(scenario)}`
    : '; never read';
  const writer = text('writer');
  const must = mustWords(scenario);
  return `${objects}${reads}.${writer ? ` Written from ${placeName(writer)}.` : ''}${must ? ` Must: ${must}.` : ''}`;
}

function written(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** `12M/day`, objects → `12M objects a day`; of a range both ends: `10k to 100k objects a day`. */
function rateWords(rate: string, noun: string): string {
  const slash = rate.lastIndexOf('/');
  if (slash < 0) return `${rate} ${noun || 'times'}`;
  const period = rate.slice(slash + 1).trim();
  const count = rate
    .slice(0, slash)
    .replaceAll(`/${period}`, '')
    .replace(/ +(?= )/g, '')
    .trim();
  // Ends in different periods stay as written.
  return count.includes('/')
    ? `${rate}${noun ? ` ${noun}` : ''}`
    : `${count} ${noun || 'times'} ${everyWords(period)}`;
}

function sizeWords(size: unknown): string {
  const one = written(size);
  if (one) return one;
  if (!Array.isArray(size)) return 'unstated size';
  return listing((size as unknown[]).map((entry) => written(readAt(entry, ['size'])) ?? '?'));
}

/** `80% within 7 days`: how reads fall over the life of an object. */
export function earlyWords(byAge: unknown): string {
  if (typeof byAge !== 'object' || byAge === null) return '';
  const points = Object.entries(byAge as Record<string, unknown>);
  const [age, share] = points.find(([, value]) => Number(value) >= 0.5) ?? points[0] ?? [];
  return age === undefined || written(share) === null ? '' : `${shareWords(share)} within ${age}`;
}

function readerWords(scenario: ScenarioText): string {
  const readers = readAt(scenario, ['workload', 'readers']);
  if (!Array.isArray(readers)) return 'readers not stated';
  const words = (readers as unknown[]).map((reader) => {
    const place = written(readAt(reader, ['at'])) ?? '?';
    return readers.length === 1
      ? `readers at ${placeName(place)}`
      : `${shareWords(readAt(reader, ['share']))} ${placeName(place)}`;
  });
  return listing(words);
}

function shareWords(share: unknown): string {
  const text = written(share) ?? '?';
  const value = Number(text);
  return Number.isFinite(value) && text !== '' ? percent(value) : text;
}

/** `write p99 ≤ 1 s`, `first byte p50 ≤ 40 ms in Europe`. */
function limitWords(limits: unknown): string[] {
  if (!Array.isArray(limits)) return [];
  return limits.flatMap((limit: unknown) => {
    const text = (key: string) => written(readAt(limit, [key]));
    const what = text('of') === 'write' ? 'write' : text('metric') === 'firstByte' ? 'first byte' : 'read';
    const place = text('at');
    const where = place ? ` for ${placeName(place)}` : '';
    return ['mean', 'p50', 'p95', 'p99', 'p999'].flatMap((key) =>
      text(key) ? [`${what} ${key} ≤ ${text(key)}${where}`] : [],
    );
  });
}

const featureWords = (feature: string): string =>
  Object.entries(FEATURES).find(([id]) => id === feature)?.[1] ?? feature;

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What is required: `read p99 ≤ 800 ms, 3 zones`. */
export function mustWords(scenario: ScenarioText): string {
  const text = (key: string) => written(readAt(scenario, ['requirements', key]));
  const parts = [
    text('readP99') && `read p99 ≤ ${text('readP99')}`,
    text('firstByteP99') && `first byte p99 ≤ ${text('firstByteP99')}`,
    ...limitWords(readAt(scenario, ['requirements', 'latency'])),
    text('sureness') && text('sureness') !== '90 %' && `sureness ${shareWords(text('sureness'))}`,
    text('zones') && text('zones') !== '1' && `${text('zones')} zones`,
    text('durability') && `durability ${text('durability')}`,
    text('availability') && `availability ${text('availability')}`,
    text('restoreWithin') && `restored within ${text('restoreWithin')}`,
    text('residency') && text('residency') !== 'any' && `stay in ${text('residency')}`,
    text('owner') && text('owner') !== 'any' && `owner in ${text('owner')}`,
    text('sla') && `SLA ${text('sla')}`,
    ...listed(readAt(scenario, ['requirements', 'features'])).map(featureWords),
    ...listed(readAt(scenario, ['requirements', 'certifications'])),
    text('budget') && `at most $${text('budget')}/month`,
  ];
  const exclude = readAt(scenario, ['requirements', 'exclude']);
  const without =
    Array.isArray(exclude) && exclude.length > 0
      ? `without ${listing((exclude as unknown[]).map((one) => storeName(String(one))))}`
      : null;
  return [...parts, without].filter((part) => typeof part === 'string' && part !== '').join(', ');
}
