/** Inputs, their values and plans in words of the page. */
import type { SwitchPoint, SwitchScan } from '#core/report/switch-types.ts';
import { INPUT_TITLES } from '#core/answer/words/input-name.ts';
import { inputFigure } from '#core/report/input-figure.ts';
import { formatUnitPrice } from '#core/text/unit-price.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import { placementCell } from '#core/answer/words/placement.ts';
import { storeName, storeWithRegion } from './names.ts';
import type { NameOf } from '#core/answer/words/names.ts';

export function inputName(
  { input, path }: { input: string; path: string },
  nameOf: NameOf = storeName,
): string {
  if (input !== 'price') return INPUT_TITLES[input] ?? path;
  const [ref = '', meter = ''] = path.split(' ');
  return `${nameOf(ref)}: ${meterWords(meter)} price`;
}

export function inputValue(unit: string, value: number): string {
  const figure = inputFigure(unit, value);
  if (figure !== null) return figure;
  const [currency, per] = unit.split('/');
  return per === 'request'
    ? `${formatUnitPrice(Number((value * 1e6).toPrecision(3)), currency)} / M`
    : `${formatUnitPrice(Number(value.toPrecision(3)), currency)} / ${per}`;
}

/** How far a switch point is from today's value, as a log of their ratio; farthest where today asks for none. */
export function offNow({ value, now }: SwitchPoint): number {
  return now ? Math.abs(Math.log(Math.max(value, 1e-12) / now)) : Infinity;
}

/** `nearest: Reads a day from 15.6M to 32M`, of all points that were found. */
export function nearestWords(scans: readonly SwitchScan[], nameOf: NameOf = storeName): string {
  const [point] = scans.flatMap((scan) => scan.switchPoints).sort((a, b) => offNow(a) - offNow(b));
  if (!point) return 'no other answer within reach';
  const { unit, value, now } = point;
  const from = now === null ? 'at' : `from ${inputValue(unit, now)} to`;
  return `nearest: ${inputName(point, nameOf)} ${from} ${inputValue(unit, value)}`;
}

/** What stays of an id where only an age, a TTL or a bound on size or popularity changes. */
export function arrangement(id: string): string {
  const [held = '', via] = id.replace(/~by=[\da-z.]+/, '').split('~via=');
  const end = via === undefined ? '' : `~via=${via}`;
  if (/^(size|popular|cache):/.test(held))
    return held.replace(/@[^@>]*$/, (bound) => (bound.includes(':through') ? ':through' : '')) + end;
  return held.replaceAll(/@\d+(\.\d+)?[dh](?=[:@>;]|$)/g, '') + end;
}

/** A placement at whatever age, as the plan's own are named; a single store with its region. */
export function planName(id: string | null, nameOf: NameOf = storeName): string {
  if (id === null) return 'nothing';
  return id.startsWith('single:') && !id.includes('~')
    ? storeWithRegion(id.slice('single:'.length))
    : placementCell(id, nameOf);
}
