/** What can be written from a plan. */

export const EMIT_KINDS = {
  's3-lifecycle': 'lifecycle rules of S3 buckets, as put-bucket-lifecycle-configuration reads them',
  'r2-lifecycle': 'lifecycle rules of R2 buckets, as wrangler and the API read them',
  'gcs-lifecycle': 'lifecycle rules of Google Cloud Storage buckets, as gcloud reads them',
  'azure-lifecycle': 'management policies of Azure storage accounts, as az reads them',
  'b2-lifecycle': 'lifecycle rules of Backblaze B2 buckets, as the b2 command reads them',
  terraform: 'S3 and R2 buckets with their lifecycle rules and policies, as Terraform resources',
  rclone:
    'a program that copies objects between stores with rclone, compares them, and deletes what it has seen complete, with its timer',
  writer: 'a program that writes each object to several stores, with a queue for a store that fails',
  'top-keys': 'a script that finds the keys that are read most, for the mover',
  route: 'which store holds an object at which age and answers which readers, as data with its schema',
  worker: 'a router as a Cloudflare Worker',
  go: 'a router in Go, with metrics',
  prometheus: 'alerts for the assumptions that the plan rests on',
} as const;

export type EmitKind = keyof typeof EMIT_KINDS;
export const EMIT_KIND_NAMES = Object.keys(EMIT_KINDS) as EmitKind[];

export interface EmittedFile {
  /** Inside the folder that is written, with forward slashes. */
  path: string;
  kind: EmitKind | 'guide';
  text: string;
  /** A program to be started. */
  runs: boolean;
}
