/** Words of the Datasets pages. */
import type { Dataset } from '#core/evidence/dataset.ts';
import { formatBytes } from '#core/units.ts';
import { storeName } from '#web/words/names.ts';

export const STATUS_WORDS: Record<Dataset['status'], string> = {
  measured: 'measured by somebody who sells none of these stores',
  vendor: 'measured by a seller of a store in it',
  claimed: 'nobody is known to have measured it as described: used only when it is named',
};

/** Stores of a dataset by name, in the order they first stand in it. */
export function storesOf({ measurements }: Pick<Dataset, 'measurements'>): string[] {
  return [...new Set(measurements.map(({ store }) => store))].map(storeName);
}

/** `1 B – 4 MiB`; empty where no size is stated. */
export function sizesOf({ measurements }: Pick<Dataset, 'measurements'>): string {
  const sizes = measurements.flatMap(({ size_bytes }) => (size_bytes === null ? [] : [size_bytes]));
  if (sizes.length === 0) return '';
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? formatBytes(least) : `${formatBytes(least)} – ${formatBytes(most)}`;
}
