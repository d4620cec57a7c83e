/** Who pays for bytes on the road, by the rules of the design's sections 1 and 6. */
import { findPlace } from '#core/places.ts';
import type { Destination } from '#core/pricing/bills/usage.ts';

export interface Address {
  provider: string;
  region: string;
}

/** `aws/us-east-1/use1-az4`, or a store with its region. */
export function addressOf(place: string): Address {
  const parts = place.split('/');
  return { provider: parts[0] ?? '', region: parts[1] ?? '' };
}

/** How egress from one address to another is billed: another cloud is the internet, in its own country. */
export function road(from: Address, to: Address): Destination {
  if (to.provider === from.provider) return to.region === from.region ? 'same-region' : { region: to.region };
  const country = findPlace(`${to.provider}/${to.region}`)?.jurisdiction ?? 'EU';
  if (country !== 'EU') return { internet: country };
  return to.provider === 'internet' ? { internet: to.region } : 'internet';
}

/** Where a CDN answers the readers that come through it here. */
export function edgesNear(place: string, cdn: string): string {
  if (place === 'internet/europe' || place === 'internet/DE') return 'europe';
  if (place === 'internet/north-america') return cdn === 'aws/cloudfront' ? 'united-states' : 'north-america';
  throw new RangeError(`no edges are known near ${place}`);
}
