import { describe, expect, test } from 'vitest';
import { markedBlocks, replaceBlocks } from '#cli/docs/blocks.ts';
import { Misunderstood } from '#cli/failures.ts';

const refreshed = (text: string, content: string, options = {}) => {
  const blocks = markedBlocks(text, 'doc.md');
  return replaceBlocks(
    text,
    blocks,
    blocks.map(() => ({ content, options })),
  );
};

describe('a block', () => {
  test('gets options into its opening mark, behind what is written there', () => {
    expect(
      refreshed('<!-- stowage a.yaml view=total   -->?<!-- /stowage -->', '$5', { asOf: '2026-11-20' }),
    ).toBe('<!-- stowage a.yaml view=total asOf=2026-11-20   -->$5<!-- /stowage -->');
    expect(refreshed('> <!--stowage a.yaml-->?<!-- /stowage -->', '$5', { link: 'x', q: 'p50' })).toBe(
      '> <!--stowage a.yaml link=x q=p50-->$5<!-- /stowage -->',
    );
  });

  test('within a sentence is replaced within the sentence', () => {
    expect(refreshed('It costs <!-- stowage a.yaml view=total -->old<!-- /stowage --> now.\n', '$5')).toBe(
      'It costs <!-- stowage a.yaml view=total -->$5<!-- /stowage --> now.\n',
    );
  });

  test('on lines of its own keeps them', () => {
    expect(
      refreshed('# A  \n\n<!-- stowage a.yaml view=bill -->\nold\n\nold\n<!-- /stowage -->\nend', 'x\n\ny'),
    ).toBe('# A  \n\n<!-- stowage a.yaml view=bill -->\n\nx\n\ny\n\n<!-- /stowage -->\nend');
  });

  test('keeps the line ends of Windows, trailing blanks and everything else', () => {
    expect(
      refreshed('a  \r\n<!-- stowage a.yaml view=bill -->\r\nold\r\n<!-- /stowage -->\r\n\tb \r\n', 'x\ny'),
    ).toBe('a  \r\n<!-- stowage a.yaml view=bill -->\r\n\r\nx\r\ny\r\n\r\n<!-- /stowage -->\r\n\tb \r\n');
  });

  test('in a list keeps its indentation', () => {
    expect(
      refreshed('- a\n  <!-- stowage a.yaml view=bill -->\n  old\n  <!-- /stowage -->\n', 'x\n\ny'),
    ).toBe('- a\n  <!-- stowage a.yaml view=bill -->\n\n  x\n\n  y\n\n  <!-- /stowage -->\n');
  });

  test('refreshed twice is the same as refreshed once', () => {
    const once = refreshed('<!-- stowage a.yaml view=bill -->\n<!-- /stowage -->\r\nz', 'x\ny');
    expect(refreshed(once, 'x\ny')).toBe(once);
  });

  test('names its file or link, its options and its line', () => {
    const [file, link] = markedBlocks(
      '\n<!-- stowage "my plan.yaml" view=total id=single:aws/s3-standard@us-east-1 --><!-- /stowage -->\n<!-- stowage https://example.org/?a=b#s=1.ab--c view=bill -->\n<!-- /stowage -->',
      'doc.md',
    );
    expect(file).toMatchObject({
      target: 'my plan.yaml',
      options: { view: 'total', id: 'single:aws/s3-standard@us-east-1' },
      line: 2,
      inline: true,
    });
    expect(link).toMatchObject({
      target: 'https://example.org/?a=b#s=1.ab--c',
      options: { view: 'bill' },
      line: 3,
      inline: false,
    });
  });
});

describe('what looks like a block and is not is left alone', () => {
  test.each([
    ['fenced code', '```md\n<!-- stowage a.yaml view=bill -->\n<!-- /stowage -->\n```\n'],
    ['fenced code that nothing closes', '~~~\n<!-- stowage a.yaml view=bill -->\n'],
    [
      'a longer fence around a shorter one',
      '````\n```\n<!-- stowage a view=bill -->\n```\n<!-- stowage a view=bill -->\n````\n',
    ],
    ['fenced code in a list', '- a\n  ```\n  <!-- stowage a.yaml view=bill -->\n  ```\n'],
    ['a code span', 'Write `<!-- stowage FILE view=total -->…<!-- /stowage -->` around it.\n'],
    ['another comment', '<!-- stowaged away -->\n'],
    ['a comment whose end is on another line', '<!-- stowage a.yaml view=bill\n-->\n'],
  ])('%s', (_, text) => {
    expect(markedBlocks(text, 'doc.md')).toEqual([]);
  });

  test('after the fence blocks count again', () => {
    expect(
      markedBlocks('```\nx\n```\n<!-- stowage a.yaml view=total --><!-- /stowage -->', 'doc.md'),
    ).toHaveLength(1);
  });
});

describe('a text of megabytes is read in linear time', () => {
  const n = 300_000;
  const span = Array.from({ length: 3000 }, (_, i) => '`'.repeat(i + 1)).join(' ');
  test.each([
    ['blanks after a mark', `<!-- stowage ${' '.repeat(n)}x`, 0],
    ['marks without an end', '<!-- stowage a '.repeat(n), 0],
    ['closing marks without an end', '<!-- /stowage '.repeat(n), 0],
    ['comments of others', '<!-- x -->'.repeat(n), 0],
    ['runs of backticks', `${span}<!-- x -->`.repeat(2), 0],
    ['fences', '```\n'.repeat(n), 0],
    ['quotes', `${'> '.repeat(n)}x`, 0],
    ['blocks in one line', '<!-- stowage a view=total -->1<!-- /stowage -->'.repeat(n / 10), n / 10],
    ['blocks of lines', '<!-- stowage a view=bill -->\n<!-- /stowage -->\n'.repeat(n / 10), n / 10],
  ])('%s', (_, text, count) => {
    const blocks = markedBlocks(text, 'doc.md');
    expect(blocks).toHaveLength(count);
    expect(
      replaceBlocks(
        text,
        blocks,
        blocks.map(() => null),
      ) === text,
    ).toBe(true);
    replaceBlocks(
      text,
      blocks,
      blocks.map(() => ({ content: 'x', options: {} })),
    );
  });
});

test.each([
  ['<!-- stowage -->\n<!-- /stowage -->', /doc\.md:1: .*no file or link/],
  ['one\n<!-- stowage a.yaml view=bill -->\nnever closed\n', /doc\.md:2: .*not closed/],
  [
    '<!-- stowage a view=bill -->\n<!-- stowage b view=bill -->\n<!-- /stowage -->\n',
    /doc\.md:1: .*not closed/,
  ],
  ['a\n\n<!-- /stowage -->\n', /doc\.md:3: .*nothing opens/],
  ['<!-- stowage view=bill --><!-- /stowage -->', /doc\.md:1: .*no file or link/],
  ['<!-- stowage my plan.yaml view=bill --><!-- /stowage -->', /doc\.md:1: "plan\.yaml" is not understood/],
])('%j is refused with its line', (text, message) => {
  expect(() => markedBlocks(text, 'doc.md')).toThrow(Misunderstood);
  expect(() => markedBlocks(text, 'doc.md')).toThrow(message);
});
