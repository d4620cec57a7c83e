/**
 * S3 and R2 buckets as Terraform resources, laid out as `terraform fmt` does: buckets that no plan of Terraform destroys, their
 * lifecycle rules, versions where they are asked for, and what the schedule and the routers may do with them.
 */
import { zoneOf } from '#core/s3-addresses.ts';
import { r2Jurisdiction } from './buckets.ts';
import type { Bucket, Course, Settings } from './course-types.ts';
import { Code, block, blockOf, textOfBlocks } from './hcl.ts';
import type { Block, Body } from './hcl.ts';
import { r2Rules, s3Rules } from './lifecycle.ts';
import { hcl, oneLine } from './quote.ts';
import { rightsOf } from './rights.ts';
import type { Program, Right } from './rights.ts';

const isExpress = ({ kind }: Bucket) => kind === 'express';
const isR2 = ({ kind }: Bucket) => kind === 'r2';
const isAws = ({ kind, stores: [first = ''] }: Bucket) =>
  (kind === 's3' || kind === 'express') && first.startsWith('aws/');

export function terraform(course: Course, title: string): string | null {
  const s3 = course.buckets.filter(isAws);
  const r2 = course.buckets.filter(isR2);
  if (s3.length + r2.length === 0) return null;
  const providers = {
    ...(s3.length > 0 ? { aws: { source: 'hashicorp/aws', version: '>= 6.0' } } : {}),
    ...(r2.length > 0 ? { cloudflare: { source: 'cloudflare/cloudflare', version: '>= 5.0' } } : {}),
  };
  const blocks = [
    block('terraform', {}, [block('required_providers', providers)]),
    ...(r2.length > 0 ? [block('variable "cloudflare_account_id"', { type: new Code('string') })] : []),
    ...(s3.every(isExpress) ? [] : [block('variable "noncurrent_days"', versionsOf(course))]),
    ...(s3.length > 0 && course.settings.kms ? [block('variable "kms_key"', KMS_KEY)] : []),
    ...s3.flatMap((bucket) => s3Blocks(bucket, course.settings)),
    ...r2.flatMap(r2Blocks),
    ...policies(course),
  ];
  return [
    `# ${oneLine(title)}`,
    '# Import a bucket that is there already before the first apply, such as',
    '# terraform import aws_s3_bucket.store1 NAME@REGION. These rules replace its present rules.',
    '',
    textOfBlocks(blocks),
  ].join('\n');
}

/** Whether Terraform makes it. */
export const isInTerraform = (bucket: Bucket) => isAws(bucket) || isR2(bucket);

/** What it makes before anything is copied: `aws_s3_bucket.store1` and the policies. */
export const firstAddresses = (course: Course): string[] => [
  ...course.buckets
    .filter(isAws)
    .flatMap((bucket) => [
      `${typeOf(bucket)}.${bucket.id}`,
      ...settingTypes(bucket, course.settings).map((type) => `${type}.${bucket.id}`),
    ]),
  ...course.buckets.filter(isR2).map(({ id }) => `cloudflare_r2_bucket.${id}`),
  ...awsPrograms(course).map((program) => `aws_iam_policy.${policyId(program)}`),
];

const VERSIONING = 'aws_s3_bucket_versioning';
const LOCK = 'aws_s3_bucket_object_lock_configuration';
const ENCRYPTION = 'aws_s3_bucket_server_side_encryption_configuration';

/** What the scenario asks of a bucket, before the first write. */
const settingTypes = (bucket: Bucket, { kms, lock, versions }: Settings): string[] => [
  ...(versions && !isExpress(bucket) ? [VERSIONING] : []),
  ...(lock && !isExpress(bucket) ? [LOCK] : []),
  ...(kms ? [ENCRYPTION] : []),
];

const versionsOf = ({ settings }: Course): Body => ({
  type: new Code('number'),
  default: new Code('null'),
  description: `Days for which S3 buckets keep overwritten and deleted objects. The plan does not count this storage. Null: ${settings.versions ? 'for ever' : 'versioning stays as it is'}.`,
});

const KMS_KEY: Body = { type: new Code('string'), description: 'ARN of your key in KMS.' };

const KEPT = block('lifecycle', { prevent_destroy: true });

/** https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/s3_bucket and the pages beside it */
function s3Blocks(bucket: Bucket, settings: Settings): Block[] {
  const { id, name, region, stores } = bucket;
  const says = stores.join(', then ');
  const place: Body = region === '' ? {} : { region };
  const type = typeOf(bucket);
  const own = { bucket: new Code(`${type}.${id}.bucket`), ...place };
  const rules = s3Rules(bucket).map((rule) => blockOf('rule', rule));
  const encrypted =
    settings.kms === null
      ? []
      : [
          block(`resource "${ENCRYPTION}" "${id}"`, own, [
            block('rule', isExpress(bucket) || settings.kms.isPerBucket ? { bucket_key_enabled: true } : {}, [
              block('apply_server_side_encryption_by_default', {
                sse_algorithm: 'aws:kms',
                kms_master_key_id: new Code('var.kms_key'),
              }),
            ]),
          ]),
        ];
  if (isExpress(bucket))
    return [
      block(
        `resource "${type}" "${id}"`,
        { bucket: name, ...place },
        [block('location', { name: zoneOf(name) ?? 'REPLACE-ZONE' }), KEPT],
        says,
      ),
      ...encrypted,
      block(`resource "aws_s3_bucket_lifecycle_configuration" "${id}"`, own, rules),
    ];
  const noncurrent = block('dynamic "rule"', { for_each: new Code('var.noncurrent_days[*]') }, [
    block('content', { id: 'stowage-noncurrent', status: 'Enabled' }, [
      block('filter', { prefix: bucket.prefix }),
      block('noncurrent_version_expiration', { noncurrent_days: new Code('rule.value') }),
      block('expiration', { expired_object_delete_marker: true }),
    ]),
  ]);
  return [
    block(`resource "${type}" "${id}"`, { bucket: name, ...place }, [KEPT], says),
    block(
      `resource "${VERSIONING}" "${id}"`,
      settings.versions ? own : { count: new Code('var.noncurrent_days == null ? 0 : 1'), ...own },
      [block('versioning_configuration', { status: 'Enabled' })],
    ),
    ...(settings.lock
      ? [block(`resource "${LOCK}" "${id}"`, { ...own, depends_on: new Code(`[${VERSIONING}.${id}]`) })]
      : []),
    ...encrypted,
    block(
      `resource "aws_s3_bucket_lifecycle_configuration" "${id}"`,
      { ...own, depends_on: new Code(`[aws_s3_bucket_versioning.${id}]`) },
      [...rules, noncurrent],
    ),
  ];
}

const typeOf = (bucket: Bucket) => (isExpress(bucket) ? 'aws_s3_directory_bucket' : 'aws_s3_bucket');

/** https://developers.cloudflare.com/r2/reference/data-location/ */
const R2_HINTS = ['apac', 'eeur', 'enam', 'oc', 'weur', 'wnam'];
/** https://registry.terraform.io/providers/cloudflare/cloudflare/latest/docs/resources/r2_bucket and r2_bucket_lifecycle */
function r2Blocks(bucket: Bucket): Block[] {
  const { id, name, region, stores } = bucket;
  const account = { account_id: new Code('var.cloudflare_account_id') };
  return [
    block(
      `resource "cloudflare_r2_bucket" "${id}"`,
      {
        ...account,
        name,
        ...(R2_HINTS.includes(region) ? { location: region } : {}),
        ...r2Jurisdiction(region),
      },
      [KEPT],
      stores.join(', then '),
    ),
    block(`resource "cloudflare_r2_bucket_lifecycle" "${id}"`, {
      ...account,
      bucket_name: new Code(`cloudflare_r2_bucket.${id}.name`),
      ...r2Jurisdiction(region),
      rules: r2Rules(bucket),
    }),
  ];
}

/** Names of the policies, for somebody to attach. */
export const POLICIES: Readonly<Record<Program, string>> = {
  mover: 'stowage-schedule',
  writer: 'stowage-writer',
  router: 'stowage-router',
};

function policies(course: Course): Block[] {
  return awsPrograms(course).flatMap((program) =>
    policy(
      program,
      rightsOf(course)
        .filter((one) => one.program === program && isAws(one.bucket))
        .flatMap(allowed)
        .concat(course.settings.kms ? [KMS_RIGHTS] : []),
    ),
  );
}

const KMS_RIGHTS = block('statement', {
  actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
  resources: new Code('[var.kms_key]'),
});

/** Those that use a bucket of AWS. */
export function awsPrograms(course: Course): Program[] {
  return [...new Set(rightsOf(course).flatMap(({ program, bucket }) => (isAws(bucket) ? program : [])))];
}

const policyId = (program: Program) => POLICIES[program].replace('-', '_');

function policy(program: Program, statements: readonly Block[]): Block[] {
  const id = policyId(program);
  return [
    block(`data "aws_iam_policy_document" "${id}"`, {}, statements),
    block(`resource "aws_iam_policy" "${id}"`, {
      name: POLICIES[program],
      policy: new Code(`data.aws_iam_policy_document.${id}.json`),
    }),
  ];
}

/** Without the right to list, an object that is not there is answered 403. https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html */
function allowed({ bucket, prefix, writes, deletes }: Right): Block[] {
  const arn = `${typeOf(bucket)}.${bucket.id}.arn`;
  // A session on a directory bucket may do all that its mode allows.
  if (isExpress(bucket))
    return [
      block(
        'statement',
        { actions: ['s3express:CreateSession'], resources: new Code(`[${arn}]`) },
        writes || deletes
          ? []
          : [
              block('condition', {
                test: 'StringEquals',
                variable: 's3express:SessionMode',
                values: ['ReadOnly'],
              }),
            ],
      ),
    ];
  return [
    block(
      'statement',
      { actions: ['s3:ListBucket'], resources: new Code(`[${arn}]`) },
      prefix === ''
        ? []
        : [block('condition', { test: 'StringLike', variable: 's3:prefix', values: [`${prefix}*`] })],
    ),
    block('statement', {
      actions: [
        's3:GetObject',
        ...(writes ? ['s3:PutObject', 's3:AbortMultipartUpload'] : []),
        ...(deletes ? ['s3:DeleteObject'] : []),
      ],
      resources: new Code(`[join("/", [${arn}, ${hcl(`${prefix}*`)}])]`),
    }),
  ];
}
