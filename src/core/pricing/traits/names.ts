/** Names of what decides against a store before its price does, in files and in words. */

/** What code relies on, by the name that scenarios and files write. */
export const FEATURES = {
  'object-lock': 'object lock',
  versioning: 'versioning',
  'conditional-put': 'conditional writes',
  'conditional-overwrite': 'conditional overwrites',
  'conditional-copy': 'conditional copies',
  'presigned-url': 'presigned URLs',
  'presigned-post': 'presigned POST',
  multipart: 'multipart uploads',
  'lifecycle-expire': 'lifecycle rules that delete',
  'lifecycle-transition': 'lifecycle rules between classes',
  replication: 'replication',
  'event-notifications': 'event notifications',
  'access-logs': 'access logs',
  inventory: 'inventory',
  'object-tagging': 'object tags',
  'sse-kms': 'SSE-KMS',
  'sse-c': 'SSE-C',
  'read-after-write': 'consistent reads',
  'list-after-write': 'consistent listings',
  checksums: 'checksums beyond MD5',
  'range-reads': 'range reads',
  append: 'append',
  'custom-domain': 'a domain of your own',
} as const;
export type Feature = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES) as [Feature, ...Feature[]];

export const CERTIFICATIONS = ['HIPAA', 'SOC 2', 'ISO 27001', 'PCI DSS', 'FedRAMP', 'C5', 'HDS'] as const;
export type Certification = (typeof CERTIFICATIONS)[number];
