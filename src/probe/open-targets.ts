/** Drivers for the targets of a plan, with the person's own keys. */
import { loadClient } from '#stores/clients.ts';
import type { ObjectStore } from '#stores/store.ts';
import type { JournalTarget } from './kept/journal.ts';
import type { OpenGiven } from './workers/messages.ts';

/** Where a target does not say its region. */
const SOME_REGION = 'us-east-1';

/** Throws `ClientError` where the client of the plan is not installed. */
export async function opener({ client, ...options }: OpenGiven): Promise<(at: JournalTarget) => ObjectStore> {
  const openBy = await loadClient(client);
  return ({ store, region, bucket, endpoint, pathStyle, profile, api }) =>
    openBy({ store, region: region ?? SOME_REGION, bucket, endpoint, pathStyle, profile, api }, options);
}
