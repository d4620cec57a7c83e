/** Exports of monitors → their series, for `stowage init` and a drop on the page: every form there is. */
import type { Metrics } from '#core/start/metrics.ts';
import { ImportError } from '../importer.ts';
import { parseJson } from '../reading/json.ts';
import { azureMonitor } from './azure-monitor.ts';
import { cloudWatch } from './cloudwatch.ts';
import { googleMonitoring } from './google-monitoring.ts';
import { isStorageLens, readStorageLens } from './storage-lens.ts';

const JSON_FORMATS = [cloudWatch, azureMonitor, googleMonitoring];

/** Whether a file that begins so may be of metrics, so that it is worth reading whole. */
export const beginsAsMetrics = (head: string) =>
  isStorageLens(head) || (/^\s*\{/.test(head) && JSON_FORMATS.some(({ key }) => head.includes(`"${key}"`)));

/** Files of one form; null for what is none. Throws `ImportError`. */
export function metricsIn(texts: readonly string[]): Metrics | null {
  const [first = ''] = texts;
  if (isStorageLens(first)) return readStorageLens(texts);
  const parts = texts.map((text) => {
    const value = parseJson(text);
    const format = JSON_FORMATS.find(
      ({ key }) => typeof value === 'object' && value !== null && Object.hasOwn(value, key),
    );
    return format ? format.read(value) : null;
  });
  const [own] = parts;
  if (!own) return null;
  if (parts.some((part) => part?.title !== own.title))
    throw new ImportError('are metrics of several providers; give those of one');
  return {
    title: own.title,
    series: parts.flatMap((part) => part?.series ?? []),
    latencies: parts.flatMap((part) => part?.latencies ?? []),
    notes: [...new Set(parts.flatMap((part) => part?.notes ?? []))],
  };
}
