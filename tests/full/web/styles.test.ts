/** The look of what the Plan page fetches later: its script brings no style of its own, so the page must hold it. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allScripts, built, textOf } from '#tests/helpers/pageScripts.ts';

const STYLED = /svelte-[a-z0-9]{5,}/g;

test('whatever part of the Plan page is fetched, its style is there', () => {
  const held = [...textOf('index.html').matchAll(/<style>([^<]*)</g)].map(([, style = '']) => style);
  const there = new Set(held.flatMap((style) => style.match(STYLED) ?? []));
  const anywhere = new Set(
    globSync('**/*.css', { cwd: built }).flatMap((file) => textOf(file).match(STYLED) ?? []),
  );
  const missing = [...allScripts()].flatMap((file) =>
    (textOf(file).match(STYLED) ?? [])
      .filter((name) => anywhere.has(name) && !there.has(name))
      .map((name) => `${path.basename(file)}: ${name}`),
  );
  expect(held.length).toBeGreaterThan(0);
  expect([...new Set(missing)]).toEqual([]);
});
