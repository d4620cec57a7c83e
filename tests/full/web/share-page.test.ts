/** The answer for others and for later: link, Markdown, picture, two printed pages, a frame; and two answers side by side. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePermalink } from '#permalink/permalink.ts';
import { blank, sharedLink } from '#tests/helpers/web/question.ts';
import { PHONE, axeFindings, bytesOf, eventually, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { smallExample } from '#tests/helpers/web/smallSite.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(async () => {
  expect(site.misdeeds).toEqual([]);
  await site.close();
});

const finished = (page: Page) =>
  page.getByRole('button', { name: 'Share', exact: true, disabled: false }).waitFor();

async function opened(address = site.url, options?: Parameters<Site['visitor']>[0]): Promise<Page> {
  const page = await (await site.visitor({ first: true, ...options })).newPage();
  await page.goto(address);
  await finished(page);
  return page;
}

test('the card goes out as Markdown with a link that opens it, and as a picture', async () => {
  const page = await opened();
  const [total, p99] = await Promise.all(['total', 'p99'].map((id) => page.getByTestId(id).textContent()));
  const link = await sharedLink(page);
  const markdown = (await page.locator('[data-share=Markdown]').textContent()) ?? '';
  expect(markdown).toMatch(/^\*\*Recommended: Everything in .+\.\*\* \$/);
  expect(markdown).toContain(`${total}/month, read p99 ${p99} (`);
  expect(markdown).toContain('| Placement | A month | read p99 | Verdict |');
  expect(markdown).toContain(`[Open it in Stowage](${link})`);
  for (const [name, ending, begins] of [
    ['Picture as SVG', '.svg', '<svg'],
    ['Picture as PNG', '.png', '\u0089PNG'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^streamingco.*\\${ending}$`));
    const bytes = await bytesOf(download);
    expect(bytes.toString('latin1')).toContain(begins);
    if (ending === '.svg')
      for (const said of [total ?? '?', 'Everything in']) expect(bytes.toString()).toContain(said);
  }
  await page.context().close();
});

test('in a frame of another page the card stands alone, with a link to the whole', async () => {
  const link = encodePermalink(smallExample('leave-s3'));
  const page = await (await site.visitor({ first: true, viewport: { width: 640, height: 420 } })).newPage();
  await page.goto(`${site.url}?embed#${link}`);
  await eventually(() => page.locator('.card .label').first().textContent()).toBe('Recommended');
  for (const away of ['header', '.sentence', '.chapters', '.line'])
    expect(await page.locator(away).filter({ visible: true }).count()).toBe(0);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  expect((await page.locator('.card h2').first().boundingBox())?.y).toBeLessThan(420);
  expect(await axeFindings(page)).toEqual([]);
  const whole = page.getByRole('link', { name: 'Open it in Stowage' });
  expect(await whole.evaluate((one: HTMLAnchorElement) => one.href)).toBe(`${site.url}#${link}`);
  await page.context().close();
});

test('printed it is two pages: the question with its cards, and the bill', async () => {
  const page = await opened(site.url, { colorScheme: 'dark' });
  await sharedLink(page);
  await page.evaluate(() => Object.assign(globalThis, { print: () => (document.title = 'printed') }));
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await eventually(() => page.title()).toBe('printed');
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(2);
  await page.emulateMedia({ media: 'print' });
  const seen = (selector: string) => page.locator(selector).filter({ visible: true }).count();
  expect(await seen('header, [role=toolbar], .share, .actions, .line button')).toBe(0);
  expect(await seen('.sentence')).toBe(1);
  await page.context().close();
});

test('an answer is pinned, and what differs after a change stands beside it, line by line, with both links', async () => {
  const page = await opened();
  const before = await page.getByTestId('total').textContent();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const compare = page.locator('.compare');
  await compare.getByText('The same: change it above.').waitFor();
  await blank(page, 'Object size').fill('8 MB');
  await blank(page, 'Today’s store').fill('S3 Standard (us-east-1)');
  await blank(page, 'Today’s store').blur();
  await finished(page);
  const line = (name: string) =>
    compare.locator('tr', { has: page.getByRole('rowheader', { name, exact: true }) });
  const cells = (name: string) => line(name).locator('td').allTextContents();
  await eventually(() => cells('Object size')).toEqual(['4 MB', '8 MB']);
  expect(await cells('Today’s store')).toEqual(['–', 'S3 Standard (us-east-1)']);
  await eventually(async () => (await cells('Cost a month'))[0]).toBe(before);
  expect((await cells('Cost a month'))[1]).toContain(`${await page.getByTestId('total').textContent()} +$`);
  for (const name of ['Placement', 'Storage', 'Read p99', 'Verdict'])
    await eventually(() => line(name).count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await overhang(page)).toBeLessThanOrEqual(0);

  const links = compare.getByRole('link', { name: 'its link' });
  await eventually(() => links.count()).toBe(2);
  const [pinned] = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
  const other = await page.context().newPage();
  await other.goto(pinned ?? '');
  await eventually(() => other.getByTestId('total').textContent()).toBe(before);

  await page.getByRole('button', { name: 'Back to the pinned' }).click();
  await eventually(() => page.getByTestId('total').textContent()).toBe(before);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await compare.waitFor({ state: 'detached' });
  await page.context().close();
});

test('an old link is put beside today’s prices', async () => {
  const old = encodePermalink({ ...smallExample('streamingco'), asOf: '2026-09-01', knownOn: '2026-11-20' });
  const page = await opened(`${site.url}#${old}`);
  await page.getByRole('button', { name: 'Compare with today’s prices' }).click();
  const dates = page.locator('.compare tr', { has: page.getByRole('rowheader', { name: 'Prices of' }) });
  await eventually(() => dates.locator('td').first().textContent()).toBe('2026-09-01');
  await page.context().close();
});
