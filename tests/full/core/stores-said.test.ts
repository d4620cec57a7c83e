/** What people call stores, against the whole archive. */
import { expect, test } from 'vitest';
import { storeIssue } from '#core/scenario/check-stores.ts';
import { storesSaid } from '#core/scenario/stores-said.ts';
import { wholeArchive } from '#tests/sources.ts';

test.each([
  ['r2', 'cloudflare/r2-standard'],
  ['s3', 'aws/s3-standard'],
  ['b2', 'backblaze/b2'],
  ['gcs', 'google/standard'],
  ['express', 'aws/s3-express-one-zone'],
  ['Wasabi', 'wasabi/pay-as-you-go'],
  ['tigris', 'tigris/standard'],
  ['S3 Standard-IA', 'aws/s3-standard-ia'],
  ['azure', 'azure/blob-hot'],
])('%s is %s', (said, id) => {
  const archive = wholeArchive();
  expect(storesSaid(said, archive)[0]).toBe(id);
  expect(storeIssue({ store: said }, archive, { path: '' })?.suggestion).toBe(id);
});

test('what several providers call so is listed, and nobody’s is suggested', () => {
  const issue = storeIssue({ store: 'glacier' }, wholeArchive(), { path: '' });
  expect(issue?.suggestion).toBeUndefined();
  expect(issue?.message).toMatch(/there are .*scaleway\/glacier.*aws\/s3-glacier-deep-archive/);
});

test.each([
  ['s3-standart', 'aws/s3-standard'],
  ['r2-standart', 'cloudflare/r2-standard'],
  ['blob-hott', 'azure/blob-hot'],
  ['gcs-standard', 'google/standard'],
  ['gcs/nearlin', 'google/nearline'],
  ['aws/s3-standart', 'aws/s3-standard'],
])('%s, misspelt or of a provider by another name, suggests %s', (said, id) => {
  expect(storeIssue({ store: said }, wholeArchive(), { path: '' })?.suggestion).toBe(id);
});

test('a misspelt name that several providers have is listed, one that is like nothing is not', () => {
  const standart = storeIssue({ store: 'standart' }, wholeArchive(), { path: '' });
  expect(standart?.suggestion).toBeUndefined();
  expect(standart?.message).toMatch(/there are google\/standard, .*vultr\/standard/);
  expect(storeIssue({ store: 'zzzzzzzz' }, wholeArchive(), { path: '' })?.suggestion).toBeUndefined();
});
