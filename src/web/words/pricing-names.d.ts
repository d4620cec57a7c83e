/** Made from `pricing/<provider>/<store>/store.yaml` and `pricing/places/providers.json` when the page is built. */
declare module 'virtual:names' {
  /** Short names by store. */
  export const STORE_NAMES: Readonly<Record<string, string>>;
  /** Names by provider. */
  export const PROVIDER_NAMES: Readonly<Record<string, string>>;
}
