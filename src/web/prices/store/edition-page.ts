/** What the page of a store, or of one of its editions, shows. */
import { titleOf, type Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { ruleWords, transferWords } from '#core/report/rule-words.ts';
import { printedRegions, printedTransfers, type PrintedTable } from './edition-table.ts';
import { priceHistory } from './price-history.ts';
import { VOICE } from '../price-words.ts';

export type StoreView = ReturnType<typeof editionPage>;

const TRANSFER = 'transfer';
/** Whose region comes first until another place is chosen. */
const USUAL_PLACE = 'aws/us-east-1';

/** Stores and transfer tables of the archive. */
export function tableIds(archive: Archive): string[] {
  const providers = [...new Set(archive.stores.map((store) => store.slice(0, store.indexOf('/'))))];
  const transfers = providers.filter((provider) => archive.transfers(provider).length > 0);
  return [...archive.stores, ...transfers.map((provider) => `${provider}/${TRANSFER}`)];
}

export function editionDates(archive: Archive, id: string): string[] {
  return editionsOf(archive, id).map(dateOf).toReversed();
}

/** `id`: `aws/s3-standard`, `aws/transfer`. Without a date, the newest. Throws `RangeError` where there is none. */
export function editionPage(archive: Archive, id: string, date?: string) {
  const editions = editionsOf(archive, id);
  const edition = date === undefined ? editions.at(-1) : editions.find((one) => dateOf(one) === date);
  if (!edition) throw new RangeError(`${id} has no edition of ${date ?? 'any date'}`);
  const isStore = 'rules' in edition;
  const history = priceHistory(archive, id, USUAL_PLACE);
  const table = isStore ? printedRegions(edition.regions) : printedTransfers(edition.regions);
  const isNearest = ({ regions }: PrintedTable['rows'][number]) => regions.includes(history?.region ?? '');
  return {
    id,
    title: titleOf(archive, id),
    edition,
    date: dateOf(edition),
    // All, newest first, as they are called in addresses.
    editions: editions.toReversed().map((one) => {
      const { date, precision, confirmed, recorded } = one;
      return { label: dateOf(one), date, precision, confirmed, recorded };
    }),
    // Null where nothing is held there, or nothing is known of it.
    history: history?.series.some(({ points }) => points.some(({ listed }) => listed !== 0)) ? history : null,
    table: {
      ...table,
      rows: [...table.rows.filter(isNearest), ...table.rows.filter((row) => !isNearest(row))],
    },
    rules: isStore ? ruleWords(edition, VOICE) : transferWords(edition, VOICE),
    // Egress is billed by the provider's transfer table.
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
