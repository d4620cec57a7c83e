/** Switch points and plans in words of the page. */
import type { SwitchScan } from '#core/report/switch-types.ts';
import { turnedTitle } from '#core/answer/words/input-name.ts';
import { inputFigure, offNow } from '#core/report/input-figure.ts';
import { placementCell } from '#core/answer/words/placement.ts';
import { storeName, storeWithRegion } from './names.ts';
import type { NameOf } from '#core/answer/words/names.ts';

/** `nearest: Reads a day from 15.6M to 32M`, of all points that were found. */
export function nearestWords(scans: readonly SwitchScan[], nameOf: NameOf = storeName): string {
  const [point] = scans.flatMap((scan) => scan.switchPoints).sort((a, b) => offNow(a) - offNow(b));
  if (!point) return 'no other answer within reach';
  const { unit, value, now } = point;
  const from = now === null ? 'at' : `from ${inputFigure(unit, now)} to`;
  return `nearest: ${turnedTitle(point, nameOf)} ${from} ${inputFigure(unit, value)}`;
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
