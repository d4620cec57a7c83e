import { loadArchive } from '#catalog/from-files.ts';
import { priceHistory } from '#web/prices/price-history.ts';
import { editionPage, tableIds } from '#web/prices/edition-page.ts';
import type { PageServerLoad } from './$types';

const archive = loadArchive('.');

export const entries = () =>
  tableIds(archive).map((id) => {
    const [provider = '', store = ''] = id.split('/');
    return { provider, store };
  });

/** A store or a provider's transfer table: its newest edition, the others by name, and how its prices moved. */
export const load: PageServerLoad = ({ params }) => {
  const id = `${params.provider}/${params.store}`;
  return { ...editionPage(archive, id), history: priceHistory(archive, id, 'aws/us-east-1') };
};
