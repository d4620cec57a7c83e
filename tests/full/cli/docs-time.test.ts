import { expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const r2 = 'cloudflare/r2-standard@enam';
const standard = 'aws/s3-standard@us-east-1';
const plan = {
  ...aPricedScenario(),
  stores: [standard, r2],
  horizon: '3 months',
  current: standard,
};
const views = (text: object, block: string) => {
  const folder = new Folder({ 'plan.yaml': yaml(text), 'doc.md': block });
  return { folder, run: () => runCli(['docs', 'doc.md'], { cwd: folder.path }) };
};

test('months, the move and the frontier stand in a document as tables', async () => {
  const { folder, run } = views(
    plan,
    `It costs <!-- stowage plan.yaml view=migration id=single:${r2} -->?<!-- /stowage -->.

<!-- stowage plan.yaml view=months -->
<!-- /stowage -->

<!-- stowage plan.yaml view=migration id=single:${r2} -->
<!-- /stowage -->

<!-- stowage plan.yaml view=migration -->
<!-- /stowage -->

<!-- stowage plan.yaml view=frontier -->
<!-- /stowage -->
`,
  );
  using own = folder;
  expect(await run()).toMatchObject({ exit: 0 });
  const text = own.read('doc.md');
  expect(text).toMatch(
    /-->\$[\d.]+[kM]? once, (saves|costs) \$[\d.]+[kM]?\/month( more)?, (never pays|pays after [\d.]+ months?)<!--/,
  );
  expect(text).toMatch(/\| 2026-11 \|.*\n\| 2026-12 \|.*\n\| 2027-01 \|.*\n\| \*\*sum\*\*/);
  expect(text).toMatch(/\| copy +\| S3 Standard +\| GET requests/);
  expect(text).toMatch(/\| move to +\| +once \| of it/);
  expect(text).toMatch(/Today: S3 Standard, \$/);
  expect(text).toMatch(/\| placement +\| \$\/month \| read p99 \|/);
});

test.each([
  [
    'view=months',
    { ...plan, horizon: undefined, current: undefined },
    'With `horizon: 12 months` it has more.',
  ],
  ['view=migration', { ...plan, current: undefined }, 'names no placement of today (`current`)'],
])('%s says what the scenario lacks', async (view, text, words) => {
  const { folder, run } = views(text, `<!-- stowage plan.yaml ${view} -->\n<!-- /stowage -->\n`);
  using own = folder;
  expect((await run()).exit).toBe(0);
  expect(own.read('doc.md')).toContain(words);
});

test('a table of months does not fit in a sentence', async () => {
  const { folder, run } = views(plan, 'It is <!-- stowage plan.yaml view=months -->?<!-- /stowage -->.');
  using own = folder;
  expect((await run()).exit).toBe(1);
  expect(own.read('doc.md')).toContain('?');
});
