/** Opens a container of Azure Blob Storage. */
import { endpointUrl } from '../endpoint.ts';
import { wayTo } from '../s3/way.ts';
import type { Connect, Destination, ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { refusalOf } from '../trust.ts';
import { findAzureAccess, type AzureAccess } from './azure-access.ts';
import { azureStore } from './azure-store.ts';

export interface AzureReach extends Destination {
  access: AzureAccess;
  url: URL;
}

/** Throws `StoreError` where keys or the address are missing. */
export function reachAzure(address: StoreAddress, { env, trusted }: OpenOptions): AzureReach {
  const access = findAzureAccess(env);
  const { source: keys, account, authorization, endpoint } = access;
  const text = address.endpoint ?? endpoint;
  const url = endpointUrl(text, address.store, 'https://ACCOUNT.blob.core.windows.net', true);
  const lent = {
    keys,
    isToken: authorization.kind === 'sas',
    isProviders: (hostname: string) => account !== null && isOfAccount(hostname, account),
    settings: [endpoint],
  };
  return { access, url, host: url.host, keys, refusal: refusalOf(url, lent, trusted) };
}

export function openAzure(
  { bucket }: StoreAddress,
  { access, url }: AzureReach,
  connect: Connect,
): ObjectStore {
  const way = wayTo(url, bucket, true, connect);
  // An emulator's address ends with the account.
  const root = `${url.pathname.replace(/\/$/, '')}${way.root}`;
  return azureStore({ ...way, root }, access.authorization);
}

const CLOUDS =
  /^(?:-secondary)?(?:\.z\d+)?\.blob\.(?:core\.windows\.net|core\.chinacloudapi\.cn|core\.usgovcloudapi\.net|storage\.azure\.net)$/;

/** Only of the person's own account: the accounts of others are hosts of Microsoft too. */
const isOfAccount = (hostname: string, account: string) =>
  hostname.startsWith(account.toLowerCase()) && CLOUDS.test(hostname.slice(account.length));
