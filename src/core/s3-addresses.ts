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

/**
 * Hosts at which providers themselves answer S3 requests, without a bucket in front. None of them is a machine or a load
 * balancer of a customer, whose names end alike.
 */
const OWN_HOSTS: Readonly<Record<string, RegExp>> = {
  aws: /^s3(?:[.-](?:dualstack\.|fips\.|fips\.dualstack\.)?[a-z0-9-]+|express-[a-z0-9-]+\.[a-z0-9-]+)?\.amazonaws\.com(?:\.cn)?$/,
  google: /^storage(?:\.[a-z0-9-]+\.rep)?\.googleapis\.com$/,
  cloudflare: /^[a-z0-9]+(?:\.(?:eu|fedramp))?\.r2\.cloudflarestorage\.com$/,
  backblaze: /^s3\.[a-z0-9-]+\.backblazeb2\.com$/,
  wasabi: /^s3(?:\.[a-z0-9-]+)?\.wasabisys\.com$/,
  tigris: /^(?:t3\.storage\.dev|fly\.storage\.tigris\.dev)$/,
  vultr: /^[a-z0-9-]+\.vultrobjects\.com$/,
  // https://docs.digitalocean.com/reference/api/spaces/: `${REGION}.digitaloceanspaces.com`. Websites of buckets, at
  // `REGION-static` (https://docs.digitalocean.com/products/spaces/reference/s3-compatibility/), are no endpoint.
  digitalocean: /^[a-z]{3}\d\.digitaloceanspaces\.com$/,
  // https://docs.hetzner.com/storage/object-storage/overview, Available endpoints: fsn1, nbg1 and hel1
  hetzner: /^[a-z]{3}\d\.your-objectstorage\.com$/,
  // https://techdocs.akamai.com/cloud-computing/docs/access-buckets-and-files-through-urls: us-southeast-1. The clusters:
  // https://www.linode.com/docs/products/storage/object-storage/guides/urls/
  linode: /^[a-z]{2}-[a-z]+-\d{1,2}\.linodeobjects\.com$/,
  // https://www.scaleway.com/en/docs/object-storage/api-cli/object-storage-aws-cli/: fr-par, nl-ams, pl-waw and it-mil
  scaleway: /^s3\.[a-z]{2}-[a-z]{3}\.scw\.cloud$/,
  // https://storj.dev/dcs/api/s3/s3-compatible-gateway, Regions and Points of Presence. Of us1 and eu1:
  // https://storj.dev/dcs/third-party-tools/hashbackup and
  // https://storj.dev/blog/use-storj-dcs-from-cloud-native-environments-using-sidecar-pattern. No page names one of ap1.
  storj: /^gateway(?:\.(?:eu1|us1))?\.storjshare\.io$/,
};

/** Whether the provider itself answers at `hostname`; false where nobody here knows its hosts. */
export const isProvidersHost = (provider: string, hostname: string): boolean =>
  OWN_HOSTS[provider]?.test(hostname) ?? false;

const DIRECTORY_BUCKET = /^[a-z0-9][a-z0-9-]*--([a-z0-9-]+-az\d+)--x-s3$/;

/** `use1-az4` of the directory bucket `mine--use1-az4--x-s3`; null for any other bucket. */
export function zoneOf(bucket: string): string | null {
  return DIRECTORY_BUCKET.exec(bucket)?.[1] ?? null;
}

/** The zonal address of directory buckets, which the bucket's name goes in front of. */
export function zonalEndpoint(zone: string, region: string): string {
  return `https://s3express-${zone}.${region}.amazonaws.com`;
}
