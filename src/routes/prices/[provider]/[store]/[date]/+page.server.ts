import { loadArchive } from '#catalog/from-files.ts';
import { editionDates, editionPage, tableIds } from '#web/prices/store/edition-page.ts';
import type { PageServerLoad } from './$types';

const archive = loadArchive('.');

export const entries = () =>
  tableIds(archive).flatMap((id) => {
    const [provider = '', store = ''] = id.split('/');
    return editionDates(archive, id).map((date) => ({ provider, store, date }));
  });

/** One edition by its date. */
export const load: PageServerLoad = ({ params }) =>
  editionPage(archive, `${params.provider}/${params.store}`, params.date);
