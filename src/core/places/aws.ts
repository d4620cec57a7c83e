/** Amazon Web Services: its regions, the zones that hold S3 Express One Zone, and CloudFront. */
import { placesOf } from './place.ts';
import type { Place, PlaceRow } from './place.ts';

const REGIONS: readonly PlaceRow[] = [
  ['us-east-1', 'US East (N. Virginia)', 39.0, -77.5, 'US'],
  ['us-east-2', 'US East (Ohio)', 40.0, -83.0, 'US'],
  ['us-west-1', 'US West (N. California)', 37.4, -121.9, 'US'],
  ['us-west-2', 'US West (Oregon)', 45.8, -119.7, 'US'],
  ['us-gov-east-1', 'GovCloud (US-East)', 40.0, -83.0, 'US'],
  ['us-gov-west-1', 'GovCloud (US-West)', 45.8, -119.7, 'US'],
  ['ca-central-1', 'Canada (Central)', 45.5, -73.6, 'CA'],
  ['ca-west-1', 'Canada West (Calgary)', 51.0, -114.1, 'CA'],
  ['mx-central-1', 'Mexico (Central)', 20.6, -100.4, 'MX'],
  ['sa-east-1', 'South America (São Paulo)', -23.5, -46.6, 'BR'],
  ['eu-west-1', 'Europe (Ireland)', 53.3, -6.3, 'IE'],
  ['eu-west-2', 'Europe (London)', 51.5, -0.1, 'GB'],
  ['eu-west-3', 'Europe (Paris)', 48.9, 2.4, 'FR'],
  ['eu-central-1', 'Europe (Frankfurt)', 50.1, 8.7, 'DE'],
  ['eu-central-2', 'Europe (Zurich)', 47.4, 8.5, 'CH'],
  ['eu-north-1', 'Europe (Stockholm)', 59.3, 18.1, 'SE'],
  ['eu-south-1', 'Europe (Milan)', 45.5, 9.2, 'IT'],
  ['eu-south-2', 'Europe (Spain)', 41.6, -0.9, 'ES'],
  ['af-south-1', 'Africa (Cape Town)', -33.9, 18.4, 'ZA'],
  ['il-central-1', 'Israel (Tel Aviv)', 32.1, 34.8, 'IL'],
  ['me-central-1', 'Middle East (UAE)', 25.2, 55.3, 'AE'],
  ['me-south-1', 'Middle East (Bahrain)', 26.2, 50.6, 'BH'],
  ['ap-east-1', 'Asia Pacific (Hong Kong)', 22.3, 114.2, 'HK'],
  ['ap-east-2', 'Asia Pacific (Taipei)', 25.0, 121.6, 'TW'],
  ['ap-northeast-1', 'Asia Pacific (Tokyo)', 35.7, 139.7, 'JP'],
  ['ap-northeast-2', 'Asia Pacific (Seoul)', 37.6, 127.0, 'KR'],
  ['ap-northeast-3', 'Asia Pacific (Osaka)', 34.7, 135.5, 'JP'],
  ['ap-south-1', 'Asia Pacific (Mumbai)', 19.1, 72.9, 'IN'],
  ['ap-south-2', 'Asia Pacific (Hyderabad)', 17.4, 78.5, 'IN'],
  ['ap-southeast-1', 'Asia Pacific (Singapore)', 1.3, 103.8, 'SG'],
  ['ap-southeast-2', 'Asia Pacific (Sydney)', -33.9, 151.2, 'AU'],
  ['ap-southeast-3', 'Asia Pacific (Jakarta)', -6.2, 106.8, 'ID'],
  ['ap-southeast-4', 'Asia Pacific (Melbourne)', -37.8, 145.0, 'AU'],
  ['ap-southeast-5', 'Asia Pacific (Malaysia)', 3.1, 101.7, 'MY'],
  ['ap-southeast-6', 'Asia Pacific (New Zealand)', -36.9, 174.8, 'NZ'],
  ['ap-southeast-7', 'Asia Pacific (Thailand)', 13.8, 100.5, 'TH'],
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
    name: `${region.name}, zone ${zone}`,
    kind: 'zone',
  })),
);

/** An edge near every reader; its coordinates only stand in where one point is needed. */
const cdn = placesOf('aws', 'cdn', [['cloudfront', 'Amazon CloudFront', 39.0, -77.5, null]]);

export const AWS_PLACES: readonly Place[] = [...regions, ...zones, ...cdn];
