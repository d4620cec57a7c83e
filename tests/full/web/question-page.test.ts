/** The question as a sentence: its blanks are read as people write, errors name them, and steps are taken back and again. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodePermalink } from '#permalink/permalink.ts';
import { blank, openExample, sharedLink, showMore } from '#tests/helpers/web/question.ts';
import { PHONE, WIDE, axeFindings, eventually, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite('small');
});
afterAll(async () => {
  expect(site.misdeeds).toEqual([]);
  await site.close();
});

async function opened(options?: Parameters<Site['visitor']>[0]): Promise<Page> {
  const page = await (await site.visitor({ first: true, ...options })).newPage();
  await page.goto(site.url);
  await finished(page);
  return page;
}

/** Certified, of the scenario in the sentence. */
const finished = (page: Page) =>
  page.getByRole('button', { name: 'Share', exact: true, disabled: false }).waitFor();

const scenarioOf = async (page: Page) => decodePermalink(await sharedLink(page)).text;
const toFix = (page: Page) => page.locator('#to-fix li').allTextContents();

test('the first screen has at most 150 words and 15 stops of the keyboard to its last chapter, the sentence first', async () => {
  const page = await opened({ viewport: { width: 1440, height: 900 } });
  await page.locator('.besides').waitFor();
  const words = await page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('.sentence input')];
    const shown = typed.map(({ value, placeholder }) => value || placeholder).join(' ');
    const screen = [
      ...document.querySelectorAll<HTMLElement>('h1, .sentence, .tools, .cards, .today, .line'),
    ];
    const said = screen.map(({ innerText }) => innerText).join(' ');
    return `${shown} ${said}`.split(/\s+/).filter((word) => /\w/.test(word)).length;
  });
  expect(words).toBeLessThanOrEqual(150);
  await page.locator('#content').focus();
  const stops: string[] = [];
  // The last of the four chapters that follow the cards.
  while (!/^Put it in place/.test(stops.at(-1) ?? '')) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return null;
      return (one.ariaLabel ?? one.textContent).trim();
    });
    stops.push(stop ?? '');
  }
  expect(stops[0]).toBe('Stored');
  expect(stops.length).toBeLessThanOrEqual(15);
  await page.context().close();
});

test('a newcomer’s figures are taken as they are said: bytes, objects, names of places and stores', async () => {
  const page = await opened();
  await blank(page, 'Stored').fill('300 TB');
  await blank(page, 'New objects').fill('20 TB a month');
  await blank(page, 'Object size').fill('2 MB');
  await blank(page, 'Today’s store').fill('S3 Standard, us-east-1');
  await blank(page, 'Kept for').fill('1 year');
  await blank(page, 'Reads').fill('10M times a day');
  await blank(page, 'Read p99, at most').fill('500 ms');
  await page.getByRole('button', { name: '3 places' }).click();
  await page.getByRole('button', { name: 'Remove reader 3' }).click();
  await blank(page, 'Reader 1 is at').fill('us-east-1');
  await blank(page, 'Reader 2 is at').fill('Germany');
  await blank(page, 'Reader 2 is at').blur();
  await eventually(() => blank(page, 'Reader 1 is at').inputValue()).toBe('AWS us-east-1');
  await finished(page);
  const { workload, current, requirements } = await scenarioOf(page);
  expect(workload.objects).toMatchObject({
    size: '2 MB',
    standing: '300 TB',
    arrivals: '20 TB/month',
    retention: '1 year',
  });
  expect(workload.reads?.rate).toBe('10M/day');
  // The shares of those who stay make up the whole.
  expect(workload.readers).toMatchObject([
    { at: 'aws/us-east-1', share: expect.closeTo(0.2 / 0.7, 5) },
    { at: 'internet/DE', share: expect.closeTo(0.5 / 0.7, 5) },
  ]);
  expect(current).toBe('aws/s3-standard@us-east-1');
  expect(requirements?.readP99).toBe('500 ms');
  await eventually(() => page.locator('.today').textContent()).toMatch(/^\s*Today: S3 Standard/);
  await blank(page, 'Object size').fill('4 MB');
  await eventually(() => blank(page, 'New objects').inputValue()).toBe('20 TB a month');
  await blank(page, 'Stored').fill('100M objects');
  await finished(page);
  expect((await scenarioOf(page)).workload.objects).toMatchObject({
    count: '100M',
    arrivals: '20 TB/month',
  });
  await page.context().close();
});

test('a number alone, a place that is none and reads of nothing are refused once, by the name of the blank', async () => {
  const page = await opened();
  await blank(page, 'Stored').fill('300');
  await eventually(() => toFix(page)).toEqual([
    expect.stringMatching(/^Stored: "300" has no unit; write 300 TB, or 300 objects$/),
  ]);
  await blank(page, 'Stored').fill('');
  await blank(page, 'Read p99, at most').fill('500');
  await eventually(() => toFix(page)).toEqual([expect.stringMatching(/^Read p99, at most: .*write 500 ms/)]);
  await blank(page, 'Read p99, at most').fill('800 ms');
  await blank(page, 'New objects').fill('12M');
  await eventually(() => toFix(page)).toEqual([
    expect.stringMatching(/^New objects: "12M" has no period; try 12M\/day/),
  ]);
  await blank(page, 'New objects').fill('nothing');
  await eventually(() => toFix(page)).toEqual([expect.stringMatching(/^Stored: objects are read/)]);
  await blank(page, 'New objects').fill('12M a day');
  await page.getByRole('button', { name: '3 places' }).click();
  await blank(page, 'Reader 1 is at').fill('Atlantis');
  await eventually(() => page.locator('.folds .issues').allTextContents()).toEqual([
    expect.stringContaining('Atlantis'),
  ]);
  expect(await toFix(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});

test('one part is open at a time', async () => {
  const page = await opened();
  await showMore(page);
  const part = (title: string) => page.locator('.folds summary', { hasText: title });
  await part('Requirements').click();
  await page.getByLabel('Zones, at least').waitFor();
  await part('Stores').click();
  await page.getByLabel('New: Store').waitFor();
  await eventually(() => page.locator('.folds details[open]').count()).toBe(1);
  await page.context().close();
});

test('steps are taken back and again by buttons, keys and the browser, an example too', async () => {
  const page = await opened();
  const size = blank(page, 'Object size');
  const undo = page.getByRole('button', { name: 'Undo' });
  await eventually(() => undo.isDisabled()).toBe(true);
  await size.focus();
  await page.keyboard.type('16 MB');
  await eventually(() => size.inputValue()).toBe('16 MB');
  await size.blur();
  await openExample(page, 'Thumbnails');
  const thumbnails = await blank(page, 'Stored').inputValue();
  await page.keyboard.press('Control+z');
  await eventually(() => size.inputValue()).toBe('16 MB');
  expect(await page.locator('h1').textContent()).not.toBe('Thumbnails');
  await undo.click();
  await eventually(() => size.inputValue()).toBe('4 MB');
  await eventually(() => undo.isDisabled()).toBe(true);
  await page.goForward();
  await eventually(() => size.inputValue()).toBe('16 MB');
  await page.keyboard.press('Control+Shift+z');
  await page.locator('h1', { hasText: 'Thumbnails' }).waitFor();
  await eventually(() => blank(page, 'Stored').inputValue()).toBe(thumbnails);
  await finished(page);
  await eventually(() => page.url()).toContain('#s=');
  await page.reload();
  await page.locator('h1', { hasText: 'Thumbnails' }).waitFor();
  await page.goBack();
  await eventually(() => size.inputValue()).toBe('16 MB');
  await page.context().close();
});

test('a name goes with the example it is of, and a name of one’s own stays', async () => {
  const page = await opened();
  await eventually(() => page.locator('h1').textContent()).toMatch(/^StreamingCo/);
  await blank(page, 'Object size').fill('5 MB');
  await eventually(() => page.locator('h1').textContent()).toBe(
    '12M a day more of 5 MB objects, 15.625M reads a day',
  );
  await finished(page);
  expect((await scenarioOf(page)).name).toBe('Untitled');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('Keep this one as').fill('Ours');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByRole('button', { name: 'Forget Ours' }).waitFor();
  await blank(page, 'Object size').fill('6 MB');
  await eventually(() => page.locator('h1').textContent()).toBe('Ours');
  await page.reload();
  await finished(page);
  await openExample(page, 'Ours');
  await eventually(() => blank(page, 'Object size').inputValue()).toBe('5 MB');
  await page.context().close();
});

test('YAML is pasted and opened from a file, and what is wrong in it is said with its line', async () => {
  const page = await opened();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const text = page.getByLabel('or paste it');
  const wrong = page.locator('.open .wrong li');
  const read = async (yaml: string) => {
    await text.fill(yaml);
    await page.getByRole('button', { name: 'Open this YAML' }).click();
  };
  await read('workload:\n  objects: { size: 3 MB, standing: 300 TB\n  reads: 1');
  await eventually(() => wrong.allTextContents()).toEqual([expect.stringMatching(/^Line \d:/)]);
  const yaml = (size: string) =>
    `workload:\n  objects:\n    size: ${size}\n    standing: 300 TB\n  reads: { rate: 10M/day }\n  readers: [{ at: internet/europe }]\nstores: [aws/s3-standard]\n`;
  await read(yaml('3 parsecs'));
  await eventually(() => wrong.allTextContents()).toEqual([
    expect.stringMatching(/^Line 3: Object size: .*parsecs/),
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await read(yaml('3 MB'));
  await eventually(() => blank(page, 'Stored').inputValue()).toBe('300 TB');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page
    .getByLabel('A file', { exact: true })
    .setInputFiles({ name: 'ours.yaml', mimeType: 'text/yaml', buffer: Buffer.from(yaml('7 MB')) });
  await eventually(() => blank(page, 'Object size').inputValue()).toBe('7 MB');
  await eventually(() => blank(page, 'Readers are in').inputValue()).toBe('Europe');
  await page.context().close();
});

test.each([
  ['a phone', PHONE],
  ['200 % zoom of a desk', { width: WIDE.width / 2, height: WIDE.height / 2 }],
] as const)('on %s blanks, sliders and panels run off no side', async (_, viewport) => {
  const page = await opened({ viewport });
  for (const label of ['Stored', 'Object size', 'New objects', 'Reads', 'Read p99, at most']) {
    await blank(page, label).focus();
    await page.getByLabel(`${label}, slider`).waitFor();
    const before = await blank(page, label).inputValue();
    await page.keyboard.press('ArrowUp');
    await eventually(() => blank(page, label).inputValue()).not.toBe(before);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    const fits = () =>
      page.locator('.under').evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    await eventually(fits).toBe(true);
  }
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('.under').waitFor({ state: 'detached' });
  for (const name of ['Open', 'Share']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator(`.${name.toLowerCase()}`).waitFor();
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.context().close();
});
