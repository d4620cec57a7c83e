/** The lifecycle rules of S3 and R2 buckets as Terraform resources, laid out as `terraform fmt` does. */
import type { Bucket } from './course-types.ts';
import { r2Rules, s3Rules } from './lifecycle.ts';
import type { R2Rule, S3Filter, S3Rule } from './lifecycle.ts';
import { hcl, oneLine } from './quote.ts';

type Value = string | number | boolean;

export function terraform(buckets: readonly Bucket[], title: string): string | null {
  const s3 = buckets.filter((one) => one.kind === 's3' || one.kind === 'express');
  const r2 = buckets.filter((one) => one.kind === 'r2');
  if (s3.length + r2.length === 0) return null;
  const providers = [
    ...(s3.length > 0 ? [['aws', 'hashicorp/aws', '>= 6.0']] : []),
    ...(r2.length > 0 ? [['cloudflare', 'cloudflare/cloudflare', '>= 5.0']] : []),
  ];
  const parts = [
    `# ${oneLine(title)}`,
    '',
    'terraform {',
    '  required_providers {',
    ...providers.flatMap(([name = '', source = '', version = '']) => [
      `    ${name} = {`,
      `      source  = ${hcl(source)}`,
      `      version = ${hcl(version)}`,
      '    }',
    ]),
    '  }',
    '}',
    ...(r2.length > 0 ? ['', 'variable "cloudflare_account_id" {', '  type = string', '}'] : []),
    ...s3.flatMap((bucket) => ['', ...s3Resource(bucket)]),
    ...r2.flatMap((bucket) => ['', ...r2Resource(bucket)]),
  ];
  return `${parts.join('\n')}\n`;
}

/** https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/s3_bucket_lifecycle_configuration */
function s3Resource(bucket: Bucket): string[] {
  return [
    `# ${bucket.stores.join(', then ')}`,
    `resource "aws_s3_bucket_lifecycle_configuration" ${hcl(bucket.id)} {`,
    ...attributes({ bucket: bucket.name }, 1),
    ...s3Rules(bucket).flatMap((rule) => ['', ...block('rule', s3Rule(rule), 1)]),
    '}',
  ];
}

function s3Rule({
  ID,
  Status,
  Filter,
  Transitions,
  Expiration,
  AbortIncompleteMultipartUpload,
}: S3Rule): string[] {
  return [
    ...attributes({ id: ID, status: Status }, 2),
    '',
    ...block(
      'filter',
      'And' in Filter ? block('and', attributes(filter(Filter.And), 4), 3) : attributes(filter(Filter), 3),
      2,
    ),
    ...(Transitions ?? []).flatMap(({ Days, StorageClass }) => [
      '',
      ...block('transition', attributes({ days: Days, storage_class: StorageClass }, 3), 2),
    ]),
    ...(Expiration ? ['', ...block('expiration', attributes({ days: Expiration.Days }, 3), 2)] : []),
    ...(AbortIncompleteMultipartUpload
      ? [
          '',
          ...block(
            'abort_incomplete_multipart_upload',
            attributes({ days_after_initiation: AbortIncompleteMultipartUpload.DaysAfterInitiation }, 3),
            2,
          ),
        ]
      : []),
  ];
}

function filter({ Prefix, ObjectSizeGreaterThan, ObjectSizeLessThan }: S3Filter): Record<string, Value> {
  return {
    ...(Prefix === undefined ? {} : { prefix: Prefix }),
    ...(ObjectSizeGreaterThan === undefined ? {} : { object_size_greater_than: ObjectSizeGreaterThan }),
    ...(ObjectSizeLessThan === undefined ? {} : { object_size_less_than: ObjectSizeLessThan }),
  };
}

/** https://registry.terraform.io/providers/cloudflare/cloudflare/latest/docs/resources/r2_bucket_lifecycle */
function r2Resource(bucket: Bucket): string[] {
  return [
    `# ${bucket.stores.join(', then ')}`,
    `resource "cloudflare_r2_bucket_lifecycle" ${hcl(bucket.id)} {`,
    '  account_id  = var.cloudflare_account_id',
    `  bucket_name = ${hcl(bucket.name)}`,
    '  rules = [',
    ...r2Rules(bucket).flatMap((rule) => ['    {', ...r2Rule(rule), '    },']),
    '  ]',
    '}',
  ];
}

function r2Rule(rule: R2Rule): string[] {
  const condition = (
    { condition: { type, maxAge } }: NonNullable<R2Rule['deleteObjectsTransition']>,
    depth: number,
  ) => object('condition', attributes({ type, max_age: maxAge }, depth + 1), depth);
  return [
    ...attributes({ id: rule.id, enabled: rule.enabled }, 3),
    ...object('conditions', attributes({ prefix: rule.conditions.prefix }, 4), 3),
    ...(rule.storageClassTransitions
      ? [
          '      storage_class_transitions = [',
          ...rule.storageClassTransitions.flatMap((one) => [
            '        {',
            ...condition(one, 5),
            ...attributes({ storage_class: one.storageClass }, 5),
            '        },',
          ]),
          '      ]',
        ]
      : []),
    ...(rule.deleteObjectsTransition
      ? object('delete_objects_transition', condition(rule.deleteObjectsTransition, 4), 3)
      : []),
    ...(rule.abortMultipartUploadsTransition
      ? object('abort_multipart_uploads_transition', condition(rule.abortMultipartUploadsTransition, 4), 3)
      : []),
  ];
}

const indent = (depth: number) => '  '.repeat(depth);

/** Equals signs of neighbours stand below each other. */
function attributes(values: Readonly<Record<string, Value>>, depth: number): string[] {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values).map(
    ([name, value]) =>
      `${indent(depth)}${name.padEnd(width)} = ${typeof value === 'string' ? hcl(value) : value}`,
  );
}

const block = (name: string, body: readonly string[], depth: number) => [
  `${indent(depth)}${name} {`,
  ...body,
  `${indent(depth)}}`,
];

const object = (name: string, body: readonly string[], depth: number) => [
  `${indent(depth)}${name} = {`,
  ...body,
  `${indent(depth)}}`,
];
