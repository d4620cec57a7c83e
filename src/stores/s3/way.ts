/** How requests reach a bucket: over which client, at which host, before which path. */
import type { HttpClient, Origin } from '../http/exchange.ts';
import { encodePart } from './signature.ts';

export interface Way {
  client: HttpClient;
  protocol: Origin['protocol'];
  /** As the Host header names it. */
  host: string;
  /** What stands before the key's slash. */
  root: string;
}

/** `pathStyle`: the bucket in the path instead of the host name. */
export function wayTo(
  endpoint: URL,
  bucket: string,
  pathStyle: boolean,
  connect: (origin: Origin) => HttpClient,
): Way {
  const host = pathStyle ? endpoint.host : `${bucket}.${endpoint.host}`;
  const protocol = endpoint.protocol === 'https:' ? 'https:' : 'http:';
  const client = connect({
    protocol,
    hostname: new URL(`${protocol}//${host}`).hostname.replace(/^\[|\]$/g, ''),
    port: Number(endpoint.port) || (protocol === 'https:' ? 443 : 80),
  });
  return { client, protocol, host, root: pathStyle ? `/${encodePart(bucket)}` : '' };
}
