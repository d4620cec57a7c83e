/** `aws/s3-standard@us-east-1`, or the store alone: how people and plans name a store in a region. */
export interface StoreChoice {
  store: string;
  region?: string;
}

/** All that follows the first `@` is the region, so that one too many names none that there is. */
export function splitRef(ref: string): StoreChoice {
  const at = ref.indexOf('@');
  return at < 0 ? { store: ref } : { store: ref.slice(0, at), region: ref.slice(at + 1) };
}
