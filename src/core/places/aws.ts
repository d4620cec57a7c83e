/** Amazon Web Services: its regions, the zones that hold S3 Express One Zone, and CloudFront. */
import { placesOf } from './place.ts';
import type { Place, PlaceRow } from './place.ts';

const REGIONS: readonly PlaceRow[] = [
  ['us-east-1', 'Ashburn'],
  ['us-east-2', 'Columbus'],
  ['us-west-1', 'Northern California'],
  ['us-west-2', 'Boardman'],
  ['us-gov-east-1', 'Columbus'],
  ['us-gov-west-1', 'Boardman'],
  ['ca-central-1', 'Montréal'],
  ['ca-west-1', 'Calgary'],
  ['mx-central-1', 'Querétaro'],
  ['sa-east-1', 'São Paulo'],
  ['eu-west-1', 'Dublin'],
  ['eu-west-2', 'London'],
  ['eu-west-3', 'Paris'],
  ['eu-central-1', 'Frankfurt'],
  ['eu-central-2', 'Zurich'],
  ['eu-north-1', 'Stockholm'],
  ['eu-south-1', 'Milan'],
  ['eu-south-2', 'Zaragoza'],
  ['af-south-1', 'Cape Town'],
  ['il-central-1', 'Tel Aviv'],
  ['me-central-1', 'Dubai'],
  ['me-south-1', 'Bahrain'],
  ['ap-east-1', 'Hong Kong'],
  ['ap-east-2', 'Taipei'],
  ['ap-northeast-1', 'Tokyo'],
  ['ap-northeast-2', 'Seoul'],
  ['ap-northeast-3', 'Osaka'],
  ['ap-south-1', 'Mumbai'],
  ['ap-south-2', 'Hyderabad'],
  ['ap-southeast-1', 'Singapore'],
  ['ap-southeast-2', 'Sydney'],
  ['ap-southeast-3', 'Jakarta'],
  ['ap-southeast-4', 'Melbourne'],
  ['ap-southeast-5', 'Kuala Lumpur'],
  ['ap-southeast-6', 'Auckland'],
  ['ap-southeast-7', 'Bangkok'],
];

/** Availability zones, by their account-independent id, in which S3 Express One Zone is offered. */
const EXPRESS_ZONES: Record<string, readonly string[]> = {
  'us-east-1': ['use1-az4', 'use1-az5', 'use1-az6'],
  'us-east-2': ['use2-az1', 'use2-az2'],
  'us-west-2': ['usw2-az1', 'usw2-az3', 'usw2-az4'],
  'eu-west-1': ['euw1-az1', 'euw1-az3'],
  'eu-north-1': ['eun1-az1', 'eun1-az2', 'eun1-az3'],
  'ap-northeast-1': ['apne1-az1', 'apne1-az4'],
  'ap-south-1': ['aps1-az1', 'aps1-az3'],
};

const regions = placesOf('aws', 'region', REGIONS);

const zones = regions.flatMap((region): Place[] =>
  (EXPRESS_ZONES[region.id.slice('aws/'.length)] ?? []).map((zone) => ({
    ...region,
    id: `${region.id}/${zone}`,
    kind: 'zone',
  })),
);

/** An edge near every reader; its coordinates only stand in where one point is needed. */
const cdn = placesOf('aws', 'cdn', [['cloudfront', 'Ashburn', null]]);

export const AWS_PLACES: readonly Place[] = [...regions, ...zones, ...cdn];
