/** A dataset's page comes alive: its charts take the place of their prerendered selves. */
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import { parseOverTime, type OverTime } from '#core/evidence/over-time.ts';
import { takePlace } from '../come-alive.ts';
import DatasetCharts from './charts/DatasetCharts.svelte';

const TIMES = import.meta.glob<string>('../../../datasets/*/over-time.csv', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

async function overTimeOf(dataset: string): Promise<OverTime[]> {
  const [, address] = Object.entries(TIMES).find(([path]) => path.split('/').at(-2) === dataset) ?? [];
  if (address === undefined) return [];
  const response = await fetch(new URL(address, location.href));
  return response.ok ? parseOverTime(await response.text()) : [];
}

const target = document.getElementById('charts');
const id = target?.dataset['dataset'];

if (target && id !== undefined) {
  const dataset = (await catalogFetcher()('datasets.json')).datasets().find((one) => one.id === id);
  if (dataset) {
    takePlace(target, DatasetCharts, { dataset, isLive: true, overTime: await overTimeOf(id) });
  }
}
