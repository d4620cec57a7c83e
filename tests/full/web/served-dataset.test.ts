import { spawn } from 'node:child_process';
import path from 'node:path';
import { test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM, runProgram } from '#tests/helpers/runProgram.ts';
import { connectToBrowser, eventually } from '#tests/helpers/web/site.ts';

test('the address that probe --demo leads to opens its dataset in pictures, once', async () => {
  using folder = new Folder();
  const out = path.join(folder.path, 'demo-2026');
  const demo = await runProgram(['probe', '--demo', '--out', out], { cwd: folder.path });
  const said = /its plots: stowage (serve --dataset .+)$/m.exec(demo.stderr)?.[1]?.split(' ') ?? [];
  const child = spawn(process.execPath, [PROGRAM, ...said, '--port', '0'], { cwd: folder.path });
  const browser = await connectToBrowser();
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      child.on('close', () => reject(new Error('serve ended before it said its address')));
    });
    const page = await browser.newPage();
    for (let visit = 0; visit < 2; visit++) {
      await page.goto(address);
      const shown = page.getByRole('region', { name: 'A little S3 on the machine that asked' });
      await eventually(() => shown.locator('figure svg').count()).toBeGreaterThan(1);
      await eventually(() => page.getByRole('button', { name: /^Remove demo-2026/ }).count()).toBe(1);
      await page.goto('about:blank');
    }
  } finally {
    await browser.close();
    child.kill('SIGTERM');
  }
});
