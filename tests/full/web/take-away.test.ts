/** “Take it with you” on the Plan page: the files that the command line writes, read, named, copied and saved in a browser. */
import { unzipSync, strFromU8 } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { encodePermalink } from '#permalink/permalink.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { PHONE, axeFindings, bytesOf, eventually, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { smallExample } from '#tests/helpers/web/smallSite.ts';

const PATIENCE = { timeout: 240_000 };
const NASTY = '<img src=x onerror="document.title=1"> {@html 1} `| $(touch /tmp/owned)';

let site: Site;
let text: ScenarioText;
beforeAll(async () => {
  site = await openSite('small');
  text = smallExample('leave-s3');
});
afterAll(() => site.close());

async function opened(scenario: ScenarioText, options?: Parameters<Site['visitor']>[0]): Promise<Page> {
  const context = await site.visitor(options);
  const page = await context.newPage();
  await page.goto(`${site.url}#${encodePermalink(scenario).replace(/^[^#]*#/, '')}`);
  await page.getByTestId('total').waitFor(PATIENCE);
  await page.getByRole('button', { name: /^Download all/ }).waitFor(PATIENCE);
  return page;
}

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

test(
  'all files at once are those of stowage emit, and each opens by keys, is copied and saved',
  PATIENCE,
  async () => {
    const page = await opened(text);
    // Of the recommended one the alerts wait for the points at which it flips; the runner-up has none.
    await page.getByRole('button', { name: 'Show it' }).first().click();
    await page.locator('.all', { hasText: 'tigris/standard' }).waitFor(PATIENCE);
    await page.locator('.files[aria-busy=false]').waitFor(PATIENCE);
    const all = await saved(page, () => page.getByRole('button', { name: /^Download all/ }).click());
    expect(all.name).toBe('a-photo-archive-leaves-s3-files.zip');
    const files = Object.entries(unzipSync(all.bytes)).map(
      ([path, bytes]) => [path, strFromU8(bytes)] as const,
    );
    const id = (await page.locator('.all code').textContent())?.match(/--plan '([^']+)'/)?.[1] ?? '';

    using folder = new Folder({ 'scenario.yaml': JSON.stringify(text) });
    const { exit, stdout } = await runProgram(['emit', 'scenario.yaml', '--plan', id, '--json'], {
      cwd: folder.path,
    });
    expect(exit).toBe(0);
    const said = JSON.parse(stdout) as { files: { path: string; text: string }[] };
    expect(files).toEqual(said.files.map((file) => [file.path, file.text]));

    const guide = page.locator('details', { has: page.locator('summary code', { hasText: /^README\.md$/ }) });
    await guide.last().locator('summary').focus();
    await page.keyboard.press('Enter');
    const region = page.getByRole('region', { name: 'Text of README.md' });
    await eventually(() => region.textContent()).toBe(said.files[0]?.text);
    const one = await saved(page, () => page.getByRole('button', { name: 'Download README.md' }).click());
    expect([one.name, one.bytes.toString()]).toEqual(['README.md', said.files[0]?.text]);
    await page.getByRole('button', { name: 'Copy README.md' }).click();
    await eventually(() => page.locator('.files [role=status]').first().textContent()).not.toBe('');
    await page.context().close();
  },
);

test('a bucket that is named is no placeholder any more, and a wrong name says so', PATIENCE, async () => {
  const page = await opened(text);
  const name = page.getByLabel(/^Bucket in /).first();
  await page.getByText('REPLACE-BUCKET').first().waitFor();
  await name.fill('my-photos');
  await eventually(() => page.locator('.files').getByText('REPLACE-BUCKET').count()).toBe(0);
  await name.fill('a b');
  await eventually(() => name.getAttribute('aria-invalid')).toBe('true');
  await eventually(() => page.getByText('is no name of a bucket').isVisible()).toBe(true);
  const prefix = page.getByLabel('All keys begin with');
  await page.getByText('REPLACE-PREFIX/').first().waitFor();
  await prefix.fill('a*');
  await eventually(() => page.getByText('is no prefix of keys').isVisible()).toBe(true);
  await prefix.fill('media/');
  await eventually(() => page.locator('.files').getByText('REPLACE-PREFIX/').count()).toBe(0);
  await page.getByLabel('Date in the keys').fill('year');
  await eventually(() => page.getByText('has no {yyyy} and {mm}').isVisible()).toBe(true);
  await page.context().close();
});

/** Small objects in one store, large ones in another. */
const DIVIDED: ScenarioText = {
  stowage: 1,
  name: 'small and large',
  asOf: '2026-11-20',
  horizon: '1 month',
  workload: {
    objects: {
      size: [
        { share: 0.9, size: '16 KiB' },
        { share: 0.1, size: '64 MiB' },
      ],
      arrivals: '1M/day',
      retention: '40 days',
    },
    reads: { rate: '500M/day' },
    readers: [{ at: 'aws/us-east-1', share: 1 }],
    writer: 'internet/europe',
  },
  stores: ['cloudflare/r2-standard@enam', 'aws/s3-express-one-zone@us-east-1'],
  requirements: { zones: 1 },
  effort: 'none',
};

test(
  'keys of which one knows the store are typed or come from a file, and stand in the route',
  PATIENCE,
  async () => {
    const page = await opened(DIVIDED, { viewport: PHONE });
    const forms = page.getByLabel(/^Keys always in .*us-east-1\)$/);
    const route = page.locator('pre[aria-label="Text of router/route.json"]');
    const keys = async () =>
      (JSON.parse((await route.textContent()) ?? '{}') as { split?: { keys: unknown } }).split?.keys;
    await eventually(keys).toEqual([]);
    await forms.fill('films/*.mp4\n\n *.iso \n');
    const two = [
      { prefix: 'films/', suffix: '.mp4', store: 'store1' },
      { prefix: '', suffix: '.iso', store: 'store1' },
    ];
    await eventually(keys).toEqual(two);

    await forms.fill('films/*.mp4\nfilms/');
    await page.getByText('"films/" is no form of a key').waitFor(PATIENCE);
    await eventually(() => forms.getAttribute('aria-invalid')).toBe('true');
    await eventually(keys).toEqual(two.slice(0, 1));

    const file = page.getByLabel(/^A file of keys always in .*R2/);
    await file.setInputFiles({ name: 'all.txt', mimeType: 'text/plain', buffer: Buffer.alloc(200_000, 'a') });
    await page.getByText(/all\.txt is .*, and a list of forms is at most/).waitFor(PATIENCE);
    await file.setInputFiles({
      name: 'keys.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('thumbs/*\r\n'),
    });
    await eventually(keys).toEqual([...two.slice(0, 1), { prefix: 'thumbs/', suffix: '', store: 'store2' }]);
    await file.setInputFiles({
      name: 'many.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a*\n'.repeat(101)),
    });
    await page.getByText('101 forms are more than the 100 that a router looks at').waitFor(PATIENCE);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  },
);

test(
  'a name from a link stays text, axe finds nothing, and nothing hangs out of a phone',
  PATIENCE,
  async () => {
    const page = await opened({ ...text, name: NASTY }, { viewport: PHONE, colorScheme: 'dark' });
    await page.getByText('REPLACE-BUCKET').first().waitFor(PATIENCE);
    for (const name of ['README.md', 'prometheus/alerts.yaml'])
      await page.locator('.files summary', { hasText: name }).click(PATIENCE);
    expect(await page.title()).not.toBe('1');
    expect(await page.locator('img').count()).toBe(0);
    await eventually(() => page.getByRole('region', { name: 'Text of README.md' }).textContent()).toContain(
      'onerror',
    );
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await page.context().close();
    expect(site.misdeeds).toEqual([]);
  },
);
