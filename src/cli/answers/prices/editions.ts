/** Files of editions as `prices import` and `prices rebuild` read them, and the check that new ones pass before they are written. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PRICING_FOLDER, transferProviders } from '#catalog/from-files.ts';
import { ARCHIVE_LIMITS, readBytes } from '#catalog/read-text.ts';
import { readYamlFile } from '#catalog/read-yaml.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { checkArchive } from '#core/pricing/editions/check.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { MOST_PRICE_LIST_BYTES } from '#formats/price-lists/price-list.ts';
import type { Standing } from '#formats/price-lists/region-beside.ts';
import { Unanswerable } from '../../failures.ts';

/** Unpacked, where it is packed by gzip. */
export function readPacked(file: string): Uint8Array {
  const bytes = readBytes(file, MOST_PRICE_LIST_BYTES);
  return bytes[0] === 0x1f && bytes[1] === 0x8b
    ? gunzipSync(bytes, { maxOutputLength: MOST_PRICE_LIST_BYTES })
    : bytes;
}

export const fileOf = (id: string) => `${PRICING_FOLDER}/${id}.yaml`;

export function standingOf<Kind extends { id: string }>(root: string, edition: Kind): Standing<Kind> {
  const file = readYamlFile(path.join(root, fileOf(edition.id)), ARCHIVE_LIMITS);
  return { edition, file: file as Record<string, unknown> };
}

/** Throws `Unanswerable` where new editions are there already, or contradict what stands there. */
export function refuseProblems(
  root: string,
  archive: Archive,
  made: readonly (Edition | TransferEdition)[],
): void {
  for (const { id } of made)
    if (existsSync(path.join(root, fileOf(id))))
      throw new Unanswerable(
        `${fileOf(id)}: is there already and says otherwise; an edition is never changed, so correct it by an edition that supersedes it (pricing/README.md)`,
      );
  const inOrder = <Kind extends { id: string }>(all: readonly Kind[]) =>
    all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const stores = made.filter((one): one is Edition => 'rules' in one);
  const transfers = made.filter((one): one is TransferEdition => !('rules' in one));
  const whole = {
    ...archive,
    editions: (id: string) =>
      inOrder([...archive.editions(id), ...stores.filter(({ store }) => store === id)]),
    transfers: (id: string) =>
      inOrder([...archive.transfers(id), ...transfers.filter(({ provider }) => provider === id)]),
  };
  const tables = new Set(made.map(({ id }) => id.slice(0, id.lastIndexOf('/'))));
  const problems = checkArchive(whole, transferProviders(root)).filter(({ at }) =>
    tables.has(at.slice(0, at.lastIndexOf('/'))),
  );
  if (problems.length > 0)
    throw new Unanswerable(
      problems
        .slice(0, 5)
        .map(({ at, place, message, remedy }) => `${at}: ${place}: ${message}; ${remedy}`)
        .join('\n'),
    );
}
