/** What making a bucket says of where it is. */
import { escapeXml } from './xml.ts';

/** `place` is a location constraint; null: nothing is said. */
export function bucketConfiguration(place: string | null): string | null {
  return place === null
    ? null
    : `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${escapeXml(place)}</LocationConstraint></CreateBucketConfiguration>`;
}
