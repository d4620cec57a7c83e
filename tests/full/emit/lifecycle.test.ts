import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  B2,
  EXPRESS,
  R2,
  R2_IA,
  STANDARD,
  STANDARD_IA,
  emitted,
  jsonOf,
  textOf,
} from '#tests/helpers/emit/plans.ts';

const days = z.int().gte(0).lte(2_147_483_647);

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_LifecycleRule.html, of what is used here. */
const S3Configuration = z.strictObject({
  Rules: z
    .array(
      z
        .strictObject({
          ID: z.string().max(255),
          Status: z.enum(['Enabled', 'Disabled']),
          // A filter has exactly one of these.
          Filter: z.union([
            z.strictObject({ Prefix: z.string() }),
            z.strictObject({ ObjectSizeGreaterThan: z.int().gte(0) }),
          ]),
          Transitions: z
            .array(
              z
                .strictObject({
                  Days: days,
                  StorageClass: z.enum([
                    'STANDARD_IA',
                    'ONEZONE_IA',
                    'INTELLIGENT_TIERING',
                    'GLACIER_IR',
                    'GLACIER',
                    'DEEP_ARCHIVE',
                  ]),
                })
                .refine(({ Days, StorageClass }) => !/_IA$/.test(StorageClass) || Days >= 30),
            )
            .min(1)
            .optional(),
          Expiration: z.strictObject({ Days: days.gte(1) }).optional(),
          AbortIncompleteMultipartUpload: z.strictObject({ DaysAfterInitiation: days.gte(1) }).optional(),
        })
        .refine((rule) => rule.Transitions ?? rule.Expiration ?? rule.AbortIncompleteMultipartUpload),
    )
    .min(1)
    .max(1000)
    .refine((rules) => new Set(rules.map(({ ID }) => ID)).size === rules.length),
});

/** Rules of a directory bucket know neither transitions nor tags. */
const expressKeys = ['ID', 'Status', 'Filter', 'Expiration', 'AbortIncompleteMultipartUpload'];

const r2Age = z.strictObject({
  condition: z.strictObject({ type: z.literal('Age'), maxAge: z.int().gte(1) }),
});
/** https://developers.cloudflare.com/api/resources/r2/subresources/buckets/subresources/lifecycle/methods/update/ */
const R2Configuration = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        enabled: z.boolean(),
        conditions: z.strictObject({ prefix: z.string() }),
        abortMultipartUploadsTransition: r2Age.optional(),
        deleteObjectsTransition: r2Age.optional(),
        storageClassTransitions: z
          .array(z.strictObject({ ...r2Age.shape, storageClass: z.literal('InfrequentAccess') }))
          .optional(),
      }),
    )
    .max(1000),
});

/** https://cloud.google.com/storage/docs/json_api/v1/buckets#lifecycle */
const GcsConfiguration = z.strictObject({
  lifecycle: z.strictObject({
    rule: z.array(
      z.strictObject({
        action: z.union([
          z.strictObject({
            type: z.literal('SetStorageClass'),
            storageClass: z.enum(['NEARLINE', 'COLDLINE', 'ARCHIVE']),
          }),
          z.strictObject({ type: z.enum(['Delete', 'AbortIncompleteMultipartUpload']) }),
        ]),
        condition: z.strictObject({ age: days }),
      }),
    ),
  }),
});

const azureAge = z.strictObject({ daysAfterCreationGreaterThan: days }).optional();
/** https://learn.microsoft.com/azure/storage/blobs/lifecycle-management-policy-structure */
const AzureConfiguration = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        enabled: z.boolean(),
        name: z.string().regex(/^[A-Za-z0-9]{1,256}$/),
        type: z.literal('Lifecycle'),
        definition: z.strictObject({
          actions: z.strictObject({
            baseBlob: z.strictObject({
              tierToCool: azureAge,
              tierToCold: azureAge,
              tierToArchive: azureAge,
              delete: azureAge,
            }),
          }),
          filters: z.strictObject({
            blobTypes: z.array(z.enum(['blockBlob', 'appendBlob'])).min(1),
            prefixMatch: z.array(z.string().min(3)).max(10),
          }),
        }),
      }),
    )
    .min(1)
    .max(100),
});

const FIRST = 'lifecycle/store1.json';

test('S3: to a colder class for what is large enough, deleted at the end, uploads in parts cleared', () => {
  const emission = emitted([
    [0, STANDARD],
    [40, STANDARD_IA],
  ]);
  expect(S3Configuration.parse(jsonOf(emission, FIRST)).Rules).toEqual([
    {
      ID: 'stowage-transition-1',
      Status: 'Enabled',
      // 128 KiB, as S3 moves no smaller ones by default.
      Filter: { ObjectSizeGreaterThan: 131_071 },
      Transitions: [{ Days: 40, StorageClass: 'STANDARD_IA' }],
    },
    { ID: 'stowage-expire', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 90 } },
    {
      ID: 'stowage-abort-uploads',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
    },
  ]);
  expect(emission.notes.join()).toContain('Objects smaller than 128 KiB stay');
});

test('a directory bucket deletes and clears, and moves nothing', () => {
  const { Rules } = S3Configuration.parse(jsonOf(emitted([[0, EXPRESS]], { retention: 3 }), FIRST));
  expect(Rules.map(({ Expiration }) => Expiration?.Days)).toEqual([3, undefined]);
  for (const rule of Rules) expect(expressKeys).toEqual(expect.arrayContaining(Object.keys(rule)));
});

test('R2 counts seconds', () => {
  const emission = emitted([
    [0, EXPRESS],
    [7, R2],
    [37, R2_IA],
  ]);
  const { rules } = R2Configuration.parse(jsonOf(emission, 'lifecycle/store2.json'));
  const day = 86_400;
  expect(rules.map((rule) => rule.storageClassTransitions?.[0]?.condition.maxAge)).toEqual([
    30 * day,
    undefined,
    undefined,
  ]);
  expect(rules[1]?.deleteObjectsTransition?.condition.maxAge).toBe(83 * day);
  expect(rules[2]?.abortMultipartUploadsTransition?.condition.maxAge).toBe(7 * day);
});

test('Google Cloud Storage and Azure have their own forms', () => {
  const google = emitted([
    [0, 'google/standard@us-east1'],
    [30, 'google/coldline@us-east1'],
  ]);
  expect(
    GcsConfiguration.parse(jsonOf(google, FIRST)).lifecycle.rule.map(({ condition }) => condition.age),
  ).toEqual([30, 90, 7]);
  const azure = emitted(
    [
      [0, 'azure/blob-hot@eastus'],
      [30, 'azure/blob-cool@eastus'],
    ],
    { buckets: { 'azure/blob-hot@eastus': 'media' } },
  );
  expect(AzureConfiguration.parse(jsonOf(azure, FIRST)).rules[0]?.definition).toEqual({
    actions: {
      baseBlob: {
        tierToCool: { daysAfterCreationGreaterThan: 30 },
        delete: { daysAfterCreationGreaterThan: 90 },
      },
    },
    filters: { blobTypes: ['blockBlob'], prefixMatch: ['media/'] },
  });
});

test('where a class is not what a bucket gives by default, the guide says what to write', () => {
  expect(emitted([[0, STANDARD_IA]]).notes.join()).toContain('must name the class STANDARD_IA');
  expect(emitted([[0, STANDARD]]).notes).toEqual([]);
});

test('names that were not given are marked, in upper case, and the guide lists those that stand in a file', () => {
  const emission = emitted([
    [0, EXPRESS],
    [7, R2],
  ]);
  expect(emission.placeholders.map(({ text }) => text)).toEqual([
    'REPLACE-BUCKET-aws-s3-express-one-zone-us-east-1--REPLACE-ZONE--x-s3',
    'REPLACE-BUCKET-cloudflare-r2-standard-enam',
    'https://REPLACE-ACCOUNT-ID.r2.cloudflarestorage.com',
  ]);
  for (const { text } of emission.placeholders) expect(textOf(emission, 'README.md')).toContain(text);
  const tigris = 'tigris/standard@global';
  const named = emitted([[0, tigris]], { buckets: { [tigris]: 'media' } });
  expect(named.placeholders).toEqual([]);
  expect(textOf(named, 'README.md')).toContain('--bucket media ');
});

test('B2 hides and then deletes, a day longer, where that is no twentieth of the time', () => {
  const emission = emitted([[0, B2]]);
  expect(jsonOf(emission, FIRST)).toEqual([
    {
      fileNamePrefix: '',
      daysFromUploadingToHiding: 90,
      daysFromHidingToDeleting: 1,
      daysFromStartingToCancelingUnfinishedLargeFiles: 7,
    },
  ]);
  expect(emission.notes.join()).toContain('That day is billed too');
  expect(jsonOf(emitted([[0, B2]], { retention: 19 }), FIRST)).toMatchObject([
    { daysFromUploadingToHiding: null, daysFromHidingToDeleting: 1 },
  ]);
});

test.each([
  ['wasabi/pay-as-you-go@us-east-1', ['Expiration', 'AbortIncompleteMultipartUpload']],
  ['tigris/standard@global', ['Expiration']],
])('%s takes rules of S3, of what it knows', (ref, does) => {
  const emission = emitted([[0, ref]]);
  const { Rules } = S3Configuration.parse(jsonOf(emission, FIRST));
  expect(Rules.flatMap((rule) => Object.keys(rule).slice(3))).toEqual(does);
  expect(Rules[0]).toMatchObject({ Filter: { Prefix: '' }, Expiration: { Days: 90 } });
  expect(textOf(emission, 'README.md')).toMatch(/put-bucket-lifecycle-configuration --endpoint-url https:/);
  expect(emission.files.some(({ path }) => path === 'mover/jobs.json')).toBe(false);
});

test('a store without rules of ours has no lifecycle file', () => {
  expect(
    emitted([[0, 'linode/object-storage@nl-ams']]).files.filter(({ path }) => path.startsWith('lifecycle/')),
  ).toEqual([]);
});
