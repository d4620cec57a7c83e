import { afterAll, beforeAll, expect, test } from 'vitest';
import { showMore } from '#tests/helpers/web/question.ts';
import { eventually, openSite, type Site } from '#tests/helpers/web/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(() => site.close());

test('what a plan must meet, what its mechanisms must save and a choice of CDNs are set in the form', async () => {
  const page = await (await site.visitor()).newPage();
  await page.goto(site.url);
  const unfold = (title: string) => page.locator('summary', { hasText: title }).first();
  await showMore(page);
  await unfold('Requirements').click();
  await page.getByLabel('Sureness, at least').fill('90');
  await expect.poll(() => unfold('Requirements').textContent()).toMatch(/1 to fix/);
  await page.getByLabel('Sureness, at least').fill('75 %');
  await page.getByLabel('Zones, at least').fill('3');
  await page.getByLabel('Durability, at least').fill('11 nines');
  await page.getByLabel('Objects can be made again').check();
  await page.locator('.besides', { hasText: /sureness.*75.*3.zones, durability.11.nines/ }).waitFor();

  await unfold('Effort and doubt').click();
  await page.getByLabel('Router or cache: $ a month').fill('50');
  await page.getByLabel('Whatever it saves').check();
  await expect.poll(() => unfold('Effort and doubt').textContent()).toMatch(/the least cost/);
  await page.getByLabel('Recommend only what is as sure as asked').check();

  await unfold('Readers and writer').click();
  const cdn = page.getByLabel('Reader 2 reads');
  for (const choice of [
    'through any CDN, where it pays',
    'through one of these CDNs, where it pays',
    'through this CDN',
  ]) {
    await cdn.selectOption(choice);
    await page.getByLabel('Hit ratio 2').fill('0.9');
  }
  await eventually(() => page.getByLabel('Reader 2 via CDN').inputValue()).toBe('aws/cloudfront');
  await cdn.selectOption('without a CDN');
  await page.getByLabel('Hit ratio 2').waitFor({ state: 'detached' });
  expect(await page.getByText(/\d to fix/).count()).toBe(0);
  expect(site.misdeeds).toEqual([]);
});
