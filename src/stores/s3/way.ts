/** How requests reach a bucket: over which client, at which host, before which path. */
import type { HttpClient, Origin } from '../http/exchange.ts';
import { StoreError } from '../store-error.ts';
import { encodePart } from './signature.ts';

export interface Way {
  client: HttpClient;
  protocol: Origin['protocol'];
  /** As the Host header names it. */
  host: string;
  /** What stands before the key's slash. */
  root: string;
}

/** `pathStyle`: the bucket in the path instead of the host name. Throws `StoreError` where it cannot be part of one. */
export function wayTo(
  endpoint: URL,
  bucket: string,
  pathStyle: boolean,
  connect: (origin: Origin) => HttpClient,
): Way {
  // A slash, a colon or a hash in its name would make the host another one.
  if (!pathStyle && !/^[\w.-]+$/.test(bucket))
    throw new StoreError(
      `"${bucket}" is not the name of a bucket, which has letters, digits, dots and hyphens`,
    );
  const host = pathStyle ? endpoint.host : `${bucket}.${endpoint.host}`;
  const protocol = endpoint.protocol === 'https:' ? 'https:' : 'http:';
  const client = connect({
    protocol,
    hostname: new URL(`${protocol}//${host}`).hostname.replace(/^\[|\]$/g, ''),
    port: Number(endpoint.port) || (protocol === 'https:' ? 443 : 80),
  });
  return { client, protocol, host, root: pathStyle ? `/${encodePart(bucket)}` : '' };
}
