/** What the page of a store, or of one of its editions, shows. */
import { titleOf } from '#core/pricing/archive.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { ruleWords, transferWords } from '#core/report/rule-words.ts';
import { printedRegions, printedTransfers } from './edition-table.ts';
import type { PrintedTable } from './edition-table.ts';

interface EditionPage {
  /** `aws/s3-standard`, `aws/transfer` */
  id: string;
  title: string;
  /** The edition shown. */
  edition: Edition | TransferEdition;
  date: string;
  /** Dates of all editions, newest first. */
  dates: string[];
  table: PrintedTable;
  rules: string[];
  /** True where egress is billed by the provider's transfer table. */
  usesTransfer: boolean;
}

const TRANSFER = 'transfer';

/** Stores and transfer tables of the archive. */
export function tableIds(archive: Archive): string[] {
  const providers = [...new Set(archive.stores.map((store) => store.slice(0, store.indexOf('/'))))];
  const transfers = providers.filter((provider) => archive.transfers(provider).length > 0);
  return [...archive.stores, ...transfers.map((provider) => `${provider}/${TRANSFER}`)];
}

export function editionDates(archive: Archive, id: string): string[] {
  return editionsOf(archive, id).map(dateOf).toReversed();
}

/** Without a date, the newest. Throws `RangeError` where there is none. */
export function editionPage(archive: Archive, id: string, date?: string): EditionPage {
  const editions = editionsOf(archive, id);
  const edition = date === undefined ? editions.at(-1) : editions.find((one) => dateOf(one) === date);
  if (!edition) throw new RangeError(`${id} has no edition of ${date ?? 'any date'}`);
  const isStore = 'rules' in edition;
  return {
    id,
    title: titleOf(archive, id),
    edition,
    date: dateOf(edition),
    dates: editions.map(dateOf).toReversed(),
    table: isStore ? printedRegions(edition.regions) : printedTransfers(edition.regions),
    rules: isStore ? ruleWords(edition) : transferWords(edition),
    usesTransfer: isStore && Object.values(edition.regions).some(({ egress }) => egress === TRANSFER),
  };
}

function editionsOf(archive: Archive, id: string): readonly (Edition | TransferEdition)[] {
  const [provider = '', store] = id.split('/');
  return store === TRANSFER ? archive.transfers(provider) : archive.editions(id);
}

/** The last part of the id: a date, with a number where it is a correction. */
function dateOf({ id }: Edition | TransferEdition): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
