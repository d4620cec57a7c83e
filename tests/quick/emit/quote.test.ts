import fc from 'fast-check';
import { parsers } from 'prettier/plugins/markdown';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { markdown, oneLine, yaml } from '#emit/quote.ts';
import { NASTY_NAMES, nastyNames } from '#tests/helpers/emit/nasty.ts';

const ALSO = { examples: NASTY_NAMES.map((name): [string] => [name]) };

test('a scalar of YAML is read as it was written', () => {
  fc.assert(
    fc.property(nastyNames, (name) => {
      expect(parse(`# ${oneLine(name)}\nkey: ${yaml(name)}\nnext: 1\n`)).toEqual({ key: name, next: 1 });
    }),
    ALSO,
  );
});

test('text in Markdown is text alone', async () => {
  await fc.assert(
    fc.asyncProperty(nastyNames, async (name) => {
      const text = `begins ${markdown(name)} ends`;
      const page: unknown = await parsers.markdown.parse(
        text,
        {} as Parameters<typeof parsers.markdown.parse>[1],
      );
      expect(page).toMatchObject({
        children: [
          { type: 'paragraph', children: [{ type: 'text', value: `begins ${oneLine(name)} ends` }] },
        ],
      });
    }),
    ALSO,
  );
});
