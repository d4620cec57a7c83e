/** The built site is of the content of the checkout: two builds of one commit are the same. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { contentVersion } from '../../../src/setup/content-version.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('its version, under which a browser keeps it, comes from content', () => {
  const built = JSON.parse(readFileSync(`${root}/dist/web/_app/version.json`, 'utf8')) as { version: string };
  expect(built.version).toBe(contentVersion(root));
});
