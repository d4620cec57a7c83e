/** What a provider says in figures or in words, which no requirement asks for: the answer needs none of it. */
export const DESCRIBED = {
  'access-control': 'access control',
  'cdn-free-egress': 'CDN with free egress',
  'bucket-limit': 'buckets',
  'max-object-size': 'largest object',
  'request-rate-limit': 'request rate',
  zones: 'zones',
  'eu-uk-regions': 'regions in the EU and UK',
  sla: 'SLA',
  durability: 'durability',
  'minimum-duration-days': 'least days billed',
  'minimum-object-bytes': 'least bytes billed',
} as const;
export const DESCRIBED_NAMES = Object.keys(DESCRIBED) as [
  keyof typeof DESCRIBED,
  ...(keyof typeof DESCRIBED)[],
];

/** Those that a service says of all its classes: the others are figures of one class. */
export const SHARED_NAMES = [
  'access-control',
  'cdn-free-egress',
  'bucket-limit',
  'max-object-size',
  'request-rate-limit',
] as const;
