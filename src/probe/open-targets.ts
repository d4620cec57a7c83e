/** Drivers for the targets of a plan, with the person's own keys. */
import { loadClient } from '#stores/clients.ts';
import { destinationOf } from '#stores/open-store.ts';
import { StoreError } from '#stores/store-error.ts';
import type { Destination, ObjectStore, StoreAddress } from '#stores/store.ts';
import type { JournalTarget } from './kept/journal.ts';
import type { ProbePlan, ProbeTarget } from './plan/plan-file.ts';
import { ownBucket } from './run.ts';
import type { OpenGiven } from './workers/messages.ts';

/** Where a target does not say its region. */
const SOME_REGION = 'us-east-1';

/**
 * Throws `ClientError` where the client of the plan is not installed, `StoreError` where Node is told to accept any
 * certificate.
 */
export async function opener({ client, ...options }: OpenGiven): Promise<(at: JournalTarget) => ObjectStore> {
  if (options.env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new StoreError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody on the way stand in for a store; unset it, or name the authority of your server in NODE_EXTRA_CA_CERTS',
    );
  const openBy = await loadClient(client);
  return (at) => openBy(addressOf(at, at.bucket), options);
}

/** Where the requests for a target go; `bucket` is null where the probe makes one. */
export interface TargetDestination extends Omit<Destination, 'host'> {
  /** Null where nobody knows it yet: the refusal says why. */
  host: string | null;
  bucket: string | null;
}

/** Of each target of the plan, in its order. Sends nothing. */
export function destinationsOf({ targets, from }: ProbePlan, options: OpenGiven): TargetDestination[] {
  return targets.map((target) => {
    const { bucket } = target;
    try {
      const { host, keys, refusal } = destinationOf(
        addressOf(target, bucket ?? ownBucket(target, from, 'new')),
        options,
      );
      return { host, bucket, keys, refusal };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { host: null, bucket, keys: null, refusal: error.message };
    }
  });
}

const addressOf = (
  { store, region, endpoint, pathStyle, profile, api }: ProbeTarget | JournalTarget,
  bucket: string,
): StoreAddress => ({ store, region: region ?? SOME_REGION, bucket, endpoint, pathStyle, profile, api });
