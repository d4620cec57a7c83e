/** DigitalOcean, Hetzner, Linode, Scaleway, OVHcloud, Oracle, Bunny, Fastly: regions in which they keep objects. */
import { placesOf } from './place.ts';
import type { Place } from './place.ts';

const digitalocean = placesOf('digitalocean', 'region', [
  ['nyc3', 'New York'],
  ['ams3', 'Amsterdam'],
  ['sfo2', 'San Francisco'],
  ['sfo3', 'San Francisco'],
  ['sgp1', 'Singapore'],
  ['lon1', 'London'],
  ['fra1', 'Frankfurt'],
  ['tor1', 'Toronto'],
  ['blr1', 'Bangalore'],
  ['syd1', 'Sydney'],
  ['atl1', 'Atlanta'],
]);

const hetzner = placesOf('hetzner', 'region', [
  ['fsn1', 'Falkenstein'],
  ['nbg1', 'Nuremberg'],
  ['hel1', 'Helsinki'],
]);

const linode = placesOf('linode', 'region', [
  ['nl-ams', 'Amsterdam'],
  ['us-southeast', 'Atlanta'],
  ['in-maa', 'Chennai'],
  ['us-ord', 'Chicago'],
  ['eu-central', 'Frankfurt'],
  ['id-cgk', 'Jakarta'],
  ['us-lax', 'Los Angeles'],
  ['us-mia', 'Miami'],
  ['it-mil', 'Milan'],
  ['us-east', 'Newark'],
  ['jp-osa', 'Osaka'],
  ['fr-par', 'Paris'],
  ['br-gru', 'São Paulo'],
  ['us-sea', 'Seattle'],
  ['ap-south', 'Singapore'],
  ['se-sto', 'Stockholm'],
  ['us-iad', 'Ashburn'],
]);

const scaleway = placesOf('scaleway', 'region', [
  ['fr-par', 'Paris'],
  ['nl-ams', 'Amsterdam'],
  ['pl-waw', 'Warsaw'],
]);

const ovh = placesOf('ovh', 'region', [
  ['gra', 'Gravelines'],
  ['rbx', 'Roubaix'],
  ['sbg', 'Strasbourg'],
  ['de', 'Limburg'],
  ['waw', 'Warsaw'],
]);

const oracle = placesOf('oracle', 'region', [
  ['us-ashburn-1', 'Ashburn'],
  ['us-phoenix-1', 'Phoenix'],
  ['us-sanjose-1', 'San Jose'],
  ['us-chicago-1', 'Chicago'],
  ['ca-toronto-1', 'Toronto'],
  ['ca-montreal-1', 'Montréal'],
  ['uk-london-1', 'London'],
  ['eu-frankfurt-1', 'Frankfurt'],
  ['eu-amsterdam-1', 'Amsterdam'],
  ['eu-paris-1', 'Paris'],
  ['eu-madrid-1', 'Madrid'],
  ['eu-milan-1', 'Milan'],
  ['eu-stockholm-1', 'Stockholm'],
  ['ap-tokyo-1', 'Tokyo'],
  ['ap-singapore-1', 'Singapore'],
  ['ap-mumbai-1', 'Mumbai'],
  ['ap-sydney-1', 'Sydney'],
  ['sa-saopaulo-1', 'São Paulo'],
]);

const bunny = placesOf('bunny', 'region', [
  ['de', 'Frankfurt'],
  ['uk', 'London'],
  ['se', 'Stockholm'],
  ['ny', 'New York'],
  ['la', 'Los Angeles'],
  ['sg', 'Singapore'],
  ['jh', 'Johannesburg'],
]);

/** Fastly names areas; each stands at a large city of its area. */
const fastly = placesOf('fastly', 'region', [
  ['us-east', 'Ashburn'],
  ['us-west', 'San Jose'],
  ['eu-central', 'Frankfurt', null],
]);

export const SMALLER_CLOUD_PLACES: readonly Place[] = [
  ...digitalocean,
  ...hetzner,
  ...linode,
  ...scaleway,
  ...ovh,
  ...oracle,
  ...bunny,
  ...fastly,
];
