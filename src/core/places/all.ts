/** Every table of places. */
import { AWS_PLACES } from './aws.ts';
import { AZURE_PLACES } from './azure.ts';
import { GOOGLE_PLACES } from './google.ts';
import { INDEPENDENT_PLACES } from './independents.ts';
import { INTERNET_PLACES } from './internet.ts';
import type { Place } from './place.ts';
import { SMALLER_CLOUD_PLACES } from './smaller-clouds.ts';

export const ALL_PLACES: readonly Place[] = [
  ...AWS_PLACES,
  ...AZURE_PLACES,
  ...GOOGLE_PLACES,
  ...INDEPENDENT_PLACES,
  ...SMALLER_CLOUD_PLACES,
  ...INTERNET_PLACES,
];
