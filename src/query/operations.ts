/** What logs call an operation, what the S3 API calls it, and what it does to an object. */

interface KnownOperation {
  /** In lower case, without `_` and `-`. */
  said: string;
  /** Name in the S3 API; empty for a record of something that was no request of its own. */
  name: string;
  kind: 'write' | 'read' | 'delete' | 'other';
}

const KINDS: Readonly<Record<string, KnownOperation['kind']>> = {
  GetObject: 'read',
  PutObject: 'write',
  PostObject: 'write',
  CopyObject: 'write',
  CompleteMultipartUpload: 'write',
  DeleteObject: 'delete',
};

/** Names in the S3 API, each followed by what else logs call it. */
const NAMES: Readonly<Record<string, string>> = {
  GetObject:
    'rest.get.object website.get.object get read getblob getlease getchunkdata.notinitialized getchunkdata.permanent',
  PutObject:
    'rest.put.object put write set setlease putblob putblobfromurl putchunk.notinitialized putchunk.permanent',
  PostObject: 'rest.post.object post',
  CopyObject: 'rest.copy.object copy copyblob',
  HeadObject: 'rest.head.object website.head.object head stat getblobproperties getblobmetadata',
  DeleteObject: 'rest.delete.object delete del remove deleteblob',
  DeleteObjects: 'rest.post.multiobjectdelete deletemultipleobjects',
  ListObjectsV2: 'rest.get.bucket list getbucket listblobs',
  ListObjects: '',
  ListObjectVersions: 'rest.get.bucketversions',
  CreateMultipartUpload: 'rest.post.uploads newmultipartupload',
  UploadPart: 'rest.put.part putobjectpart putblock',
  UploadPartCopy: 'rest.copy.part',
  CompleteMultipartUpload: 'rest.post.upload putblocklist',
  AbortMultipartUpload: 'rest.delete.upload',
  ListMultipartUploads: 'rest.get.uploads',
  ListParts: 'rest.get.upload listobjectparts getblocklist',
  HeadBucket: 'rest.head.bucket',
  ListBuckets: 'rest.get.service',
  GetBucketLocation: 'rest.get.location',
  GetBucketVersioning: 'rest.get.versioning',
  GetBucketPolicy: 'rest.get.bucketpolicy',
  GetBucketLogging: 'rest.get.loggingstatus',
  GetObjectAcl: 'rest.get.acl',
  PutObjectAcl: 'rest.put.acl',
  GetObjectTagging: 'rest.get.objecttagging',
  PutObjectTagging: 'rest.put.objecttagging',
  GetObjectAttributes: 'rest.get.objectattributes',
  RestoreObject: 'rest.post.object.restore',
};

/** One object of a DeleteObjects, what a lifecycle rule did, and the reading half of a copy. */
const RECORDS: readonly KnownOperation[] = [
  { said: 'batch.delete.object', name: '', kind: 'delete' },
  { said: 's3.expire.object', name: '', kind: 'delete' },
  { said: 's3.create.deletemarker', name: '', kind: 'delete' },
  { said: 'rest.copy.objectget', name: '', kind: 'other' },
  { said: 'rest.copy.partget', name: '', kind: 'other' },
];

export const OPERATIONS: readonly KnownOperation[] = [
  ...Object.entries(NAMES).flatMap(([name, others]) =>
    [name.toLowerCase(), ...others.split(' ').filter(Boolean)].map((said) => ({
      said,
      name,
      kind: KINDS[name] ?? ('other' as const),
    })),
  ),
  ...RECORDS,
];
