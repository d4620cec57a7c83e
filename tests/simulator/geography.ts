/** Who pays for bytes on the road, by the rules of the design's sections 1 and 6. */
import type { Destination } from '#core/pricing/usage.ts';

export interface Address {
  provider: string;
  region: string;
}

/** `aws/us-east-1/use1-az4`, or a store with its region. */
export function addressOf(place: string): Address {
  const parts = place.split('/');
  return { provider: parts[0] ?? '', region: parts[1] ?? '' };
}

/** How egress from one address to another is billed: another cloud is the internet. */
export function road(from: Address, to: Address): Destination {
  if (to.provider !== from.provider) return 'internet';
  return to.region === from.region ? 'same-region' : { region: to.region };
}
