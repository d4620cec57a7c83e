/** The hosts at which providers answer S3 requests, as their own documents name them. */
import { describe, expect, test } from 'vitest';
import { isProvidersHost } from '#core/s3-addresses.ts';

describe('of the hosts of a provider', () => {
  test.each([
    ['digitalocean', 'nyc3.digitaloceanspaces.com'],
    ['hetzner', 'fsn1.your-objectstorage.com'],
    ['hetzner', 'nbg1.your-objectstorage.com'],
    ['hetzner', 'hel1.your-objectstorage.com'],
    ['linode', 'us-southeast-1.linodeobjects.com'],
    ['linode', 'nl-ams-1.linodeobjects.com'],
    ['scaleway', 's3.fr-par.scw.cloud'],
    ['scaleway', 's3.it-mil.scw.cloud'],
    ['storj', 'gateway.storjshare.io'],
    ['storj', 'gateway.eu1.storjshare.io'],
    ['storj', 'gateway.us1.storjshare.io'],
  ])('%s has %s', (provider, host) => {
    expect(isProvidersHost(provider, host)).toBe(true);
  });

  test.each([
    ['digitalocean', 'cdn.digitaloceanspaces.com'],
    ['digitalocean', 'nyc3-static.digitaloceanspaces.com'],
    ['digitalocean', 'a-bucket.nyc3.digitaloceanspaces.com'],
    ['hetzner', 'www.your-objectstorage.com'],
    ['hetzner', 'a-bucket.fsn1.your-objectstorage.com'],
    ['linode', 'website-us-east-1.linodeobjects.com'],
    ['linode', 'a-bucket.us-east-1.linodeobjects.com'],
    ['scaleway', 's3.functions.scw.cloud'],
    ['scaleway', 'a-bucket.s3.fr-par.scw.cloud'],
    ['storj', 'gateway.ap1.storjshare.io'],
    ['storj', 'gateway.gateway.storjshare.io'],
    ['storj', 'link.storjshare.io'],
    ['acme', 's3.fr-par.scw.cloud'],
  ])('%s has not %s', (provider, host) => {
    expect(isProvidersHost(provider, host)).toBe(false);
  });
});
