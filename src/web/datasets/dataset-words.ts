/** Words of the Datasets pages. */
import { OPERATION_NAMES } from '#core/answer/words/measurements.ts';
import type { Dataset, Operation } from '#core/evidence/dataset.ts';
import { formatBytes } from '#core/units.ts';
import { counted } from '#core/text/numbers.ts';
import { capital, listing } from '#core/text/words.ts';
import { storeName } from '#web/words/names.ts';

/** Letters of a day; a month or a year has fewer. */
const DAY = '2026-06-01'.length;

export const STATUS_WORDS: Record<Dataset['status'], string> = {
  measured: 'measured by somebody who sells none of these stores',
  vendor: 'measured by a seller of a store in it',
  claimed: 'nobody is known to have measured it as described: used only when it is named',
};

/** `GET, PUT`; those asked for most come first. */
export const operationWords = (operations: readonly Operation[]) =>
  Object.entries(OPERATION_NAMES)
    .filter(([operation]) => operations.some((one) => one === operation))
    .map(([, name]) => name)
    .join(', ');

/** Stores of a dataset by name, in the order they first stand in it. */
export function storesOf({ measurements }: Pick<Dataset, 'measurements'>): string[] {
  return [...new Set(measurements.map(({ store }) => store))].map(storeName);
}

/** `Prisma measured GET and PUT of Tigris Standard and R2 Standard, objects of 10 KiB – 50 MiB, in 2026-06: 101 figures.` */
export function datasetSentence(dataset: Dataset): string {
  const { measuredBy, measurements, source, status } = dataset;
  const operations = [...new Set(measurements.map(({ operation }) => OPERATION_NAMES[operation]))];
  const sizes = sizesOf(dataset);
  return [
    `${capital(measuredBy.name)} ${status === 'claimed' ? 'claims figures of' : 'measured'} ${listing(operations)} of ${listing(storesOf(dataset))}`,
    ...(sizes === '' ? [] : [`, objects of ${sizes}`]),
    ...(source.date === null ? [] : [`, ${source.date.length === DAY ? 'on' : 'in'} ${source.date}`]),
    `: ${counted(measurements.length, 'figure')}.`,
  ].join('');
}

/** `1 B – 4 MiB`; empty where no size is stated. */
export function sizesOf({ measurements }: Pick<Dataset, 'measurements'>): string {
  const sizes = measurements.flatMap(({ size_bytes }) => (size_bytes === null ? [] : [size_bytes]));
  if (sizes.length === 0) return '';
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? formatBytes(least) : `${formatBytes(least)} – ${formatBytes(most)}`;
}
