/** The ways in which stores are spoken to. */

export const STORE_APIS = ['s3', 'azure', 'google'] as const;
export type StoreApi = (typeof STORE_APIS)[number];

/** The provider's own: S3 for all but Microsoft and Google. `store` is an id such as `aws/s3-standard`. */
export function apiOf(store: string): StoreApi {
  const [provider] = store.split('/');
  return provider === 'azure' || provider === 'google' ? provider : 's3';
}
