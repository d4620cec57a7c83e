// A Chromium for the browser tests: the one named by CHROME_PATH, the system's, or the one npm brings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, capture, madeOnce, root, say, SetupError } from './place.mjs';

/**
 * @typedef {object} Browser
 * @property {string} executablePath
 * @property {string[]} args
 * @property {Record<string, string>} env
 */

/** @returns {Promise<Browser>} Unpacks the npm one where there is no other; that happens once. */
export async function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named && !existsSync(named))
    throw new SetupError(`CHROME_PATH names ${named}, and there is no such file.`);
  const installed = named || ['/usr/bin/chromium'].find((file) => existsSync(file));
  if (installed) return { executablePath: installed, args: ['--no-sandbox'], env: {} };
  const folder = await unpackedChromium();
  return {
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    // Its own copies of the libraries a bare system lacks (NSS), and its own fonts.
    env: { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
}

async function unpackedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(
      'No Chromium found. Set CHROME_PATH to a Chrome or Chromium binary and run this again.',
    );
  }
  const manifest = path.join(root, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const folder = path.join(cacheFolder, `chromium-${version}`);
  return madeOnce(folder, async (draft) => {
    say('Unpacking Chromium (once)...');
    // It takes any folder it finds as complete.
    const program = `await (await import('@sparticuz/chromium')).default.executablePath()`;
    const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
    const command = ['--input-type=module', '-e', program];
    const { status, stderr } = await capture(process.execPath, command, { cwd: root, env });
    if (status !== 0) throw new SetupError(`Chromium could not be unpacked into ${draft}: ${stderr.trim()}`);
    const fonts = path.join(draft, 'fonts', 'fonts.conf');
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', path.join(folder, 'fonts')));
  });
}
