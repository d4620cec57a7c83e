/** Google Cloud: its regions, and the dual- and multi-regions of Cloud Storage, which stand at one of their regions. */
import { placesOf } from './place.ts';
import type { Place, PlaceRow } from './place.ts';

const REGIONS: readonly PlaceRow[] = [
  ['us-central1', 'Council Bluffs'],
  ['us-east1', 'South Carolina'],
  ['us-east4', 'Ashburn'],
  ['us-east5', 'Columbus'],
  ['us-south1', 'Dallas'],
  ['us-west1', 'The Dalles'],
  ['us-west2', 'Los Angeles'],
  ['us-west3', 'Salt Lake City'],
  ['us-west4', 'Las Vegas'],
  ['northamerica-northeast1', 'Montréal'],
  ['northamerica-northeast2', 'Toronto'],
  ['northamerica-south1', 'Querétaro'],
  ['southamerica-east1', 'São Paulo'],
  ['southamerica-west1', 'Santiago'],
  ['europe-central2', 'Warsaw'],
  ['europe-north1', 'Hamina'],
  ['europe-north2', 'Stockholm'],
  ['europe-southwest1', 'Madrid'],
  ['europe-west1', 'St. Ghislain'],
  ['europe-west2', 'London'],
  ['europe-west3', 'Frankfurt'],
  ['europe-west4', 'Eemshaven'],
  ['europe-west6', 'Zurich'],
  ['europe-west8', 'Milan'],
  ['europe-west9', 'Paris'],
  ['europe-west10', 'Berlin'],
  ['europe-west12', 'Turin'],
  ['asia-east1', 'Changhua'],
  ['asia-east2', 'Hong Kong'],
  ['asia-northeast1', 'Tokyo'],
  ['asia-northeast2', 'Osaka'],
  ['asia-northeast3', 'Seoul'],
  ['asia-south1', 'Mumbai'],
  ['asia-south2', 'Delhi'],
  ['asia-southeast1', 'Singapore'],
  ['asia-southeast2', 'Jakarta'],
  ['australia-southeast1', 'Sydney'],
  ['australia-southeast2', 'Melbourne'],
  ['me-central1', 'Doha'],
  ['me-central2', 'Dammam'],
  ['me-west1', 'Tel Aviv'],
  ['africa-south1', 'Johannesburg'],
];

/** Each dual-region also by the name it has here with turbo replication. */
const DUAL_REGIONS = (
  [
    ['nam4', 'Council Bluffs'],
    ['eur4', 'Eemshaven', 'EU'],
    ['asia1', 'Tokyo'],
  ] satisfies PlaceRow[]
).flatMap(([id, ...where]): PlaceRow[] => [
  [id, ...where],
  [`${id}-turbo`, ...where],
]);

export const GOOGLE_PLACES: readonly Place[] = [
  ...placesOf('google', 'region', REGIONS),
  ...placesOf('google', 'multi-region', [
    ['us', 'Council Bluffs'],
    ['eu', 'St. Ghislain', 'EU'],
    ['asia', 'Changhua', null],
    ['us-central1-us-west1', 'Council Bluffs'],
    ...DUAL_REGIONS,
  ]),
];
