/** The address of a store as a person gives it. */
import { StoreError } from './store-error.ts';

/** Throws `StoreError` where it is none, or holds what belongs elsewhere. `like` is an example for one that is missing. */
export function endpointUrl(
  text: string | null | undefined,
  store: string,
  like: string,
  mayHavePath = false,
): URL {
  if (text == null)
    throw new StoreError(
      `the address of ${store} depends on your account; name it as endpoint (or in AWS_ENDPOINT_URL), like ${like}`,
    );
  const url = URL.canParse(text) ? new URL(text) : null;
  // Other signs are no part of a name, and would be in a command that somebody copies.
  const isHost = url !== null && /^([\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname);
  if (!isHost || !/^https?:$/.test(url.protocol))
    throw new StoreError(`the endpoint of ${store} is no address; write it like https://s3.example.org`);
  if (url.username !== '' || url.password !== '')
    throw new StoreError(
      `the endpoint of ${store} holds a password; keys belong into the environment or a profile`,
    );
  if ((url.pathname !== '/' && !mayHavePath) || url.search !== '')
    throw new StoreError(`the endpoint of ${store} has a path; name the bucket on its own`);
  return url;
}
