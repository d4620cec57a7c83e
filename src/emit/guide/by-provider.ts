/** What somebody types for a bucket at its provider. The guide asks for it. */
import type { Bucket } from '../course-types.ts';
import { shell } from '../quote.ts';

/** Empty for a bucket whose provider has no rules that we write. */
export function rulesCommand({ kind, name, endpoint, stores }: Bucket, file: string): string[] {
  switch (kind) {
    case 's3':
    case 'express':
    case 'tigris':
      return [
        `aws s3api put-bucket-lifecycle-configuration${stores[0]?.startsWith('aws/') ? '' : ` --endpoint-url ${shell(endpoint ?? '')}`} --bucket ${shell(name)} --lifecycle-configuration file://${file}`,
      ];
    case 'r2':
      return [`npx wrangler r2 bucket lifecycle set ${shell(name)} --file ${file}`];
    case 'gcs':
      return [`gcloud storage buckets update ${shell(`gs://${name}`)} --lifecycle-file=${file}`];
    case 'azure':
      return [
        `az storage account management-policy create --account-name "$ACCOUNT" --resource-group "$GROUP" --policy @${file}`,
      ];
    case 'b2':
      return [`b2 bucket update ${shell(name)} --lifecycle-rules "$(cat ${file})"`];
    case 'other':
      return [];
  }
}
