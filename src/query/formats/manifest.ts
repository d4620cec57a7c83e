/** The manifest of an inventory: when it was made, and which files list the objects. For the terminal and a drop on the page. */
import * as z from 'zod/mini';
import { LogError } from './format.ts';

export interface Manifest {
  /** Id of an inventory format. */
  format: 's3-inventory' | 'google-inventory-report' | 'azure-blob-inventory';
  /** What it lists; of several manifests of the same, the newest counts. */
  of: string;
  /** ISO time at which the objects were listed. */
  at: string;
  /** Names of its files, with their folders. */
  files: readonly string[];
  /** Of CSV files without a header. */
  columns: readonly string[] | null;
  isOrc: boolean;
}

const Text = z.string().check(z.minLength(1), z.maxLength(4000));
const list = <T extends z.ZodMiniType>(one: T) => z.array(one).check(z.minLength(1), z.maxLength(100_000));

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html */
const S3 = z.object({
  sourceBucket: Text,
  creationTimestamp: z.string().check(z.regex(/^\d{1,15}$/)),
  fileFormat: z.enum(['CSV', 'ORC', 'Parquet']),
  fileSchema: z.string().check(z.maxLength(20_000)),
  files: list(z.object({ key: Text })),
});
/** https://cloud.google.com/storage/docs/insights/inventory-reports */
const Google = z.object({
  snapshot_time: Text,
  report_shards_file_names: list(Text),
  report_config: z.optional(
    z.object({
      name: z.optional(Text),
      csv_options: z.optional(z.object({ header_required: z.optional(z.boolean()) })),
      object_metadata_report_options: z.optional(
        z.object({ metadata_fields: z.optional(list(Text)), bucket: z.optional(Text) }),
      ),
    }),
  ),
});
/** https://learn.microsoft.com/en-us/azure/storage/blobs/blob-inventory */
const Azure = z.object({
  endpoint: z.optional(Text),
  ruleName: Text,
  status: Text,
  inventoryStartTime: Text,
  files: z.array(z.object({ blob: Text })).check(z.maxLength(100_000)),
  ruleDefinition: z.object({ objectType: Text }),
});

const KEYS = { fileSchema: S3, report_shards_file_names: Google, inventoryStartTime: Azure } as const;

/** Whether the beginning of a file may be that of a manifest, so that it is worth reading whole. */
export const beginsAsManifest = (head: string) =>
  /^\s*\{/.test(head) && Object.keys(KEYS).some((key) => head.includes(`"${key}"`));

/** Null for any other text. Throws `LogError` for a manifest that lacks something. */
export function manifestIn(text: string): Manifest | null {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  if (value === null || typeof value !== 'object') return null;
  const [key, schema] = Object.entries(KEYS).find(([one]) => Object.hasOwn(value, one)) ?? [];
  if (!schema) return null;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new LogError(
      `is a manifest of an inventory (it has ${key}), and its ${issue?.path.join('.') || 'form'} is not as documented`,
    );
  }
  const manifest = 'sourceBucket' in parsed.data ? ofS3(parsed.data) : ofOthers(parsed.data);
  if (Number.isNaN(Date.parse(manifest.at)))
    throw new LogError('is a manifest of an inventory whose time is no date');
  return { ...manifest, at: new Date(manifest.at).toISOString() };
}

const ofS3 = (s3: z.infer<typeof S3>): Manifest => ({
  format: 's3-inventory',
  of: s3.sourceBucket,
  at: new Date(Number(s3.creationTimestamp)).toISOString(),
  files: s3.files.map(({ key }) => key),
  columns: s3.fileFormat === 'CSV' ? s3.fileSchema.split(',').map((name) => name.trim()) : null,
  isOrc: s3.fileFormat === 'ORC',
});

function ofOthers(manifest: z.infer<typeof Google> | z.infer<typeof Azure>): Manifest {
  if ('report_shards_file_names' in manifest) {
    const { report_config: config, snapshot_time: at, report_shards_file_names: files } = manifest;
    const options = config?.object_metadata_report_options;
    const hasHeader = config?.csv_options?.header_required !== false;
    return {
      format: 'google-inventory-report',
      of: options?.bucket ?? config?.name ?? '',
      at,
      files,
      columns: hasHeader ? null : (options?.metadata_fields ?? null),
      isOrc: false,
    };
  }
  const { endpoint = '', ruleName, ruleDefinition, status, files } = manifest;
  if (status !== 'Succeeded')
    throw new LogError(`is a manifest of an inventory whose status is ${status}; take one that succeeded`);
  if (ruleDefinition.objectType !== 'blob')
    throw new LogError(`lists each ${ruleDefinition.objectType}; an inventory of blobs is needed`);
  return {
    format: 'azure-blob-inventory',
    of: `${endpoint} ${ruleName}`,
    at: manifest.inventoryStartTime,
    files: files.map(({ blob }) => blob),
    columns: null,
    isOrc: false,
  };
}

/** The newest of each bucket or rule. */
export function newest<T extends { manifest: Manifest }>(given: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const one of given) {
    const key = `${one.manifest.format} ${one.manifest.of}`;
    const before = last.get(key);
    if (!before || before.manifest.at < one.manifest.at) last.set(key, one);
  }
  return [...last.values()];
}

/** `a/b/c.csv.gz` → `c.csv.gz` */
export const baseName = (listed: string) => listed.split('/').at(-1) ?? listed;
