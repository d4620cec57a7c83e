import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { lastRecorded } from '#core/pricing/archive.ts';
import { parseBytesPerSecond } from '#core/rates.ts';
import { parseMs } from '#core/units.ts';
import { isUnmeasured, knownTitle, probeCostWords } from '#core/answer/figures/known.ts';
import { knownStores } from '#probe/costs/known-stores.ts';
import { knownMatrix } from '#probe/costs/known-matrix.ts';
import { operationWords } from '#web/datasets/dataset-words.ts';
import { parseCsv } from '#core/csv.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { QUESTIONS } from '#query/evidence-sql.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { evidenceDatabase } from '#tests/helpers/query/evidence.ts';
import { PHONE, axeFindings, bytesOf, eventually, openSite, overhang } from '#tests/helpers/web/site.ts';
import type { Site } from '#tests/helpers/web/site.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const fixture = fileURLToPath(new URL('../../fixtures/formats/s3bench/output.txt', import.meta.url));

let site: Site;

beforeAll(async () => {
  site = await openSite('whole');
});

afterAll(() => site.close());

describe('the Datasets page', () => {
  test('stands without its script: every dataset, each with its source, its caveats and all its figures', async () => {
    const context = await site.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/`);
    const catalog = page.getByRole('region', { name: 'All datasets' });
    const rows = catalog.locator('tbody tr');
    await eventually(() => rows.count()).toBe(allDatasets().length);
    for (const { id, title, licence, measurements } of allDatasets()) {
      const row = rows.filter({ has: page.locator(`a[href="${id}/"]`) });
      const text = await row.textContent();
      for (const part of [title, licence, String(measurements.length)]) expect(text, id).toContain(part);
    }
    await catalog.getByRole('link', { name: 'Object stores for Prisma Compute' }).click();
    await page.getByRole('heading', { level: 1, name: 'Object stores for Prisma Compute' }).waitFor();
    const [prisma] = allDatasets().filter(({ id }) => id === 'prisma-2026');
    const body = (await page.locator('main').textContent()) ?? '';
    for (const caveat of prisma?.caveats ?? ['none']) expect(body).toContain(caveat);
    expect(body).toContain(prisma?.hash);
    // What is held out of it, too: every prediction beside what was measured.
    const summary = page.getByText(/^Each of the \d+ predictions$/);
    await summary.click();
    const heldOut = page.getByRole('region', { name: 'Held-out cells' }).locator('tbody tr');
    await eventually(() => summary.textContent()).toBe(`Each of the ${await heldOut.count()} predictions`);
    await eventually(() => heldOut.locator('td:nth-child(6)').first().textContent()).toMatch(
      /^[+−]\d+(\.\d+)?%$/,
    );
    await page.goto(`${site.url}datasets/`);
    await eventually(() => page.locator('main').textContent()).toContain(
      'each predicted without the dataset that measured it',
    );
    await context.close();
  });

  test('says first which stores were measured from where, and a gap opens the run that fills it', async () => {
    const archive = wholeArchive();
    const matrix = knownMatrix(archive, allDatasets(), lastRecorded(archive));
    const context = await site.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/`);
    await page.getByRole('heading', { name: knownTitle(matrix.all) }).waitFor();
    const rows = page.getByRole('region', { name: 'What has been measured' }).locator('tbody tr');
    await eventually(() => rows.count()).toBe(matrix.rows.length);
    for (const [i, { name, cells }] of matrix.rows.entries()) {
      const row = rows.nth(i);
      await eventually(() => row.locator('th').textContent()).toContain(name);
      const texts = await row.locator('td').allTextContents();
      for (const [c, cell] of cells.entries())
        expect(texts[c]).toContain(
          cell === null ? '–' : 'command' in cell ? cell.command : operationWords(cell.operations),
        );
    }
    // What somebody measured leads to their dataset; what nobody did, to a command from that place.
    const tigris = rows.filter({ has: page.getByRole('link', { name: 'Tigris Standard', exact: true }) });
    await eventually(() => tigris.locator('td[data-of=Europe] a').first().getAttribute('href')).toMatch(
      /^[a-z0-9-]+\/$/,
    );
    const gap = tigris.locator('td[data-of="Asia Pacific"]');
    await gap.locator('summary').click();
    await eventually(() => gap.locator('code').innerText()).toContain('--from aws/ap-northeast-1');
    await context.close();
  });

  test('each store that nobody measured has its run, whose command is copied by key', async () => {
    const rows = knownStores(wholeArchive(), allDatasets(), lastRecorded(wholeArchive()));
    const open = rows.filter(isUnmeasured);
    const context = await site.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/`);
    await page.getByText(`The ${open.length} stores that nobody measured`).click();
    const items = page.getByRole('list', { name: 'Stores that nobody measured' }).getByRole('listitem');
    const shown = await items.allTextContents();
    expect(shown).toHaveLength(open.length);
    for (const [i, row] of open.entries())
      for (const words of [row.name, probeCostWords(row), row.command]) expect(shown[i]).toContain(words);
    // Where scripts run. The desk below comes with them.
    await page.locator('#own').waitFor();
    const one = items.nth(3);
    await one.locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(() => one.getByRole('status').textContent()).toBe('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(open[3]?.command);
    await context.close();
    const bare = await site.visitor({ javaScriptEnabled: false });
    const still = await bare.newPage();
    await still.goto(`${site.url}datasets/`);
    await still.getByText(`The ${open.length} stores that nobody measured`).click();
    await still.locator('ul summary').first().click();
    await eventually(() => still.locator('ul code').first().isVisible()).toBe(true);
    await bare.close();
  });

  test('a dataset stands in pictures, with and without its script, and its cells can be chosen by key or by brush', async () => {
    const bare = await site.visitor({ javaScriptEnabled: false });
    const still = await bare.newPage();
    await still.goto(`${site.url}datasets/macaron-2024/`);
    await eventually(() => still.locator('figure svg').count()).toBe(3);
    await bare.close();

    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/macaron-2024/`);
    const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
    const shown = page.getByRole('status');
    await shown.waitFor();
    await eventually(() => shown.textContent()).toBe('4 of 44 cells');
    await choice('In').selectOption('AWS us-west-1');
    await eventually(() => shown.textContent()).toBe('1 of 44 cells');
    const ridges = page.locator('figure').first();
    await eventually(() => ridges.getByRole('heading').textContent()).toMatch(/^The\sp99\sof\s.*\sis\s\d/);
    await ridges.getByText('Data', { exact: true }).click();
    await eventually(() => ridges.locator('tbody td').first().textContent()).toBe('S3 Standard, GET');

    // The same choice by brush: from the left end of the drawing to its middle.
    const drawing = page.locator('figure:has(.stretch) rect[role=presentation]');
    await drawing.scrollIntoViewIfNeeded();
    const box = await drawing.boundingBox();
    if (!box) throw new Error('the size chart has no room');
    await page.mouse.move(box.x + 2, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await eventually(() => choice('Sizes from').inputValue()).toBe('1');
    expect(Number(await choice('Sizes to').inputValue())).toBeGreaterThan(1);
    await choice('Sizes from').selectOption('4194304');
    await choice('Sizes to').selectOption('');
    await eventually(() => shown.textContent()).toBe('1 of 44 cells');

    // The crosshair by key.
    await page.getByText('The same by percentile, as curves').click();
    const slider = page.getByRole('slider', { name: 'Percentile' });
    await slider.focus();
    const before = await slider.getAttribute('aria-valuetext');
    await page.keyboard.press('Home');
    await eventually(() => slider.getAttribute('aria-valuetext')).not.toBe(before);
    await eventually(() => page.locator('figure', { has: slider }).locator('.reading').textContent()).toBe(
      await slider.getAttribute('aria-valuetext'),
    );
    await context.close();
  });

  test('rates stand as bars, as long as they are high', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/vultr-tiers-2025/`);
    const heading = page.getByRole('heading', { name: /bytes\sa\ssecond/ });
    const figure = page.locator('figure').filter({ has: heading });
    await page.getByRole('form', { name: 'Which cells are shown' }).waitFor();
    await figure.getByText('Data', { exact: true }).click();
    const values = (await figure.locator('tbody td:nth-child(2)').allTextContents()).map(parseBytesPerSecond);
    const bars = await figure
      .locator('svg .bar')
      .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('width'))));
    expect(values.length).toBeGreaterThan(3);
    const [value = NaN, bar = NaN] = [values[0], bars[0]];
    expect(bars.map((width) => (width / bar) * value)).toEqual(
      values.map((one) => expect.closeTo(one, -Math.log10(value / 50)) as number),
    );
    await context.close();
  });

  test('two measurements are compared by a ratio with its interval', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/`);
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    await page.getByText('How many times slower one is').click();
    await group('This').getByLabel('Dataset').selectOption('macaron-2024');
    await group('against this').getByLabel('Dataset').selectOption('macaron-2024');
    const far = group('against this').getByLabel('Measurement');
    const name = /, 1 KiB, in AWS eu-central-1/;
    await far.selectOption(
      await far.locator('option').filter({ hasText: name }).first().getAttribute('value'),
    );
    const figure = page.locator('figure').first();
    await eventually(() => figure.getByRole('heading').textContent()).toMatch(/times\sas\slong/);
    await figure.getByText('Data', { exact: true }).click();
    const rows = await figure
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
    expect(rows).toHaveLength(4);
    for (const [, first = '', second = '', ...others] of rows) {
      const [ratio = 0, low = 0, high = 0] = others.map(Number);
      // Of figures written to three digits each.
      expect(parseMs(second) / parseMs(first) / ratio).toBeCloseTo(1, 1);
      expect(low).toBeLessThanOrEqual(ratio);
      expect(high).toBeGreaterThanOrEqual(ratio);
    }
    await context.close();
  });

  test('SQL is answered by DuckDB in the page, as the engine of the command line answers it', async () => {
    const native = await evidenceDatabase();
    const context = await site.visitor();
    const page = await context.newPage();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(`${site.url}datasets/`);
    await page.getByText('Ask in SQL', { exact: true }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    expect(fetched.filter((url) => /\.wasm|duckdb/.test(url))).toEqual([]);
    const answered = async (sql: string) => {
      await page.getByLabel('SQL', { exact: true }).fill(sql);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('button[type=submit]:enabled').waitFor();
      return page
        .getByRole('region', { name: 'Answer' })
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    };
    // While it comes, the page says how far it is.
    await page.evaluate(() => {
      const loads: number[] = [];
      Object.assign(globalThis, { loads });
      new MutationObserver(() => {
        const bar = document.querySelector<HTMLProgressElement>('progress[aria-label=DuckDB]');
        if (bar && bar.value !== loads.at(-1)) loads.push(bar.value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await answered('SELECT 1 AS one');
    const loads = await page.evaluate(() => (globalThis as unknown as { loads: number[] }).loads);
    expect(loads.length).toBeGreaterThan(1);
    expect(loads).toEqual(loads.toSorted((a, b) => a - b));
    expect(fetched.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
    await page.getByRole('button', { name: 'Add the single requests of macaron-2024' }).click();
    await page.getByText('holds macaron-2024').waitFor();
    for (const { sql, title } of QUESTIONS) {
      const rows = (await native.run(sql)).map((row) => Object.values(row).map((cell) => String(cell ?? '')));
      expect(rows.length, title).toBeGreaterThan(1);
      expect(await answered(sql), title).toEqual(rows);
    }
    native.close();
    // The last answer stands as a chart, and as the same table in a file.
    const [columns, ...shown] = await page
      .getByRole('region', { name: 'Answer' })
      .locator('tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
    const drawn = page
      .locator('figure')
      .filter({ has: page.getByRole('heading', { name: /goes\sfrom\s.*\sas\s/ }) });
    await eventually(() => drawn.locator('svg path').count()).toBeGreaterThan(0);
    const saved = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).last().click(),
    ]).then(([download]) => bytesOf(download));
    const records = parseCsv(saved.toString());
    expect(records.map((record) => Object.values(record))).toEqual(shown);
    expect(Object.keys(records[0] ?? {})).toEqual(columns);
    // Shut in: nothing of the network, nothing to install, and a mistake is said in words.
    for (const [sql, words] of [
      [`SELECT * FROM '${site.url}a.csv'`, 'disabled by configuration'],
      ["SELECT * FROM read_csv('https://example.org/a.csv')", 'disabled by configuration'],
      ['LOAD json', 'disabled through configuration'],
      ['SET enable_external_access = true', 'locked'],
      ['SELEC 1', 'syntax error at or near "SELEC"'],
    ] as const) {
      expect(await answered(sql)).toEqual([]);
      await eventually(() => page.getByRole('alert').textContent()).toContain(words);
    }
    expect(fetched.filter((url) => !url.startsWith(site.url))).toEqual([]);
    await context.close();
  });

  test('a dropped file is imported, survives a reload, can be asked and compared, exported the same, and removed', async () => {
    const [endive] = allDatasets().filter(({ id }) => id === 'endive-cas-2025');
    const csv = measurementsCsv(endive?.measurements ?? []);
    const context = await site.visitor();
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await page.goto(`${site.url}datasets/`);
    const area = page.getByRole('group', { name: 'A file of your own' });
    await area.waitFor();
    const drop = (name: string, text: string) =>
      page
        .evaluateHandle(
          ([fileName = '', content = '']) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content], fileName));
            return transfer;
          },
          [name, text],
        )
        .then((dataTransfer) => area.dispatchEvent('drop', { dataTransfer }));
    await drop('My run.csv', csv);
    await page.getByText('30 figures read from My run.csv (stowage-csv)').waitFor();
    await page.getByRole('region', { name: 'My run.csv' }).getByText('Every figure').waitFor();

    await page.reload();
    await page.getByText('my-run, 30 figures').waitFor();
    await page.getByRole('button', { name: 'Show my-run' }).click();
    await page
      .getByRole('region', { name: 'My run.csv' })
      .getByRole('heading', { name: 'Every figure' })
      .waitFor();
    await page.getByText('Ask in SQL', { exact: true }).click();
    await page
      .getByLabel('SQL', { exact: true })
      .fill("SELECT COUNT(*) AS n FROM measurement WHERE dataset = 'my-run'");
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await eventually(() =>
      page.getByRole('region', { name: 'Answer' }).locator('tbody').textContent(),
    ).toContain('30');
    await page.getByText('How many times slower one is').click();
    const choices = page.getByRole('group', { name: 'This', exact: true }).getByLabel('Dataset');
    await eventually(() => choices.locator('option[value=my-run]').count()).toBe(1);

    const file = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'measurements.csv of my-run' }).click(),
    ]).then(([download]) => bytesOf(download));
    expect(file.toString()).toBe(csv);
    const head = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'dataset.yaml of my-run' }).click(),
    ]).then(([download]) => bytesOf(download));
    // The two files are a dataset's folder that the command line accepts.
    const again = parseDataset('my-run', parseYaml(head.toString()), parseCsv(csv));
    expect(again.measurements).toEqual(endive?.measurements);
    expect(again.checksums['measurements.csv']).toBe(sha256(csv));

    // Who measured it nobody has said; once somebody does, that stands in it and in its one file.
    expect(again.status).toBe('claimed');
    await page
      .getByRole('combobox', { name: 'Measured by, of my-run', exact: true })
      .selectOption('measured');
    await page.getByText('my-run is measured now.').waitFor();
    const one = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'One file of my-run' }).click(),
    ]).then(([download]) => bytesOf(download));
    using folder = new Folder({ 'my-run.dataset.json': one.toString() });
    const unpacked = await runProgram(['import', 'my-run.dataset.json', '--out', 'datasets/my-run'], {
      cwd: folder.path,
    });
    expect(unpacked).toMatchObject({ exit: 0 });
    expect(folder.read('datasets/my-run/measurements.csv')).toBe(csv);
    const read = loadDataset(`${folder.path}/datasets/my-run`, 'my-run');
    expect([read.status, read.hash]).toEqual(['measured', again.hash]);
    // And the other way: what the command line packs, the page reads.
    const packed = `${folder.path}/macaron-2024.dataset.json`;
    await runProgram(['datasets', 'export', `${ROOT}/datasets/macaron-2024`, '--out', packed]);
    await page.getByLabel('Drop a benchmark').setInputFiles(packed);
    await page.getByText('macaron-2024-2, 660 figures').waitFor();
    const back = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'One file of macaron-2024-2' }).click(),
    ]).then(([download]) => bytesOf(download));
    expect(back.toString()).toBe(
      readFileSync(packed, 'utf8').replace('"id":"macaron-2024"', '"id":"macaron-2024-2"'),
    );

    await drop('my run.csv', csv);
    await page.getByText('my-run-2, 30 figures').waitFor();
    for (const name of ['my-run', 'my-run-2', 'macaron-2024-2'])
      await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    await eventually(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await page.reload();
    await area.waitFor();
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    expect(sent).toEqual([]);
    await context.close();
  });

  test('a file that does not say all is shown at once and kept with its store, and one of no format names what was tried', async () => {
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/`);
    const input = page.getByLabel('Drop a benchmark');
    await input.waitFor();
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await eventually(() => page.getByRole('alert').textContent()).toContain('stowage-csv wants');
    await input.setInputFiles(fixture);
    const asked = page.getByRole('form', { name: 'What the file does not say' });
    await asked.waitFor();
    await page.getByText(/figures read from output\.txt \(s3bench\)\. Shown, not kept/).waitFor();
    await page
      .getByRole('region', { name: 'output.txt' })
      .getByRole('heading', { name: 'Every figure' })
      .waitFor();
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    const answers: Record<string, string> = {
      Store: 'aws/s3-standard',
      'Place of the store': 'nowhere',
      'Place of the client': 'aws/us-east-1',
    };
    for (const [label, text] of Object.entries(answers)) {
      const field = asked.getByLabel(label, { exact: true });
      if ((await field.count()) > 0) await field.fill(text);
    }
    await asked.getByRole('button', { name: 'Keep' }).click();
    await eventually(() => page.getByRole('alert').textContent()).toContain('“nowhere” is not understood');
    await asked.getByLabel('Place of the store').fill('aws/us-east-1');
    for (const label of ['What the client ran on', 'Size of the objects', 'Requests at once']) {
      const field = asked.getByLabel(label, { exact: true });
      if ((await field.count()) > 0)
        await field.fill(label.startsWith('Size') ? '1 B' : label.startsWith('What') ? 'a test' : 'unknown');
    }
    await asked.getByRole('button', { name: 'Keep' }).click();
    await page.getByText('figures read from output.txt (s3bench). Kept in this browser').waitFor();
    await context.close();
  });

  test('quantiles that fall do not refuse a file: they are marked, and found with their sum', async () => {
    const fallen = aDataset('fallen', [
      { statistic: 'p50', value: 30 },
      { statistic: 'p99', value: 10 },
    ]);
    const context = await site.visitor();
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/`);
    const input = page.getByLabel('Drop a benchmark');
    await input.waitFor();
    const buffer = Buffer.from(measurementsCsv(fallen.measurements));
    await input.setInputFiles({ name: 'fallen.csv', mimeType: 'text/csv', buffer });
    await page.getByText('2 figures read from fallen.csv (stowage-csv). Kept in this browser').waitFor();
    const own = page.getByRole('region', { name: 'fallen.csv' });
    await own.getByText(/At least 50% at 30 ms or above and 99% at 10 ms or below are 149%/).waitFor();
    const [row] = await own
      .getByRole('region', { name: 'Measurements' })
      .locator('tbody tr')
      .allTextContents();
    expect(row).toMatch(/30 ms.*10 ms.*out of order: p50 30 ms above p99 10 ms/);
    await context.close();
  });

  test('engines and samples are not among the files kept for use without a network; the pages are', async () => {
    const kept: string[] = await fetch(`${site.url}files.json`).then((response) => response.json());
    expect(kept.filter((file) => /\.(wasm|parquet)$|duckdb/.test(file))).toEqual([]);
    for (const { id } of allDatasets()) expect(kept).toContain(`datasets/${id}/`);
  });

  test.each([
    ['', '#own'],
    ['endive-cas-2025/', 'form'],
  ])('axe finds nothing on "%s", and nothing runs off the side of a phone', async (address, fromScript) => {
    const context = await site.visitor({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${site.url}datasets/${address}`);
    await page.locator(fromScript).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    // With every command in sight, too.
    await page
      .locator('main summary')
      .evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    for (const name of ['All datasets', 'What has been measured']) {
      const table = page.getByRole('region', { name });
      if ((await table.count()) > 0)
        expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    await context.close();
  });

  test('in all this no page reached another origin, broke its policy or threw', () => {
    expect(site.misdeeds).toEqual([]);
  });
});
