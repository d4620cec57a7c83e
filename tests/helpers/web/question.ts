/** What a visitor does with the question of the Plan page. */
import type { Page } from 'playwright-core';
import { eventually } from './site.ts';

/** A blank of the sentence, or a field of a part below it, by its label. */
export const blank = (page: Page, label: string) =>
  page.locator('.sentence, .folds').getByLabel(label, { exact: true });

/** The slider that opens at a blank. */
export async function sliderAt(page: Page, label: string) {
  await blank(page, label).focus();
  const slider = page.getByLabel(`${label}, slider`);
  await slider.focus();
  return slider;
}

export async function openExample(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.open').getByRole('button', { name: title, exact: true }).click();
  await page.locator('h1', { hasText: title }).waitFor();
}

/** What folds away below the sentence. */
export async function showMore(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if ((await more.getAttribute('aria-expanded')) !== 'true') await more.click();
  await page.locator('.folds').waitFor();
}

/** The link of the answer that stands. */
export async function sharedLink(page: Page): Promise<string> {
  const share = page.getByRole('button', { name: 'Share', exact: true });
  if ((await share.getAttribute('aria-expanded')) !== 'true') await share.click();
  const link = page.locator('[data-share=Link]');
  await eventually(() => link.textContent()).toMatch(/^http/);
  return (await link.textContent()) ?? '';
}
