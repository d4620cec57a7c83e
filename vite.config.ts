import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { WITHOUT_CARDS_OF_EXAMPLE } from './src/web/built-cards.ts';
import { contentVersion } from './src/setup/content-version.mjs';
import { withFileList } from './src/setup/file-list.mjs';
import { namesOfPricing } from './src/setup/names-of-pricing.mjs';

/** Files of the full tier that take more cases in the deep one. */
const inBothTiers = () =>
  globSync('tests/full/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('#tests/helpers/deep.ts'),
  );

/** Files that begin with `// needs: ` and one of these tools, or that open a page. */
const inNeedOf = (tools: readonly string[]) =>
  globSync('tests/{full,deep}/**/*.test.ts').filter((file) => {
    const text = readFileSync(file, 'utf8');
    const needs = /^\/\/ needs: (.+)/.exec(text)?.[1]?.split(', ') ?? [];
    return [...needs, ...(text.includes('#tests/helpers/web/') ? ['browser'] : [])].some((one) =>
      tools.includes(one),
    );
  });

export default defineConfig(({ command }) => ({
  plugins: [
    namesOfPricing(),
    sveltekit({
      adapter: withFileList(adapter({ pages: 'dist/web', assets: 'dist/web', strict: true }), 'dist/web'),
      files: { assets: 'static', hooks: { server: 'src/routes/hooks' } },
      // A visitor's browser keeps the site under this name, and fetches all of it again under another.
      version: { name: command === 'build' ? contentVersion(import.meta.dirname) : 'unbuilt' },
      paths: { relative: true },
      // All styles come with a page, in their order: nothing is drawn before them, and each file of them would be waited for.
      inlineStyleThreshold: 32_768,
      csp: {
        mode: 'hash',
        directives: {
          'default-src': ['self'],
          'script-src': [
            'self',
            `sha256-${createHash('sha256').update(WITHOUT_CARDS_OF_EXAMPLE).digest('base64')}`,
          ],
          'style-src': ['self'],
          // Charts are drawn into images for PNG export.
          'img-src': ['self', 'data:', 'blob:'],
          'worker-src': ['self'],
          'connect-src': ['self'],
          'object-src': ['none'],
          'base-uri': ['self'],
          'form-action': ['self'],
        },
      },
    }),
    // SvelteKit has a folder of its own for what workers load, and the engine of SQL alone is 34 MB.
    {
      name: 'one-folder-of-assets',
      enforce: 'post',
      config: () => ({
        worker: {
          rolldownOptions: {
            output: {
              assetFileNames: ({ names: [name = ''] }) =>
                `_app/immutable/${name.endsWith('.css') ? 'workers/' : ''}assets/[name].[hash][extname]`,
            },
          },
        },
      }),
    },
  ],
  build: { target: 'es2022', rolldownOptions: { checks: { pluginTimings: false } } },
  worker: {
    format: 'es',
    plugins: () => [svelte(), namesOfPricing()],
    // Hints for bundlers to come; nothing bundles these again.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        comments: { annotation: false },
        // What a worker begins with is one file: it packs better than several.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  test: {
    projects: ['quick', 'full', 'deep'].map((name) => ({
      extends: true as const,
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`, ...(name === 'deep' ? inBothTiers() : [])],
        exclude: inNeedOf((process.env['STOWAGE_TESTS_WITHOUT'] ?? '').split(',')),
        env: { STOWAGE_TIER: name },
        globalSetup: name === 'quick' ? [] : ['./tests/servers.ts', './tests/site.ts'],
      },
    })),
    environment: 'node',
    setupFiles: ['./tests/seed.ts'],
    pool: 'threads',
    maxWorkers: 2,
    // Tests wait for progress: these are for what never comes, on two cores that eight others keep busy.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    retry: 0,
    reporters: ['default', './tests/reporter.ts'],
  },
}));
