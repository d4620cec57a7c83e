/** Cloudflare, Tigris, Backblaze, Wasabi, Vultr, and the runtimes that measured from them. */
import { placesOf } from './place.ts';
import type { Place } from './place.ts';

/** R2's hints are areas; each stands at a large city of its area and promises no jurisdiction. */
const cloudflare: Place[] = [
  ...placesOf('cloudflare', 'hint', [
    ['wnam', 'San Jose', null],
    ['enam', 'Ashburn', null],
    ['weur', 'Paris', null],
    ['eeur', 'Warsaw', null],
    ['apac', 'Singapore', null],
    ['oc', 'Sydney', null],
  ]),
  ...placesOf('cloudflare', 'jurisdiction', [
    ['eu', 'Frankfurt', 'EU'],
    ['us', 'Ashburn'],
    ['fedramp', 'Ashburn'],
  ]),
];

/** A multi-region stands at one of its regions. */
const tigris: Place[] = [
  ...placesOf('tigris', 'global', [
    ['global', 'Ashburn', null],
    ['dual-region', 'Ashburn', null],
    ['three-region', 'Ashburn', null],
  ]),
  ...placesOf('tigris', 'multi-region', [
    ['usa', 'Chicago'],
    ['eur', 'Frankfurt', 'EU'],
  ]),
  ...placesOf('tigris', 'region', [
    ['iad', 'Ashburn'],
    ['ord', 'Chicago'],
    ['sjc', 'San Jose'],
    ['ams', 'Amsterdam'],
    ['fra', 'Frankfurt'],
  ]),
];

const backblaze = placesOf('backblaze', 'region', [
  ['us-west', 'Sacramento'],
  ['us-east', 'Reston'],
  ['ca-east', 'Toronto'],
  ['eu-central', 'Amsterdam'],
]);

const wasabi = placesOf('wasabi', 'region', [
  ['us-east-1', 'Ashburn'],
  ['us-east-2', 'Manassas'],
  ['us-central-1', 'Plano'],
  ['us-west-1', 'Hillsboro'],
  ['us-west-2', 'San Jose'],
  ['ca-central-1', 'Toronto'],
  ['eu-central-1', 'Amsterdam'],
  ['eu-central-2', 'Frankfurt'],
  ['eu-west-1', 'London'],
  ['eu-west-2', 'Paris'],
  ['eu-west-3', 'London'],
  ['eu-south-1', 'Milan'],
  ['ap-northeast-1', 'Tokyo'],
  ['ap-northeast-2', 'Osaka'],
  ['ap-southeast-1', 'Singapore'],
  ['ap-southeast-2', 'Sydney'],
]);

const vultr = placesOf('vultr', 'region', [
  ['ewr', 'Newark'],
  ['ord', 'Chicago'],
  ['dfw', 'Dallas'],
  ['atl', 'Atlanta'],
  ['mia', 'Miami'],
  ['sea', 'Seattle'],
  ['sjc', 'San Jose'],
  ['lax', 'Los Angeles'],
  ['ams', 'Amsterdam'],
  ['fra', 'Frankfurt'],
  ['lhr', 'London'],
  ['cdg', 'Paris'],
  ['blr', 'Bangalore'],
  ['del', 'Delhi'],
  ['sgp', 'Singapore'],
  ['nrt', 'Tokyo'],
  ['syd', 'Sydney'],
]);

const prisma = placesOf('prisma', 'runtime', [
  ['fra', 'Frankfurt'],
  ['par', 'Paris'],
  ['sin', 'Singapore'],
  ['tyo', 'Tokyo'],
  ['iad', 'Ashburn'],
  ['sfo', 'San Francisco'],
]);

export const INDEPENDENT_PLACES: readonly Place[] = [
  ...cloudflare,
  ...tigris,
  ...backblaze,
  ...wasabi,
  ...vultr,
  ...prisma,
];
