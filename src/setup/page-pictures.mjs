// Pictures of the built Plan page for README.md, in both looks.
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { root } from './place.mjs';

const SIZE = { width: 1200, height: 720 };
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Writes docs/plan-light.png and docs/plan-dark.png. */
export async function drawPictures() {
  const { chromium } = await import('playwright-core');
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  try {
    for (const look of /** @type {const} */ (['light', 'dark'])) {
      const page = await browser.newPage({ viewport: SIZE, colorScheme: look });
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.waitForLoadState('networkidle');
      await page.getByText('Recommended').first().waitFor();
      // The answer is drawn once it is certified; nothing on the page says so.
      await page.waitForTimeout(3000);
      await page.screenshot({ path: path.join(root, `docs/plan-${look}.png`) });
    }
  } finally {
    await browser.close();
    server.close();
  }
}

/** @type {import('node:http').RequestListener} */
function answer({ url = '/' }, response) {
  const site = path.join(root, 'dist/web');
  let file = path.join(site, decodeURIComponent(new URL(url, 'http://localhost').pathname));
  if (existsSync(file) && statSync(file).isDirectory()) file = path.join(file, 'index.html');
  if (!file.startsWith(site) || !existsSync(file)) return void response.writeHead(404).end();
  const type = TYPES[/** @type {keyof typeof TYPES} */ (path.extname(file))] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
}
