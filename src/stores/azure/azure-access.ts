/** Azure's keys from where people keep them: a connection string, or account and key, or account and signature. */
import { given, type Environment } from '../access.ts';
import { Secret } from '../secret.ts';
import { StoreError } from '../store-error.ts';
import type { AzureAuthorization } from './authorization.ts';

export interface AzureAccess {
  /** Where the keys were found, in words. */
  source: string;
  account: string | null;
  authorization: AzureAuthorization;
  /** Of the account's blobs; may end with the account, as on an emulator. */
  endpoint: string;
}

const LOOKED =
  'AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_ACCOUNT with AZURE_STORAGE_KEY, and AZURE_STORAGE_ACCOUNT with AZURE_STORAGE_SAS_TOKEN';

/** Throws `StoreError` that names every place that was looked at. */
export function findAzureAccess(env: Environment): AzureAccess {
  const text = given(env, 'AZURE_STORAGE_CONNECTION_STRING');
  const parts = text === null ? new Map<string, string>() : connectionParts(text);
  const account = parts.get('accountname') ?? given(env, 'AZURE_STORAGE_ACCOUNT');
  const key = parts.get('accountkey') ?? given(env, 'AZURE_STORAGE_KEY');
  const sas = parts.get('sharedaccesssignature') ?? given(env, 'AZURE_STORAGE_SAS_TOKEN');
  const suffix = parts.get('endpointsuffix') ?? 'core.windows.net';
  const protocol = parts.get('defaultendpointsprotocol') ?? 'https';
  const endpoint =
    parts.get('blobendpoint') ?? (account === null ? null : `${protocol}://${account}.blob.${suffix}`);
  if (endpoint === null || !URL.canParse(endpoint))
    throw new StoreError(`no account was found in ${LOOKED}; set one of them`);
  const source =
    text === null
      ? key === null
        ? 'AZURE_STORAGE_SAS_TOKEN'
        : 'AZURE_STORAGE_KEY'
      : 'AZURE_STORAGE_CONNECTION_STRING';
  return { source, account, authorization: authorizationBy(account, key, sas), endpoint };
}

function authorizationBy(account: string | null, key: string | null, sas: string | null): AzureAuthorization {
  if (account !== null && key !== null) {
    if (!/^[A-Za-z0-9+/]+=*$/.test(key)) throw new StoreError(`the key of account ${account} is not base64`);
    return { kind: 'shared-key', account, key: new Secret(key) };
  }
  if (sas === null) throw new StoreError(`no key was found in ${LOOKED}; set one of them`);
  return { kind: 'sas', token: new Secret(sas.replace(/^\?/, '')) };
}

/** `AccountName=…;AccountKey=…`: the value may hold equals signs. */
function connectionParts(text: string): Map<string, string> {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part) => {
      const at = part.indexOf('=');
      if (at < 1) throw new StoreError('AZURE_STORAGE_CONNECTION_STRING is not name=value;name=value');
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    }),
  );
}
