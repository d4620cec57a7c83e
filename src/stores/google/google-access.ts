/** Google's keys from where people keep them (Google, "How Application Default Credentials works"). */
import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readText } from '#catalog/read-text.ts';
import { jsonOf } from '../ask.ts';
import type { Environment } from '../access.ts';
import type { Secret } from '../secret.ts';
import { StoreError } from '../store-error.ts';
import { GoogleKeyFile, NO_BEARER, bearer, metadataRequest, tokenRequest } from './bearer.ts';
import type { BearerSource } from './bearer.ts';

export interface GoogleAccess {
  /** Where the keys were found, in words; null where none are sent (an emulator). */
  source: string | null;
  bearer: BearerSource;
  /** Whose a new bucket is. */
  project: string | null;
  /** Of an emulator. */
  endpoint: string | null;
}

const MOST_BYTES = 64 * 1024;
const METADATA_HOST = 'metadata.google.internal';

/**
 * Keys of the file that GOOGLE_APPLICATION_CREDENTIALS names, else of gcloud's, else of the machine's own role; none for
 * STORAGE_EMULATOR_HOST. Throws `StoreError` where a file is not what it should be.
 */
export function findGoogleAccess(env: Environment, home: string): GoogleAccess {
  const project = env.GOOGLE_CLOUD_PROJECT?.trim() || null;
  const emulator = env.STORAGE_EMULATOR_HOST?.trim();
  if (emulator) {
    const endpoint = /^https?:/.test(emulator) ? emulator : `http://${emulator}`;
    return { source: null, bearer: NO_BEARER, project: project ?? 'emulated', endpoint };
  }
  const named = env.GOOGLE_APPLICATION_CREDENTIALS?.trim();
  if (named && !existsSync(named))
    throw new StoreError(`GOOGLE_APPLICATION_CREDENTIALS names ${named}, and there is no such file`);
  const own = path.join(
    env.CLOUDSDK_CONFIG?.trim() || path.join(home, '.config/gcloud'),
    'application_default_credentials.json',
  );
  const file = named || (existsSync(own) ? own : null);
  if (file === null) {
    const host = env.GCE_METADATA_HOST?.trim() || METADATA_HOST;
    return {
      source: 'the role of this machine',
      bearer: bearer(() => metadataRequest(host)),
      project,
      endpoint: null,
    };
  }
  const parsed = GoogleKeyFile.safeParse(jsonOf(readText(file, MOST_BYTES)));
  if (!parsed.success)
    throw new StoreError(
      `${file} is no key of a service account or a user; make one with "gcloud auth application-default login"`,
    );
  const key = parsed.data;
  if (key.type === 'service_account') checkPrivateKey(file, key.private_key);
  const its = key.type === 'service_account' ? key.project_id : key.quota_project_id;
  return {
    source: named ? 'GOOGLE_APPLICATION_CREDENTIALS' : "gcloud's application default credentials",
    bearer: bearer(() => tokenRequest(key, Date.now())),
    project: project ?? its ?? null,
    endpoint: null,
  };
}

/** Throws `StoreError` for one that signs nothing. */
function checkPrivateKey(file: string, key: Secret): void {
  try {
    createPrivateKey(key.reveal());
  } catch {
    throw new StoreError(`${file}: its private_key is damaged; fetch the key file again, or make a new key`);
  }
}
