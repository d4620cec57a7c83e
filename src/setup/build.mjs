// Builds what is missing or stale. `node src/setup/build.mjs [catalog] [cli] [library] [web]` builds those regardless.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { drawnOnServer } from './pictures.mjs';
import { WEB_INPUTS, treeHash } from './content-version.mjs';
import { goodNodeFolder } from './node.mjs';
import { root, run, runMain, say, SetupError } from './place.mjs';

/** @param {string} relative */
const at = (relative) => path.join(root, relative);

/**
 * @typedef {object} Target
 * @property {string} title
 * @property {string[]} inputs files and folders it is made from
 * @property {string} output a file that exists once it is built
 * @property {() => Promise<void>} make
 */

/** @type {Record<'catalog' | 'cli' | 'library' | 'web', Target>} */
const targets = {
  // Prices and datasets as JSON, for the bundles below to take in.
  catalog: {
    title: 'the catalog',
    inputs: ['src/catalog', 'src/core', 'src/formats', 'pricing', 'datasets'],
    output: 'dist/.catalog-stamp',
    make: makeCatalog,
  },
  cli: {
    title: 'the command line',
    inputs: ['src', 'pricing', 'datasets', 'package.json', 'package-lock.json'],
    output: 'dist/cli/stowage.mjs',
    make: makeCli,
  },
  library: {
    title: 'the library',
    inputs: ['src/catalog', 'src/core', 'src/importers', 'pricing', 'datasets'],
    output: 'dist/library/index.d.ts',
    make: makeLibrary,
  },
  web: {
    title: 'the web app',
    inputs: WEB_INPUTS,
    output: 'dist/web/index.html',
    make: makeWeb,
  },
};

/**
 * @param {(keyof typeof targets)[]} names
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuilt(names, { force = false } = {}) {
  /** @type {(keyof typeof targets)[]} */
  const all = ['catalog', ...names.filter((name) => name !== 'catalog')];
  for (const name of all) {
    const { title, inputs, output, make } = targets[name];
    const stamp = at(`dist/.${name}-stamp`);
    const fingerprint = treeHash(root, inputs, ({ mtimeMs }) => `${mtimeMs}\n`);
    const isCurrent =
      existsSync(at(output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
    if (isCurrent && !force) continue;
    if (name !== 'catalog') say(`Building ${title}...`);
    await make();
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
  }
}

/** The hook for src/catalog/build.ts: run from the top of the checkout with the one argument `bundle`. */
async function makeCatalog() {
  if (!existsSync(at('src/catalog/build.ts'))) return;
  const program = at('dist/setup/catalog-build.mjs');
  await bundle('src/catalog/build.ts', { file: program, codeSplitting: false });
  const code = await run(process.execPath, [program, 'bundle'], { stdio: ['ignore', 2, 2] });
  if (code !== 0)
    throw new SetupError(`src/catalog/build.ts could not compile pricing/ and datasets/ (exit ${code}).`);
}

async function makeCli() {
  if (!existsSync(at('src/cli/main.ts')))
    throw new SetupError('src/cli/main.ts is missing, so there is no CLI to build.');
  const dir = at('dist/cli');
  rmSync(dir, { recursive: true, force: true });
  await bundle('src/cli/main.ts', {
    dir,
    entryFileNames: 'stowage.mjs',
    chunkFileNames: 'parts/[name].mjs',
    // A command loads its own parts alone; each part takes time to open, so what most commands share is one.
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 24 }] },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle(
    'src/web/pictures/pictures.ts',
    { file: path.join(dir, 'pictures.mjs'), codeSplitting: false },
    drawnOnServer(),
  );
  const program = path.join(dir, 'stowage.mjs');
  chmodSync(program, 0o755);
  // For editors: examples name these files.
  mkdirSync(at('dist/schema'), { recursive: true });
  const node = path.join(await goodNodeFolder(), 'node');
  for (const name of ['scenario', 'usage', 'probe', 'dataset', 'config', 'answer'])
    writeFileSync(at(`dist/schema/${name}.json`), execFileSync(node, [program, 'schema', name]));
}

async function makeLibrary() {
  const entry = 'src/catalog/library.ts';
  await bundle(entry, { file: at('dist/library/index.mjs'), codeSplitting: false, minify: true });
  const { declarationsOf } = await import('./declarations.mjs');
  writeFileSync(at('dist/library/index.d.ts'), declarationsOf(entry));
}

/**
 * What runs on Node 20. Rolldown alone: SvelteKit would not load there.
 * @param {string} input
 * @param {import('rolldown').OutputOptions} output
 * @param {import('rolldown').Plugin[]} [plugins]
 */
async function bundle(input, output, plugins = []) {
  const { build } = await import('rolldown');
  try {
    await build({
      cwd: root,
      input,
      platform: 'node',
      tsconfig: false,
      logLevel: 'warn',
      plugins: [textFiles, ...plugins],
      external: [/^@duckdb\/node-/, /^@aws-sdk\//, 'undici'],
      transform: { target: 'node20', define: { 'import.meta.env.SSR': 'true' } },
      // Modules stand in functions; in parentheses, V8 would compile them all before the first runs.
      optimization: { pifeForModuleWrappers: false },
      output: { format: 'esm', ...output },
    });
  } catch (error) {
    throw new SetupError(
      `Could not bundle ${input}.\n${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * `import text from './file?raw'`, as Vite has it.
 * @type {import('rolldown').Plugin}
 */
const textFiles = {
  name: 'text-files',
  resolveId: (id, importer) =>
    id.endsWith('?raw') && importer ? path.resolve(path.dirname(importer), id) : null,
  load: (id) =>
    id.endsWith('?raw')
      ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))};`
      : null,
};

async function makeWeb() {
  rmSync(at('dist/web'), { recursive: true, force: true });
  const vite = at('node_modules/vite/bin/vite.js');
  const code = await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    stdio: ['ignore', 'ignore', 2],
  });
  if (code !== 0) throw new SetupError(`The web app did not build (exit ${code}); the message is above.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(async () => {
    const names = /** @type {(keyof typeof targets)[]} */ (process.argv.slice(2));
    const unknown = names.find((name) => !Object.hasOwn(targets, name));
    if (unknown)
      throw new SetupError(`No target "${unknown}". There are: ${Object.keys(targets).join(', ')}.`);
    await ensureBuilt(names, { force: true });
  });
}
