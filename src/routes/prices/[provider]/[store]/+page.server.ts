import { loadArchive } from '#catalog/from-files.ts';
import { editionPage, tableIds } from '#web/prices/store/edition-page.ts';
import type { PageServerLoad } from './$types';

const archive = loadArchive('.');

export const entries = () =>
  tableIds(archive).map((id) => {
    const [provider = '', store = ''] = id.split('/');
    return { provider, store };
  });

/** A store or a provider's transfer table, by its newest edition. */
export const load: PageServerLoad = ({ params }) =>
  editionPage(archive, `${params.provider}/${params.store}`);
