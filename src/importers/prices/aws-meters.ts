/** What AWS calls the meters of each S3 class: usage types in offer files, rate names in the metered-unit map. */
import type { ListedUnit } from './price-list.ts';

export interface AwsMeter {
  meter: string;
  unit: ListedUnit;
  /** After the region's prefix: `TimedStorage-ByteHrs` of `USW2-TimedStorage-ByteHrs`. */
  usageType: string;
  /** Where one usage type covers several prices, the operation that tells them apart. */
  operation?: string;
  /** One name for each tier, in their order. */
  rateNames: readonly [string, ...string[]];
  /** Where those tiers end, in GB; the last has no end. */
  upTo?: readonly number[];
}

/** What the offer file writes as the unit of a price. */
export const OFFER_UNITS: Readonly<Record<string, readonly string[]>> = {
  'GB-month': ['GB-Mo'],
  GB: ['GB'],
  request: ['Requests'],
  object: ['Requests', 'Objects'],
  'object-month': ['Objects'],
};

/** 50 TB and 500 TB of 1024 GB. */
const BANDS = [51_200, 512_000];

const bandsOf = (name: string) =>
  [
    `${name} First 50 TB per GB Mo`,
    `${name} Next 450 TB per GB Mo`,
    `${name} Over 500 TB per GB Mo`,
  ] as const;

/** PUT, GET and LIST of a class. LIST is billed at the PUT rate of S3 Standard whatever the class, save in Express. */
function requests(code: string, words: string): AwsMeter[] {
  const to = words === '' ? '' : ` to ${words}`;
  const usage = code === '' ? 'Requests' : `Requests-${code}`;
  const put = `PUT COPY/POST or LIST requests${to} per Requests`;
  const list =
    code === 'XZ'
      ? { usageType: 'Requests-XZ-Tier1', rateNames: [put] as const }
      : { usageType: 'Requests-Tier1', rateNames: ['PUT COPY/POST or LIST requests per Requests'] as const };
  return [
    { meter: 'requests.PutObject', unit: 'request', usageType: `${usage}-Tier1`, rateNames: [put] },
    { meter: 'requests.ListObjectsV2', unit: 'request', ...list },
    {
      meter: 'requests.GetObject',
      unit: 'request',
      usageType: `${usage}-Tier2`,
      rateNames: [`GET and all other requests${to} per Requests`],
    },
  ];
}

const stored = (code: string, rateName: string): AwsMeter => ({
  meter: 'storage',
  unit: 'GB-month',
  usageType: `TimedStorage-${code}-ByteHrs`,
  rateNames: [rateName],
});

const retrieval = (code: string, words: string): AwsMeter => ({
  meter: 'retrieval',
  unit: 'GB',
  usageType: `Retrieval-${code}`,
  rateNames: [`Object Retrieval in ${words} per GB`],
});

/** One usage type for four targets, at different prices. */
const transition = (code: string, words: string): AwsMeter => ({
  meter: 'transition',
  unit: 'object',
  usageType: 'Requests-Tier4',
  operation: `S3-${code}Transition`,
  rateNames: [`Lifecycle Transition Requests into ${words} per Requests`],
});

const SIA = 'Standard Infrequent Access';
const ZIA = 'One Zone Infrequent Access';
const GIR = 'Glacier Instant Retrieval';
const INT = 'Intelligent Tiering';
const XZ = 'Express One Zone';

/** Stores that these lists price. Deep Archive is not one: its storage stands in another offer, and here is only its staging. */
export const AWS_METERS: Readonly<Record<string, readonly AwsMeter[]>> = {
  'aws/s3-standard': [
    {
      meter: 'storage',
      unit: 'GB-month',
      usageType: 'TimedStorage-ByteHrs',
      rateNames: bandsOf('Standard Storage'),
      upTo: BANDS,
    },
    ...requests('', ''),
  ],
  'aws/s3-standard-ia': [
    stored('SIA', `${SIA} Storage per GB-Mo`),
    ...requests('SIA', SIA),
    retrieval('SIA', SIA),
    transition('SIA', SIA),
  ],
  'aws/s3-one-zone-ia': [
    stored('ZIA', `${ZIA} Storage Inf per GB-Mo`),
    ...requests('ZIA', ZIA),
    retrieval('ZIA', ZIA),
    transition('ZIA', ZIA),
  ],
  'aws/s3-glacier-instant-retrieval': [
    stored('GIR', `${GIR} Storage`),
    ...requests('GIR', GIR),
    retrieval('GIR', GIR),
    transition('GIR', GIR),
  ],
  'aws/s3-intelligent-tiering': [
    {
      meter: 'storage',
      unit: 'GB-month',
      usageType: 'TimedStorage-INT-FA-ByteHrs',
      rateNames: bandsOf(`${INT} Frequent Access`),
      upTo: BANDS,
    },
    { ...stored('INT-IA', `${INT} Infrequent Access per GB Mo`), meter: 'storage.infrequent' },
    { ...stored('INT-AIA', `${INT} Archive Instant Access`), meter: 'storage.archive-instant' },
    ...requests('INT', INT),
    transition('INT', INT),
    {
      meter: 'monitoring',
      unit: 'object-month',
      usageType: 'Monitoring-Automation-INT',
      rateNames: [`Per object per month monitoring and automation fee for objects in ${INT}`],
    },
  ],
  'aws/s3-express-one-zone': [
    stored('XZ', `${XZ} Storage Inf per GB Mo`),
    ...requests('XZ', XZ),
    { meter: 'upload', unit: 'GB', usageType: 'Upload-XZ', rateNames: [`Object Upload in ${XZ} per GB`] },
    retrieval('XZ', XZ),
  ],
};
