/** What `stowage init` writes a scenario of: a file here each. */
export const TEMPLATE_NAMES = [
  'photos',
  'video',
  'backup',
  'data-lake',
  'thumbnails',
  'migrate',
  'self-hosted',
] as const;
