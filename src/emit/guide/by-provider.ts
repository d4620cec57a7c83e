/** What somebody types at each provider: to make a bucket, to make keys for it, to set its rules. The guide asks for it. */
import type { Bucket, Settings } from '../course-types.ts';
import { r2Jurisdiction } from '../buckets.ts';
import { shell } from '../quote.ts';
import type { Right } from '../rights.ts';

import { POLICIES } from '../terraform.ts';

const isOfAws = ({ stores: [first = ''] }: Bucket) => first.startsWith('aws/');
const gs = ({ name }: Bucket) => shell(`gs://${name}`);
/** The variable from which the programs read the name of the storage account. */
const account = ({ id }: Bucket) => `"$${id.toUpperCase()}_ACCOUNT"`;
const endpointFlag = (bucket: Bucket) =>
  isOfAws(bucket) ? '' : ` --endpoint-url ${shell(bucket.endpoint ?? '')}`;

/** Makes a bucket with its settings; nothing where Terraform does. */
export function makeCommands(bucket: Bucket, { kms, lock, versions }: Settings): string[] {
  const { kind, name, region, writeClass, stores } = bucket;
  const [first = ''] = stores;
  switch (kind) {
    // https://cloud.google.com/sdk/gcloud/reference/storage/buckets/create
    case 'gcs':
      return [
        [
          `gcloud storage buckets create ${gs(bucket)} --uniform-bucket-level-access`,
          `--location=${region.replace(/-turbo$/, '')}`,
          ...(region.endsWith('-turbo') ? ['--recovery-point-objective=ASYNC_TURBO'] : []),
          ...(writeClass === null ? [] : [`--default-storage-class=${writeClass}`]),
          ...(/^google\/autoclass(-archive)?@/.test(first) ? ['--enable-autoclass'] : []),
          ...(first.startsWith('google/autoclass-archive@')
            ? ['--autoclass-terminal-storage-class=ARCHIVE']
            : []),
          ...(first.includes('-hns@') ? ['--enable-hierarchical-namespace'] : []),
          ...(kms ? ['--default-encryption-key="$KMS_KEY"'] : []),
          ...(lock ? ['--enable-per-object-retention'] : []),
        ].join(' '),
        ...(versions && !lock ? [`gcloud storage buckets update ${gs(bucket)} --versioning`] : []),
      ];
    // https://learn.microsoft.com/cli/azure/storage/account#az-storage-account-create
    case 'azure': {
      const [, copies = 'lrs'] = /-(zrs|(?:ra-)?gz?rs)@/.exec(first) ?? [];
      const isPremium = first.includes('-premium');
      const sku = `${isPremium ? 'Premium' : 'Standard'}_${copies.replace('-', '').toUpperCase()}`;
      return [
        `az storage account create --name ${account(bucket)} --resource-group "$GROUP" --location ${region} --kind ${isPremium ? 'BlockBlobStorage' : 'StorageV2'} --sku ${sku} --allow-blob-public-access false`,
        ...(versions
          ? [
              `az storage account blob-service-properties update --account-name ${account(bucket)} --resource-group "$GROUP" --enable-versioning`,
            ]
          : []),
        `az storage container create --account-name ${account(bucket)} --name ${shell(name)}`,
      ];
    }
    // https://b2-command-line-tool.readthedocs.io/
    case 'b2':
      return [`b2 bucket create ${shell(name)} allPrivate${lock ? ' --file-lock-enabled' : ''}`];
    case 's3':
    case 'tigris':
    case 'other':
      return isOfAws(bucket)
        ? []
        : [
            `aws s3api create-bucket${endpointFlag(bucket)} --bucket ${shell(name)}${lock ? ' --object-lock-enabled-for-bucket' : ''}`,
            ...(versions && !lock
              ? [
                  `aws s3api put-bucket-versioning${endpointFlag(bucket)} --bucket ${shell(name)} --versioning-configuration Status=Enabled`,
                ]
              : []),
          ];
    case 'express':
    case 'r2':
      return [];
  }
}

/** A secret goes into a file that nobody else can read, and neither on a screen nor into its record. */
const unseen = (command: string, name: string) => `(umask 077 && ${command} > ${name}.key)`;

/** Makes keys with no more rights than these; nothing where only the provider's console does. */
export function keyCommands({ program, bucket, prefix, writes, deletes }: Right): string[] {
  const user = `stowage-${program}`;
  switch (bucket.kind) {
    case 's3':
    case 'express': {
      if (!isOfAws(bucket)) return [];
      const own = '$(aws sts get-caller-identity --query Account --output text)';
      return [
        `aws iam create-user --user-name ${user}`,
        `aws iam attach-user-policy --user-name ${user} --policy-arn "arn:aws:iam::${own}:policy/${POLICIES[program]}"`,
        unseen(`aws iam create-access-key --user-name ${user}`, `${user}-aws`),
      ];
    }
    // https://cloud.google.com/storage/docs/access-control/iam-roles: who writes over an object must be allowed to delete it.
    case 'gcs': {
      const member = `${user}@$PROJECT.iam.gserviceaccount.com`;
      const role = writes || deletes ? 'objectUser' : 'objectViewer';
      return [
        `gcloud iam service-accounts create ${user} --project="$PROJECT"`,
        `gcloud storage buckets add-iam-policy-binding ${gs(bucket)} --member="serviceAccount:${member}" --role=roles/storage.${role}`,
        unseen(`gcloud storage hmac create "${member}" --project="$PROJECT"`, `${user}-google`),
      ];
    }
    case 'azure':
      return [
        unseen(
          `az storage account keys list --account-name ${account(bucket)} --resource-group "$GROUP" --query '[0].value' --output tsv`,
          `stowage-${bucket.id}`,
        ),
      ];
    // https://www.backblaze.com/docs/cloud-storage-application-key-capabilities: a DELETE of S3 hides, which is a write.
    case 'b2': {
      const can = ['listFiles', 'readFiles', ...(writes || deletes ? ['writeFiles'] : [])];
      return [
        unseen(
          `b2 key create --bucket ${shell(bucket.name)}${prefix === '' ? '' : ` --name-prefix ${shell(prefix)}`} ${user} ${[...can, ...(deletes ? ['deleteFiles'] : [])].join(',')}`,
          `${user}-${bucket.id}`,
        ),
      ];
    }
    case 'r2':
    case 'tigris':
    case 'other':
      return [];
  }
}

/** Empty for a bucket whose provider has no rules that we write. */
export function rulesCommand(bucket: Bucket, file: string): string[] {
  const name = shell(bucket.name);
  switch (bucket.kind) {
    case 's3':
    case 'express':
    case 'tigris':
      return [
        `aws s3api put-bucket-lifecycle-configuration${endpointFlag(bucket)} --bucket ${name} --lifecycle-configuration file://${file}`,
      ];
    case 'r2': {
      const { jurisdiction } = r2Jurisdiction(bucket.region);
      const where = jurisdiction === undefined ? '' : ` --jurisdiction ${jurisdiction}`;
      return [`npx wrangler r2 bucket lifecycle set ${name} --file ${file}${where}`];
    }
    case 'gcs':
      return [`gcloud storage buckets update ${gs(bucket)} --lifecycle-file=${file}`];
    case 'azure':
      return [
        `az storage account management-policy create --account-name ${account(bucket)} --resource-group "$GROUP" --policy @${file}`,
      ];
    case 'b2':
      return [`b2 bucket update ${name} --lifecycle-rules "$(cat ${file})"`];
    case 'other':
      return [];
  }
}

/** Google keeps what is deleted until its soft delete is off. https://cloud.google.com/storage/docs/disable-soft-delete */
export const forgetCommand = (bucket: Bucket) =>
  `gcloud storage buckets update ${gs(bucket)} --clear-soft-delete`;
