/** Every page in every look: light and dark, wide and on a phone. The full tier looks at each page once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  LOOKS,
  atRest,
  axeFindings,
  eventually,
  openFolds,
  openSite,
  overhang,
} from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

/** Pages, and what their scripts bring. */
const PAGES = [
  ['', '[data-testid=total]'],
  ['method/', 'h1'],
  ['prices/', 'h1'],
  ['prices/aws/s3-standard/', 'h1'],
  ['prices/aws/transfer/', 'h1'],
  ['prices/tigris/standard/2026-03-24/', 'h1'],
  ['datasets/', '#own'],
  ['datasets/endive-cas-2025/', 'form'],
  ['breakeven/', 'figure svg'],
  ['probe/', 'h1'],
] as const;

test.each(PAGES.flatMap((page) => LOOKS.map((look) => [...page, ...look] as const)))(
  'axe finds nothing on "%s" (%s) in %s, %s, and nothing runs off the side',
  async (address, brought, colorScheme, _, viewport) => {
    const context = await site.visitor({ viewport, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(site.url + address);
    await page.locator(brought).first().waitFor();
    if (address === '') {
      await atRest(page);
      await openFolds(page);
    }
    expect(await axeFindings(page)).toEqual([]);
    await eventually(() => overhang(page)).toBeLessThanOrEqual(0);
    await context.close();
    expect(site.misdeeds).toEqual([]);
  },
);
