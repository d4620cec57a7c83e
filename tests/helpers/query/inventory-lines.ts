/** The same objects as each provider's inventory lists them: a manifest and its files, as their pages document them. */
import { gzipSync } from 'node:zlib';

export interface ListedObject {
  key: string;
  sizeBytes: number;
  modifiedSeconds: number;
  /** By the provider's own name. */
  class?: string;
  isOld?: boolean;
  /** A delete marker, a folder: nothing is stored. */
  isNone?: boolean;
}

const iso = (seconds: number, digits = 0) => {
  const text = new Date(seconds * 1000).toISOString();
  return digits === 0 ? text.replace('.000Z', 'Z') : text;
};
const quoted = (text: string | number | boolean) => `"${String(text).replaceAll('"', '""')}"`;
const row = (cells: readonly (string | number | boolean)[]) => cells.map(quoted).join(',');

type Files = Record<string, string | Uint8Array>;

/** Where each lies in the bucket of inventories. `bucket` is the listed one; in Azure it is a container. */
export const INVENTORY_FILES: Readonly<
  Record<string, (objects: readonly ListedObject[], bucket: string, atSeconds: number) => Files>
> = {
  's3-inventory': (objects, bucket, at) => {
    const file = `inventories/${bucket}/all/data/939c6d46-85a9-4ba8-87bd-9db705a579ce.csv.gz`;
    const lines = objects.map((one) =>
      row([
        bucket,
        encodeURIComponent(one.key).replaceAll('%2F', '/').replaceAll('%20', '+'),
        'v1',
        !one.isOld,
        one.isNone === true,
        one.isNone ? '' : one.sizeBytes,
        iso(one.modifiedSeconds, 3),
        one.isNone ? '' : 'd41d8cd98f00b204e9800998ecf8427e',
        one.isNone ? '' : (one.class ?? 'STANDARD'),
        false,
        'COMPLETED',
        'SSE-S3',
      ]),
    );
    return {
      [`inventories/${bucket}/all/${iso(at).slice(0, 16).replace(':', '-')}Z/manifest.json`]: JSON.stringify({
        sourceBucket: bucket,
        destinationBucket: 'arn:aws:s3:::inventories',
        version: '2016-11-30',
        creationTimestamp: String(at * 1000),
        fileFormat: 'CSV',
        fileSchema:
          'Bucket, Key, VersionId, IsLatest, IsDeleteMarker, Size, LastModifiedDate, ETag, StorageClass, IsMultipartUploaded, ReplicationStatus, EncryptionStatus',
        files: [{ key: file, size: 1, MD5checksum: 'f11166069f1990abeb9c97ace9cdfabc' }],
      }),
      [file]: gzipSync(`${lines.join('\n')}\n`),
    };
  },
  'google-inventory-report': (objects, bucket, at) => {
    const name = `fc95c52f-157a-494f-af4a-d4a53a69ba66_${iso(at).slice(0, 10)}T00:00`;
    const lines = objects
      .filter((one) => !one.isNone)
      .map((one) =>
        row([
          '123456789012',
          bucket,
          one.key,
          'US',
          one.sizeBytes,
          iso(one.modifiedSeconds),
          one.isOld ? iso(one.modifiedSeconds + 60) : '',
          iso(one.modifiedSeconds),
          one.class ?? 'STANDARD',
        ]),
      );
    return {
      [`${name}_manifest.json`]: JSON.stringify({
        report_config: { name: 'projects/1/locations/us/reportConfigs/fc95c52f', csv_options: {} },
        records_processed: objects.length,
        snapshot_time: iso(at),
        target_datetime: iso(at),
        shard_count: 1,
        report_shards_file_names: [`${name}_0.csv`],
      }),
      [`${name}_0.csv`]: `project,bucket,name,location,size,timeCreated,timeDeleted,updated,storageClass\n${lines.join('\n')}\n`,
    };
  },
  'azure-blob-inventory': (objects, bucket, at) => {
    const file = '2026/03/08/00-00-00/all/all.csv';
    const lines = objects.map((one) =>
      [
        quoted(`${bucket}/${one.key}`),
        iso(one.modifiedSeconds),
        iso(one.modifiedSeconds),
        one.sizeBytes,
        'BlockBlob',
        one.isNone ? '' : (one.class ?? 'Hot'),
        one.isOld ? '2026-01-01T00:00:00.0000000Z' : '',
        one.isNone === true,
      ].join(','),
    );
    return {
      '2026/03/08/00-00-00/all/all-manifest.json': JSON.stringify({
        destinationContainer: 'inventories',
        endpoint: 'https://a.blob.core.windows.net',
        files: [{ blob: file, size: 1 }],
        inventoryCompletionTime: iso(at + 600),
        inventoryStartTime: iso(at),
        ruleDefinition: { format: 'csv', objectType: 'blob', schedule: 'daily', schemaFields: ['Name'] },
        ruleName: 'all',
        status: 'Succeeded',
        summary: { objectCount: objects.length, totalObjectSize: 1 },
        version: '1.0',
      }),
      [file]: `Name,Creation-Time,Last-Modified,Content-Length,BlobType,AccessTier,Snapshot,hdi_isfolder\n${lines.join('\n')}\n`,
    };
  },
};
