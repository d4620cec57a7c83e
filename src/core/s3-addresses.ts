/** Where a provider's S3 interface answers, for those whose address follows from the region or the bucket alone. */

export interface KnownEndpoint {
  url: string;
  /** What signatures name as the region. */
  region: string;
  /** What making a bucket there has to say; null: nothing. */
  locationConstraint: string | null;
}

/** Null where the address depends on the account or the cluster (R2, B2, Vultr, servers of one's own). */
export function knownEndpoint(provider: string, region: string): KnownEndpoint | null {
  switch (provider) {
    // https://docs.aws.amazon.com/general/latest/gr/s3.html
    case 'aws':
      return {
        url: `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
        region,
        locationConstraint: region === 'us-east-1' ? null : region,
      };
    // https://docs.wasabi.com/docs/service-urls-for-wasabis-storage-regions
    case 'wasabi':
      return { url: `https://s3.${region}.wasabisys.com`, region, locationConstraint: null };
    // https://www.tigrisdata.com/docs/
    case 'tigris':
      return { url: 'https://t3.storage.dev', region: 'auto', locationConstraint: null };
    // https://cloud.google.com/storage/docs/aws-simple-migration, with HMAC keys
    case 'google':
      return { url: 'https://storage.googleapis.com', region: 'auto', locationConstraint: region };
    default:
      return null;
  }
}

/** Addresses that only the account knows, as they look. */
export const ENDPOINT_ADVICE: Readonly<Record<string, string>> = {
  cloudflare: 'https://ACCOUNT-ID.r2.cloudflarestorage.com',
  backblaze: 'https://s3.us-west-004.backblazeb2.com, as the bucket page shows it',
  vultr: 'https://ewr1.vultrobjects.com, as the subscription page shows it',
};

const DIRECTORY_BUCKET = /^[a-z0-9][a-z0-9-]*--([a-z0-9-]+-az\d+)--x-s3$/;

/** `use1-az4` of the directory bucket `mine--use1-az4--x-s3`; null for any other bucket. */
export function zoneOf(bucket: string): string | null {
  return DIRECTORY_BUCKET.exec(bucket)?.[1] ?? null;
}

/** The zonal address of directory buckets, which the bucket's name goes in front of. */
export function zonalEndpoint(zone: string, region: string): string {
  return `https://s3express-${zone}.${region}.amazonaws.com`;
}
