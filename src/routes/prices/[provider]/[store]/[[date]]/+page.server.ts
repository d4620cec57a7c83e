import { loadArchive } from '#catalog/from-files.ts';
import { editionDates, editionPage, tableIds } from '#web/prices/store/edition-page.ts';
import type { PageServerLoad } from './$types';

const archive = loadArchive('.');

export const entries = () =>
  tableIds(archive).flatMap((id) => {
    const [provider = '', store = ''] = id.split('/');
    return ['', ...editionDates(archive, id)].map((date) => ({ provider, store, date }));
  });

/** A store or a provider's transfer table, by its newest edition or by the one of a date. */
export const load: PageServerLoad = ({ params: { provider, store, date } }) => ({
  ...editionPage(archive, `${provider}/${store}`, date),
  isDated: date !== undefined,
});
