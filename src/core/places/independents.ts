/** Cloudflare, Tigris, Backblaze, Wasabi, Vultr, and the runtimes that measured from them. */
import { placesOf } from './place.ts';
import type { Place } from './place.ts';

/** R2's hints are areas; each stands at a large city of its area and promises no jurisdiction. */
const cloudflare: Place[] = [
  ...placesOf('cloudflare', 'hint', [
    ['wnam', 'R2, Western North America', 37.3, -121.9, null],
    ['enam', 'R2, Eastern North America', 39.0, -77.5, null],
    ['weur', 'R2, Western Europe', 48.9, 2.4, null],
    ['eeur', 'R2, Eastern Europe', 52.2, 21.0, null],
    ['apac', 'R2, Asia-Pacific', 1.3, 103.8, null],
    ['oc', 'R2, Oceania', -33.9, 151.2, null],
  ]),
  ...placesOf('cloudflare', 'jurisdiction', [
    ['eu', 'R2, European Union', 50.1, 8.7, 'EU'],
    ['us', 'R2, United States', 39.0, -77.5, 'US'],
    ['fedramp', 'R2, FedRAMP', 39.0, -77.5, 'US'],
  ]),
];

/** A multi-region stands at one of its regions. */
const tigris: Place[] = [
  ...placesOf('tigris', 'global', [
    ['global', 'Tigris, near each reader', 39.0, -77.5, null],
    ['dual-region', 'Tigris, two regions of choice', 39.0, -77.5, null],
  ]),
  ...placesOf('tigris', 'multi-region', [
    ['usa', 'Tigris USA (San Jose, Chicago, Ashburn)', 41.9, -87.6, 'US'],
    ['eur', 'Tigris EUR (Amsterdam, Frankfurt)', 50.1, 8.7, 'EU'],
  ]),
  ...placesOf('tigris', 'region', [
    ['iad', 'Tigris Ashburn', 39.0, -77.5, 'US'],
    ['ord', 'Tigris Chicago', 41.9, -87.6, 'US'],
    ['sjc', 'Tigris San Jose', 37.3, -121.9, 'US'],
    ['ams', 'Tigris Amsterdam', 52.4, 4.9, 'NL'],
    ['fra', 'Tigris Frankfurt', 50.1, 8.7, 'DE'],
  ]),
];

const backblaze = placesOf('backblaze', 'region', [
  ['us-west', 'B2 US West (Sacramento)', 38.6, -121.5, 'US'],
  ['us-east', 'B2 US East (Reston)', 39.0, -77.4, 'US'],
  ['ca-east', 'B2 Canada East (Toronto)', 43.7, -79.4, 'CA'],
  ['eu-central', 'B2 EU Central (Amsterdam)', 52.4, 4.9, 'NL'],
]);

const wasabi = placesOf('wasabi', 'region', [
  ['us-east-1', 'Wasabi US East 1 (N. Virginia)', 39.0, -77.5, 'US'],
  ['us-east-2', 'Wasabi US East 2 (N. Virginia)', 38.8, -77.5, 'US'],
  ['us-central-1', 'Wasabi US Central 1 (Texas)', 33.0, -96.7, 'US'],
  ['us-west-1', 'Wasabi US West 1 (Oregon)', 45.5, -122.9, 'US'],
  ['us-west-2', 'Wasabi US West 2 (San Jose)', 37.3, -121.9, 'US'],
  ['ca-central-1', 'Wasabi CA Central 1 (Toronto)', 43.7, -79.4, 'CA'],
  ['eu-central-1', 'Wasabi EU Central 1 (Amsterdam)', 52.4, 4.9, 'NL'],
  ['eu-central-2', 'Wasabi EU Central 2 (Frankfurt)', 50.1, 8.7, 'DE'],
  ['eu-west-1', 'Wasabi EU West 1 (United Kingdom)', 51.5, -0.1, 'GB'],
  ['eu-west-2', 'Wasabi EU West 2 (Paris)', 48.9, 2.4, 'FR'],
  ['eu-west-3', 'Wasabi EU West 3 (United Kingdom)', 51.5, -0.1, 'GB'],
  ['eu-south-1', 'Wasabi EU South 1 (Milan)', 45.5, 9.2, 'IT'],
  ['ap-northeast-1', 'Wasabi AP Northeast 1 (Tokyo)', 35.7, 139.7, 'JP'],
  ['ap-northeast-2', 'Wasabi AP Northeast 2 (Osaka)', 34.7, 135.5, 'JP'],
  ['ap-southeast-1', 'Wasabi AP Southeast 1 (Singapore)', 1.3, 103.8, 'SG'],
  ['ap-southeast-2', 'Wasabi AP Southeast 2 (Sydney)', -33.9, 151.2, 'AU'],
]);

const vultr = placesOf('vultr', 'region', [
  ['ewr', 'Vultr New Jersey', 40.7, -74.2, 'US'],
  ['ord', 'Vultr Chicago', 41.9, -87.6, 'US'],
  ['dfw', 'Vultr Dallas', 32.8, -96.8, 'US'],
  ['atl', 'Vultr Atlanta', 33.7, -84.4, 'US'],
  ['mia', 'Vultr Miami', 25.8, -80.2, 'US'],
  ['sea', 'Vultr Seattle', 47.6, -122.3, 'US'],
  ['sjc', 'Vultr Silicon Valley', 37.3, -121.9, 'US'],
  ['lax', 'Vultr Los Angeles', 34.1, -118.2, 'US'],
  ['ams', 'Vultr Amsterdam', 52.4, 4.9, 'NL'],
  ['fra', 'Vultr Frankfurt', 50.1, 8.7, 'DE'],
  ['lhr', 'Vultr London', 51.5, -0.1, 'GB'],
  ['cdg', 'Vultr Paris', 48.9, 2.4, 'FR'],
  ['blr', 'Vultr Bangalore', 13.0, 77.6, 'IN'],
  ['del', 'Vultr Delhi NCR', 28.6, 77.2, 'IN'],
  ['sgp', 'Vultr Singapore', 1.3, 103.8, 'SG'],
  ['nrt', 'Vultr Tokyo', 35.7, 139.7, 'JP'],
  ['syd', 'Vultr Sydney', -33.9, 151.2, 'AU'],
]);

const prisma = placesOf('prisma', 'runtime', [
  ['fra', 'Prisma Compute, Frankfurt', 50.1, 8.7, 'DE'],
  ['par', 'Prisma Compute, Paris', 48.9, 2.4, 'FR'],
  ['sin', 'Prisma Compute, Singapore', 1.3, 103.8, 'SG'],
  ['tyo', 'Prisma Compute, Tokyo', 35.7, 139.7, 'JP'],
  ['iad', 'Prisma Compute, N. Virginia', 39.0, -77.5, 'US'],
  ['sfo', 'Prisma Compute, N. California', 37.8, -122.4, 'US'],
]);

export const INDEPENDENT_PLACES: readonly Place[] = [
  ...cloudflare,
  ...tigris,
  ...backblaze,
  ...wasabi,
  ...vultr,
  ...prisma,
];
