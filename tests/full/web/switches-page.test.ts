/** Where the answer changes, and the winner map, in a browser: drawn beside the answer, moved by keys, taken away as data. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputFigure } from '#core/report/input-figure.ts';
import { arrangement, planName } from '#web/words/switches.ts';
import { axeFindings, eventually, openSite } from '#tests/helpers/web/site.ts';
import { openExample } from '#tests/helpers/web/question.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await openSite('small');
  page = await (await site.visitor()).newPage();
  await page.goto(site.url);
  await page.getByTestId('total').waitFor();
  await openExample(page, '10 PB stored, 10 PB sent a month');
  await page.locator('h1', { hasText: '10 PB' }).waitFor();
});

afterAll(() => site.close());

const PATIENCE = { timeout: 280_000 };

test(
  'switch points are told as sentences and as a drawing whose marks can be pressed',
  PATIENCE,
  async () => {
    const panel = page.locator('section[aria-labelledby=switches]');
    await panel.locator('li', { hasText: 'reads a day' }).waitFor(PATIENCE);
    const mark = panel.getByRole('button', { name: /: Above .* reads a day/ });
    await mark.focus();
    await page.keyboard.press('Enter');
    await eventually(() => mark.getAttribute('aria-pressed')).toBe('true');
    await eventually(() => panel.locator('.reading').textContent()).toMatch(
      /^Reads a day: .* Below, Backblaze B2 .*; above, R2 Standard/,
    );
  },
);

test('the winner map names its regions, and the arrow keys move a point over it', PATIENCE, async () => {
  const panel = page.locator('section[aria-labelledby=winners]');
  await panel.getByLabel('Up').selectOption('standing');
  await panel.getByRole('button', { name: 'Draw the map' }).click();
  await panel.locator('figure h3').waitFor(PATIENCE);
  await eventually(() => panel.locator('figure h3').textContent()).toMatch(/wins\s\d+%\sof this map/);
  const point = panel.getByRole('slider');
  const before = await point.getAttribute('aria-valuetext');
  await point.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(() => point.getAttribute('aria-valuetext')).not.toBe(before);
  await page.keyboard.press('Home');
  await eventually(() => point.getAttribute('aria-valuetext')).toBe(before);
  await panel.locator('summary', { hasText: 'Data' }).click();
  await eventually(() => panel.locator('tbody tr').count()).toBeGreaterThan(10);
  expect(await axeFindings(page)).toEqual([]);
  expect(site.misdeeds).toEqual([]);
});

test('a scenario that is left and come back to at once has its switch points still', PATIENCE, async () => {
  const panel = page.locator('section[aria-labelledby=switches]');
  await page.locator('section[aria-labelledby=switches][aria-busy=false] figure').waitFor(PATIENCE);
  await openExample(page, 'Thumbnails');
  await eventually(() => panel.getAttribute('aria-busy')).toBe('true');
  await openExample(page, '10 PB stored, 10 PB sent a month');
  await eventually(() => panel.getAttribute('aria-busy')).toBe('false');
  await eventually(() => panel.locator('li', { hasText: 'reads a day' }).count()).toBeGreaterThan(0);
});

test('a map that is asked for while the scenario changes is of the new one', PATIENCE, async () => {
  const visitor = await (await site.visitor()).newPage();
  await visitor.goto(site.url);
  await visitor.getByTestId('total').waitFor();
  const panel = visitor.locator('section[aria-labelledby=winners]');
  // Of this one it takes minutes.
  await openExample(visitor, 'Thumbnails');
  await visitor.locator('.answer[aria-busy=false]').waitFor(PATIENCE);
  await panel.getByRole('button', { name: 'Draw the map' }).click();
  await openExample(visitor, '10 PB stored, 10 PB sent a month');
  await panel.locator('figure h3').waitFor(PATIENCE);
  await eventually(() => panel.getAttribute('aria-busy')).toBe('false');
  expect(await panel.getByText('of the scenario as it was').count()).toBe(0);
  await panel.locator('summary', { hasText: 'Data' }).click();
  await eventually(() => panel.locator('tbody').textContent()).toContain('B2');
  await visitor.close();
});

test('plans and values in words', () => {
  expect(planName('age:aws/s3-standard@us-east-1>cloudflare/r2-standard@enam@7d:tier')).toContain(
    'S3 Standard for 7 days › R2 Standard',
  );
  expect(planName('single:backblaze/b2@us-east')).toBe('Backblaze B2 (us-east)');
  const pair = 'aws/s3-express-one-zone@us-east-1>aws/s3-standard@us-east-1';
  const [hot, cold] = ['S3 Express One Zone', 'S3 Standard'];
  for (const kind of ['size', 'popular', 'cache', 'age'])
    for (const bound of ['@64KiB', '@10%', '@3d', '@20min:upto-64KiB'])
      if (kind !== 'age' || bound === '@3d')
        expect(arrangement(`${kind}:${pair}${bound}`)).toBe(`${kind}:${pair}`);
  expect(arrangement(`cache:${pair}@6h:through,upto-2MB`)).toBe(`cache:${pair}:through`);
  expect(planName(`size:${pair}`)).toBe(`${hot} for small objects, ${cold} for large`);
  expect(planName(`size:${pair}@64KiB`)).toBe(`${hot} up to 64 KiB | ${cold}`);
  expect(planName(`popular:${pair}`)).toBe(`${hot} for popular objects, ${cold} for the rest`);
  expect(planName(`popular:${pair}@10%`)).toBe(`${hot} for the most read 10% | ${cold}`);
  for (const bound of ['', ':through'])
    expect(planName(`cache:${pair}${bound}`)).toBe(`${cold} + copies in ${hot}`);
  expect(planName(`cache:${pair}@3d`)).toBe(`${cold} + copies in ${hot} for 3 days`);
  expect(planName(null)).toBe('nothing');
  expect(inputFigure('USD/request', 0.000005)).toBe('$5 a million');
  expect(inputFigure('share', 0.25)).toBe('25%');
});
