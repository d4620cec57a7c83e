/**
 * Which hosts a person's keys may be used at. A plan may be a text of somebody else's and name any host: keys are used at the
 * provider's own hosts, at those of the person's own settings, and at those that the person trusts by name.
 */

/** Keys, and where they may be used. */
export interface Lent {
  /** In words, and never the keys themselves: `profile r2`. */
  keys: string;
  /** A token (bearer, SAS, session) serves whoever holds it; a signature serves for the one request. */
  isToken: boolean;
  /** Whether a host is one of the provider's. */
  isProviders: (hostname: string) => boolean;
  /** Endpoints of the person's settings: the environment, a profile, a connection string. */
  settings: readonly (string | null)[];
}

/**
 * Why the keys are not sent to `url`; null where they are. Loopback is the person's own machine: signatures go there, and
 * tokens once the person names it. `trusted` are hosts, with their port or for all ports.
 */
export function refusalOf(
  url: URL,
  { keys, isToken, isProviders, settings }: Lent,
  trusted: readonly string[] = [],
): string | null {
  const isHere = isLoopback(url.hostname);
  if (isToken && url.protocol === 'http:' && !isHere)
    return `${url.host} would get a token (${keys}) in clear text; name it with https`;
  if ((isHere && !isToken) || isProviders(url.hostname)) return null;
  const own = settings.flatMap((one) => (one !== null && URL.canParse(one) ? [new URL(one).host] : []));
  if (own.includes(url.host) || trusted.some((one) => isNamed(url, one))) return null;
  return `${url.host} is not known as a host of the provider, so your keys (${keys}) are not used there; to use them, say --trust-endpoint ${url.host}`;
}

function isNamed({ host, hostname }: URL, trusted: string): boolean {
  const name = trusted.toLowerCase();
  return name === host || name === hostname;
}

export const isLoopback = (hostname: string): boolean =>
  /^127(\.\d+){3}$|^\[::1\]$|^(.+\.)?localhost$/.test(hostname);
