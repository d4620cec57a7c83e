/** An inventory's rows into the table `listed`: a row for each version of an object. A format is a map of columns. */
import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { cellsOf } from './cells.ts';
import { LogError, plain, type LogFile } from './format.ts';
import { countLeftOut, insertRows, nameHash, numberIn, timeOf } from './load.ts';
import type { Manifest } from './manifest.ts';

/** Of a row: `column` says `is`, or says something at all. */
interface Sign {
  column: string;
  is?: 'true' | 'false';
}

/** Names of columns are in lower case, without `_` and `-`. Texts are kept only where they are among the documented ones. */
export interface InventoryFormat {
  id: Manifest['format'];
  title: string;
  documented: string;
  /** By these it is known without its manifest. */
  has: readonly string[];
  bucket?: string;
  key: string;
  size: string;
  /** When this version was written. */
  modified: string;
  /** A version that was overwritten or deleted, and is still stored. */
  old: readonly Sign[];
  /** No object: nothing is stored. */
  none: readonly Sign[];
  texts: Readonly<
    Partial<Record<'class' | 'encryption' | 'replication', { column: string; known: readonly string[] }>>
  >;
}

export const INVENTORY_FORMATS: readonly InventoryFormat[] = [
  {
    id: 's3-inventory',
    title: 'S3 Inventory',
    documented: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory.html',
    has: ['bucket', 'key', 'lastmodifieddate'],
    bucket: 'bucket',
    key: 'key',
    size: 'size',
    modified: 'lastmodifieddate',
    old: [{ column: 'islatest', is: 'false' }],
    none: [{ column: 'isdeletemarker', is: 'true' }],
    texts: {
      class: {
        column: 'storageclass',
        known:
          'STANDARD REDUCED_REDUNDANCY STANDARD_IA ONEZONE_IA INTELLIGENT_TIERING GLACIER DEEP_ARCHIVE GLACIER_IR OUTPOSTS EXPRESS_ONEZONE'.split(
            ' ',
          ),
      },
      encryption: { column: 'encryptionstatus', known: 'NOT-SSE SSE-S3 SSE-C SSE-KMS DSSE-KMS'.split(' ') },
      replication: { column: 'replicationstatus', known: 'PENDING COMPLETED FAILED REPLICA'.split(' ') },
    },
  },
  {
    id: 'google-inventory-report',
    title: 'Google Cloud Storage inventory reports',
    documented: 'https://cloud.google.com/storage/docs/insights/inventory-reports',
    has: ['bucket', 'name', 'timecreated'],
    bucket: 'bucket',
    key: 'name',
    size: 'size',
    modified: 'timecreated',
    old: [{ column: 'timedeleted' }],
    none: [],
    texts: {
      class: {
        column: 'storageclass',
        known:
          'STANDARD NEARLINE COLDLINE ARCHIVE MULTI_REGIONAL REGIONAL DURABLE_REDUCED_AVAILABILITY'.split(
            ' ',
          ),
      },
    },
  },
  {
    id: 'azure-blob-inventory',
    title: 'Azure Storage blob inventory',
    documented: 'https://learn.microsoft.com/en-us/azure/storage/blobs/blob-inventory',
    has: ['name', 'contentlength', 'lastmodified'],
    key: 'name',
    size: 'contentlength',
    modified: 'lastmodified',
    old: [{ column: 'iscurrentversion', is: 'false' }, { column: 'snapshot' }],
    none: [
      { column: 'hdiisfolder', is: 'true' },
      { column: 'deleted', is: 'true' },
    ],
    texts: { class: { column: 'accesstier', known: ['Hot', 'Cool', 'Cold', 'Archive'] } },
  },
];

/** Versions of objects: state 0 is the current one, 1 an old one, 2 no object. Names are hashed, texts are known ones. */
export const CREATE_LISTED = `
CREATE TABLE listed (
  object BIGINT,
  size_bytes BIGINT,
  modified_us BIGINT,
  state BIGINT,
  class STRING,
  encryption STRING,
  replication STRING
)`;

/** The format of an inventory's file; undefined for any other. */
export const inventoryFormat = ({ columns }: LogFile, manifest?: Manifest): InventoryFormat | undefined =>
  INVENTORY_FORMATS.find(({ id, has }) =>
    manifest ? id === manifest.format : has.every((name) => columns.some((one) => plain(one) === name)),
  );

/** `withBucket`: as the names of objects are hashed in the log beside it. Throws `QueryError`, and `LogError` for a column that lacks. */
export async function loadInventory(
  database: Database,
  file: LogFile,
  format: InventoryFormat,
  withBucket: boolean,
  sql: Dialect,
): Promise<void> {
  const cells = cellsOf(file, { by: 'name', kinds: [], has: [] }, sql);
  const named = (name: string | undefined) => {
    const own = file.columns.find((one) => plain(one) === name);
    return own === undefined ? null : cells.cell(own);
  };
  const [key, size, modified] = [format.key, format.size, format.modified].map((name) => {
    const text = named(name);
    if (text === null)
      throw new LogError(
        `is of ${format.title} and has no column ${name} among ${file.columns.join(', ').slice(0, 300)}; add it to the inventory's configuration`,
      );
    return text;
  });
  const signs = (all: readonly Sign[]) =>
    all.flatMap(({ column, is }) => {
      const text = named(column);
      return text === null ? [] : [is === undefined ? `${text} IS NOT NULL` : `LOWER(${text}) = '${is}'`];
    });
  const any = (all: readonly Sign[]) => signs(all).join(' OR ') || 'false';
  const known = (what: keyof InventoryFormat['texts']) => {
    const text = named(format.texts[what]?.column);
    if (text === null) return 'CAST(NULL AS STRING)';
    return `CASE WHEN ${text} IN (${format.texts[what]?.known.map(sql.text).join(', ')}) THEN ${text} WHEN ${text} IS NOT NULL THEN 'other' END`;
  };
  const bucket = withBucket ? named(format.bucket) : null;
  const columns = {
    object: nameHash(bucket === null ? [key ?? ''] : [bucket, key ?? ''], sql),
    size_bytes: numberIn(size ?? '', true),
    modified_us: timeOf([modified ?? ''], 'any', sql),
    state: `CASE WHEN ${any(format.none)} THEN 2 WHEN ${any(format.old)} THEN 1 ELSE 0 END`,
    class: known('class'),
    encryption: known('encryption'),
    replication: known('replication'),
  };
  const rows = await insertRows(database, file, 'listed', columns, cells.from, sql);
  await countLeftOut(database, file, 'listed', rows, sql);
}
