/** From a YAML value to an edition: the schema, then the rules that bind one field to another. */
import { DataError } from '../../data-error.ts';
import { isDay } from '../../iso-date.ts';
import type { DataIssue } from '../../data-error.ts';
import { parseWith } from '../../parse-with.ts';
import { shorten } from '../../units.ts';
import { editionIssues, transferIssues } from './edition-rules.ts';
import { EditionFile, TransferFile } from './edition.ts';
import type { Edition, TransferEdition } from './edition.ts';

/**
 * Reads one edition; its provider, store and date come from `path` (`…/aws/s3-standard/2025-10-22.yaml`).
 * Throws `DataError` with every fault found and its place in the file.
 */
export function parseEdition(path: string, file: unknown): Edition {
  const { provider, store, date, id } = identify(path);
  const edition = { ...parseWith(EditionFile, path, file), store, provider, date, id };
  refuse(path, editionIssues(edition));
  return edition;
}

/** Reads one data transfer table (`…/aws/transfer/2024-09-25.yaml`). Throws `DataError`. */
export function parseTransfer(path: string, file: unknown): TransferEdition {
  const { provider, date, id } = identify(path);
  const transfer = { ...parseWith(TransferFile, path, file), provider, date, id };
  refuse(path, transferIssues(transfer));
  return transfer;
}

/** The folder under a provider that holds its data transfer tables. */
export const TRANSFER_FOLDER = 'transfer';

/** A correction of the same date gets a number: `2025-04-10.2.yaml`. */
const EDITION_PATH = /(?:^|\/)([a-z0-9-]+)\/([a-z0-9-]+)\/(\d{4}-\d{2}-\d{2})(\.[2-9])?\.ya?ml$/;

function identify(path: string): { provider: string; store: string; date: string; id: string } {
  const match = EDITION_PATH.exec(path.replaceAll('\\', '/'));
  const [, provider = '', folder = '', date = '', correction = ''] = match ?? [];
  if (!match || !isDay(date)) {
    const message = `"${shorten(path)}" does not name an edition; call it <provider>/<store>/<yyyy-mm-dd>.yaml`;
    throw new DataError(path, [{ place: '', message }]);
  }
  const store = `${provider}/${folder}`;
  return { provider, store, date, id: `${store}/${date}${correction}` };
}

function refuse(path: string, issues: readonly DataIssue[]): void {
  if (issues.length > 0) throw new DataError(path, issues);
}
