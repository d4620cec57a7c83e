/** Name and address of the bucket that holds a store's objects, or what to put in their place. */
import { knownEndpoint, zonalEndpoint, zoneOf } from '#core/s3-addresses.ts';
import { splitRef } from '#core/store-ref.ts';
import type { BucketKind } from './storage-classes.ts';

/** Names that only the user knows. */
export interface NamesGiven {
  /** Bucket (or container) by store, such as `aws/s3-standard@us-east-1`. */
  buckets?: Readonly<Record<string, string>> | undefined;
  /** Address by store, where the provider alone does not say it. */
  endpoints?: Readonly<Record<string, string>> | undefined;
  /** What all keys of the plan begin with; empty: buckets hold nothing else. */
  prefix?: string | undefined;
}

/** Until somebody says what keys begin with: rules and jobs act on nothing. */
export const PREFIX_PLACEHOLDER: Placeholder = {
  text: 'REPLACE-PREFIX/',
  means:
    'the text that the keys of all these objects begin with, such as media/ (--prefix). Rules and jobs act on these keys only. Put nothing in its place if the buckets hold nothing else',
};

export interface Placeholder {
  text: string;
  /** What belongs there. */
  means: string;
}

export interface BucketAddress {
  name: string;
  /** Null where no S3 interface answers. */
  endpoint: string | null;
  /** What signatures name. */
  signingRegion: string;
  placeholders: Placeholder[];
}

/** Jurisdictions that hold R2's buckets, in the words of Terraform and wrangler. https://developers.cloudflare.com/r2/reference/data-location/ */
const R2_JURISDICTIONS = ['eu', 'fedramp'];

/** Empty for a region that is a hint alone. */
export const r2Jurisdiction = (region: string): { jurisdiction?: string } =>
  R2_JURISDICTIONS.includes(region) ? { jurisdiction: region } : {};

/** Upper case, so that no provider takes it for a name. */
const placeholder = (what: string, slug: string) => `REPLACE-${what}-${slug}`;

/** `aws-s3-standard-us-east-1` */
function slugOf(ref: string): string {
  return ref.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Name and address of the bucket of that kind that holds `refs`, of which the first is entered first. */
export function bucketAddress(kind: BucketKind, refs: readonly string[], given: NamesGiven): BucketAddress {
  const [first = ''] = refs;
  const { store, region = '' } = splitRef(first);
  const [provider = ''] = store.split('/');
  const slug = slugOf(first);
  const placeholders: Placeholder[] = [];
  const named = refs.map((ref) => given.buckets?.[ref]).find((name) => name !== undefined);
  const missing = (text: string, means: string) => {
    placeholders.push({ text, means });
    return text;
  };
  const unnamed = () =>
    kind === 'express'
      ? missing(
          `${placeholder('BUCKET', slug)}--REPLACE-ZONE--x-s3`,
          `the directory bucket of ${first}, such as mine--use1-az4--x-s3`,
        )
      : missing(placeholder('BUCKET', slug), `the bucket of ${refs.join(' and ')}`);
  const name = named ?? unnamed();
  const endpointGiven = refs.map((ref) => given.endpoints?.[ref]).find((url) => url !== undefined);
  const known = knownEndpoint(provider, region);
  const signingRegion = known?.region ?? (kind === 'r2' || kind === 'gcs' ? 'auto' : region || 'us-east-1');
  const endpointOf = (): string | null => {
    if (kind === 'express') return zonalEndpoint(zoneOf(name) ?? 'REPLACE-ZONE', region);
    if (kind === 'azure') return null;
    if (kind !== 'r2')
      return known?.url ?? missing(`https://${placeholder('ENDPOINT', slug)}`, `the S3 address of ${first}`);
    const { jurisdiction } = r2Jurisdiction(region);
    const host = `https://REPLACE-ACCOUNT-ID.${jurisdiction ? `${jurisdiction}.` : ''}r2.cloudflarestorage.com`;
    return missing(host, 'the S3 address of your R2 account');
  };
  return { name, endpoint: endpointGiven ?? endpointOf(), signingRegion, placeholders };
}
