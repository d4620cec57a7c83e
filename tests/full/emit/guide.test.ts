// needs: emit-validator
/** What the guide has an operator type at each provider, and in which order. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { B2, R2, STANDARD, commandsOf, emitted, jsonOf, textOf } from '#tests/helpers/emit/plans.ts';
import type { Asked, Stretch } from '#tests/helpers/emit/plans.ts';
import { validator } from '#tests/helpers/emit/tools.ts';

const NEARLINE = 'google/nearline@us-east1';
const AZURE = 'azure/blob-hot-zrs@eastus';
const WASABI = 'wasabi/pay-as-you-go@us-east-1';

const guideOf = (shape: readonly Stretch[], asked?: Asked) => textOf(emitted(shape, asked), 'README.md');

describe('a bucket', () => {
  test.each<[string, string[], string[]]>([
    [
      NEARLINE,
      [
        'gcloud storage buckets create gs://b --uniform-bucket-level-access --location=us-east1 --default-storage-class=NEARLINE',
      ],
      ['gcloud storage buckets update gs://b --lifecycle-file=lifecycle/store1.json'],
    ],
    [
      'google/autoclass@us-east1',
      [
        'gcloud storage buckets create gs://b --uniform-bucket-level-access --location=us-east1 --enable-autoclass',
      ],
      ['gcloud storage buckets update gs://b --lifecycle-file=lifecycle/store1.json'],
    ],
    [
      'google/standard-hns@nam4-turbo',
      [
        'gcloud storage buckets create gs://b --uniform-bucket-level-access --location=nam4 --recovery-point-objective=ASYNC_TURBO --enable-hierarchical-namespace',
      ],
      ['gcloud storage buckets update gs://b --lifecycle-file=lifecycle/store1.json'],
    ],
    [
      AZURE,
      [
        'az storage account create --name "$STORE1_ACCOUNT" --resource-group "$GROUP" --location eastus --kind StorageV2 --sku Standard_ZRS --allow-blob-public-access false',
        'az storage container create --account-name "$STORE1_ACCOUNT" --name b',
      ],
      [
        'az storage account management-policy create --account-name "$STORE1_ACCOUNT" --resource-group "$GROUP" --policy @lifecycle/store1.json',
      ],
    ],
    [
      'azure/blob-premium@eastus',
      [
        'az storage account create --name "$STORE1_ACCOUNT" --resource-group "$GROUP" --location eastus --kind BlockBlobStorage --sku Premium_LRS --allow-blob-public-access false',
        'az storage container create --account-name "$STORE1_ACCOUNT" --name b',
      ],
      [
        'az storage account management-policy create --account-name "$STORE1_ACCOUNT" --resource-group "$GROUP" --policy @lifecycle/store1.json',
      ],
    ],
    [
      B2,
      ['b2 bucket create b allPrivate'],
      ['b2 bucket update b --lifecycle-rules "$(cat lifecycle/store1.json)"'],
    ],
    [
      WASABI,
      ['aws s3api create-bucket --endpoint-url https://s3.us-east-1.wasabisys.com --bucket b'],
      [
        'aws s3api put-bucket-lifecycle-configuration --endpoint-url https://s3.us-east-1.wasabisys.com --bucket b --lifecycle-configuration file://lifecycle/store1.json',
      ],
    ],
    [
      STANDARD,
      ['(cd terraform && terraform init && terraform apply -target=aws_s3_bucket.store1)'],
      ['(cd terraform && terraform apply)'],
    ],
  ])('in %s is made, and gets its rules, by commands', (ref, makes, rules) => {
    const guide = guideOf([[0, ref]], { buckets: { [ref]: 'b' } });
    expect(commandsOf(guide, '## Make the buckets')).toEqual(makes);
    expect(commandsOf(guide, 'Set the lifecycle rules last')).toEqual(rules);
  });

  test('of AWS is made in the console, and gets its rules by its own command, where Terraform is not asked for', () => {
    const kinds = EMIT_KIND_NAMES.filter((kind) => kind !== 'terraform');
    const guide = guideOf([[0, STANDARD]], { buckets: { [STANDARD]: 'b' }, kinds });
    expect(guide).toContain(`In the console of its provider: store1 (${STANDARD}).`);
    expect(commandsOf(guide, 'Set the lifecycle rules last')).toEqual([
      'aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration file://lifecycle/store1.json',
    ]);
  });
});

describe('what the scenario asks of a bucket', () => {
  const objects = { size: '4 MB', arrivals: '11M/day', encryption: { kms: '1 %' } };
  const scenario = {
    workload: {
      objects,
      reads: { rate: '33M/day' },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    requirements: { features: ['object-lock'] },
  } as unknown as NonNullable<Asked['scenario']>;
  const makes = (ref: string, kinds = EMIT_KIND_NAMES) => {
    const guide = guideOf([[0, ref]], { buckets: { [ref]: 'b' }, scenario, kinds });
    const [, left = ''] = /Set these yourself before the first write:\n\n([^]*?)\n\n/.exec(guide) ?? [];
    return { commands: commandsOf(guide, '## Make the buckets'), left: left.split('\n') };
  };
  const MODE =
    '- the mode and the period of object lock: nothing is locked until the bucket, or each write, names them';

  test.each([
    [STANDARD, '-target=aws_s3_bucket_server_side_encryption_configuration.store1', []],
    [NEARLINE, '--default-encryption-key="$KMS_KEY" --enable-per-object-retention', []],
    [B2, 'b2 bucket create b allPrivate --file-lock-enabled', ['- encryption with your own key of store1']],
    [WASABI, '--bucket b --object-lock-enabled-for-bucket', ['- encryption with your own key of store1']],
    [AZURE, '--enable-versioning', ['- encryption with your own key of store1', '- object lock of store1']],
  ])('is set in %s before anything is written, or asked of the user', (ref, text, left) => {
    const made = makes(ref);
    expect(made.commands.join('\n')).toContain(text);
    expect(made.left).toEqual(expect.arrayContaining([...left, MODE]));
    expect(made.left.filter((one) => / of store1$/.test(one))).toEqual(left);
  });

  test('is left to the user in AWS where Terraform is not asked for', () => {
    const { left } = makes(
      STANDARD,
      EMIT_KIND_NAMES.filter((kind) => kind !== 'terraform'),
    );
    expect(left.slice(0, 4)).toEqual([
      '- encryption with your own key of store1',
      '- object lock of store1',
      '- versioning of store1',
      MODE,
    ]);
  });

  test('is nothing where it asks for nothing', () => {
    expect(guideOf([[0, STANDARD]])).not.toContain('Set these yourself');
  });
});

describe('keys', () => {
  const shape: readonly Stretch[] = [
    [0, STANDARD, NEARLINE],
    [7, R2, B2],
    [37, AZURE],
  ];
  const asked = { buckets: { [NEARLINE]: 'g', [B2]: 'b' }, prefix: 'media/' };

  test('of each program have the rights that its requests need, and no others', () => {
    const guide = guideOf(shape, asked);
    const rights = [...guide.matchAll(/^\| (mover|writer|router) \| (.*) \|$/gm)].map(
      ([, program, rest]) => `${program}: ${rest}`,
    );
    expect(rights).toEqual([
      'mover: store1 | media/ | list, read, delete',
      'mover: store2 | media/ | list, read, delete',
      'mover: store3 | media/ | list, read, write, delete',
      'mover: store4 | media/ | list, read, write, delete',
      // Its rule deletes.
      'mover: store5 | media/ | list, read, write',
      'writer: store1 | media/ | list, read, write, delete',
      'writer: store2 | media/ | list, read, write, delete',
      'router: store1 | media/ | list, read',
      'router: store2 | media/ | list, read',
      'router: store3 | media/ | list, read',
      'router: store4 | media/ | list, read',
      'router: store5 | media/ | list, read',
    ]);
  });

  test('are made by commands where a provider has them', () => {
    const guide = guideOf(shape, asked);
    const made = commandsOf(guide, '## Give each program its keys');
    const member = '"stowage-router@$PROJECT.iam.gserviceaccount.com"';
    expect(made).toEqual(
      expect.arrayContaining([
        'aws iam create-user --user-name stowage-writer',
        'aws iam attach-user-policy --user-name stowage-writer --policy-arn "arn:aws:iam::$(aws sts get-caller-identity --query Account --output text):policy/stowage-writer"',
        'gcloud iam service-accounts create stowage-router --project="$PROJECT"',
        'gcloud storage buckets add-iam-policy-binding gs://g --member="serviceAccount:stowage-mover@$PROJECT.iam.gserviceaccount.com" --role=roles/storage.objectUser',
        'gcloud storage buckets add-iam-policy-binding gs://g --member="serviceAccount:stowage-router@$PROJECT.iam.gserviceaccount.com" --role=roles/storage.objectViewer',
        `(umask 077 && gcloud storage hmac create ${member} --project="$PROJECT" > stowage-router-google.key)`,
        `(umask 077 && az storage account keys list --account-name "$STORE5_ACCOUNT" --resource-group "$GROUP" --query '[0].value' --output tsv > stowage-store5.key)`,
        '(umask 077 && aws iam create-access-key --user-name stowage-writer > stowage-writer-aws.key)',
        '(umask 077 && b2 key create --bucket b --name-prefix media/ stowage-mover listFiles,readFiles,writeFiles,deleteFiles > stowage-mover-store4.key)',
        '(umask 077 && b2 key create --bucket b --name-prefix media/ stowage-router listFiles,readFiles > stowage-router-store4.key)',
      ]),
    );
    expect(new Set(made).size).toBe(made.length);
    expect(guide).toContain(`in the console of the provider, for the one bucket: store3 (${R2}).`);
    for (const name of ['$PROJECT', '$GROUP', '$STORE5_ACCOUNT'])
      expect(guide).toContain(`- \`${name}\`, a variable of your shell: `);
    expect(guideOf([[0, R2]])).not.toContain('a variable of your shell');
  });

  test('of a Worker are secrets, and its R2 buckets need none', () => {
    const guide = guideOf([
      [0, STANDARD],
      [7, R2],
    ]);
    expect(commandsOf(guide, 'The Worker reads keys as secrets')).toEqual([
      '(cd router && for name in STORE1_ACCESS_KEY_ID STORE1_SECRET_ACCESS_KEY; do npx wrangler secret put "$name"; done)',
    ]);
  });

  test('are not asked for where no program is written', () => {
    expect(guideOf([[0, STANDARD]])).not.toContain('Give each program its keys');
  });
});

test('ages are a day or several days', () => {
  const guide = guideOf([
    [0, STANDARD],
    [1, R2],
    [2.5, B2],
  ]);
  expect(guide).toContain('- Objects: store1, from 1 day on store2, from 2.5 days on store3');
});

test("Google's soft delete is turned off last, by a command that says what that saves and costs", () => {
  const guide = guideOf([
    [0, NEARLINE],
    [7, R2],
  ]);
  const step = guide.slice(guide.indexOf('Turn soft delete off in store1'));
  expect(step).toMatch(/^[^\n]*once the mover and the rules have run well[^\n]* for 7 days\. It bills these/);
  expect(commandsOf(guide, 'Turn soft delete off')).toEqual([
    'gcloud storage buckets update gs://REPLACE-BUCKET-google-nearline-us-east1 --clear-soft-delete',
  ]);
  expect(guide.indexOf('Turn soft delete off')).toBeGreaterThan(
    guide.indexOf('Set the lifecycle rules last'),
  );
  expect(guideOf([[0, STANDARD]])).not.toContain('soft delete');
});

test('a jurisdiction of R2 is in its bucket, its rules, its address and the binding of the Worker', async () => {
  const eu = 'cloudflare/r2-standard@eu';
  const emission = emitted([
    [0, STANDARD],
    [7, eu],
  ]);
  using folder = new Folder({ 'it.tf': textOf(emission, 'terraform/lifecycle.tf') });
  const read = await validator();
  expect(JSON.stringify(await read('hcl', path.join(folder.path, 'it.tf')))).toMatch(
    /"jurisdiction":"eu".*"jurisdiction":"eu"/,
  );
  expect(jsonOf(emission, 'router/wrangler.json')).toMatchObject({ r2_buckets: [{ jurisdiction: 'eu' }] });
  expect(emission.placeholders.map(({ text }) => text)).toContain(
    'https://REPLACE-ACCOUNT-ID.eu.r2.cloudflarestorage.com',
  );
  const hint = textOf(emitted([[0, R2]]), 'terraform/lifecycle.tf');
  expect(hint).toContain('location   = "enam"');
  expect(hint).not.toContain('jurisdiction');
});
