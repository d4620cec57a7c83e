import { describe, expect, test } from 'vitest';
import { csvText, renderBlocks } from '#cli/render/table.ts';
import type { Block } from '#cli/render/table.ts';

const blocks: Block[] = [
  { kind: 'heading', text: 'Segments' },
  { kind: 'text', text: 'Recommended', strong: true },
  {
    kind: 'table',
    table: {
      columns: [{ title: 'store' }, { title: 'amount', align: 'right' }],
      rows: [
        ['aws/a', '$1.00'],
        ['b|c', '$10.00'],
      ],
      footer: ['total', '$11.00'],
    },
  },
  { kind: 'list', title: 'Notes', items: ['one', '<b>two</b>'] },
];

test('on a terminal columns line up, numbers to the right, without blanks at the end', () => {
  expect(renderBlocks(blocks, { form: 'table' })).toBe(
    [
      'Segments',
      '',
      'Recommended',
      '',
      'store  amount',
      '─────────────',
      'aws/a   $1.00',
      'b|c    $10.00',
      '─────────────',
      'total  $11.00',
      '',
      'Notes',
      '- one',
      '- <b>two</b>',
      '',
    ].join('\n'),
  );
});

test('Markdown says the same, and no text of a user becomes markup', () => {
  expect(renderBlocks(blocks, { form: 'md' })).toBe(
    [
      '## Segments',
      '',
      '**Recommended**',
      '',
      '| store     |     amount |',
      '| --------- | ---------: |',
      '| aws/a     |      $1.00 |',
      '| b\\|c      |     $10.00 |',
      '| **total** | **$11.00** |',
      '',
      'Notes',
      '',
      '- one',
      '- &lt;b>two&lt;/b>',
      '',
    ].join('\n'),
  );
});

test('codes for bold appear only where they are wanted', () => {
  expect(renderBlocks(blocks, { form: 'table' })).not.toContain('\u001b');
  expect(renderBlocks(blocks, { form: 'table', styled: true })).toContain('\u001b[1mRecommended\u001b[22m');
  expect(renderBlocks(blocks, { form: 'md', styled: true })).not.toContain('\u001b');
});

describe('CSV', () => {
  test('quotes what needs it and leaves the unknown empty', () => {
    expect(
      csvText({
        columns: ['a', 'b'],
        rows: [
          ['x,y', 1.5],
          ['say "hi"', null],
        ],
      }),
    ).toBe('a,b\n"x,y",1.5\n"say ""hi""",\n');
  });
  test('disarms what a spreadsheet would run, and leaves numbers alone', () => {
    expect(csvText({ columns: ['a'], rows: [['=1+1'], ['-x'], ['@a']] })).toBe("a\n'=1+1\n'-x\n'@a\n");
    expect(csvText({ columns: ['a'], rows: [[-3]] })).toBe('a\n-3\n');
  });
});

describe('a terminal of 100 columns', () => {
  const words = 'Everything in one place, and then some more of it, '.repeat(6).trim();
  const lines = (some: Block[]) => renderBlocks(some, { form: 'table', columns: 100 }).trimEnd().split('\n');

  test('takes long remarks on several lines, set in under their dash', () => {
    const text = lines([{ kind: 'list', items: [words] }]);
    expect(text.length).toBeGreaterThan(2);
    expect(text.every((line) => line.length <= 100)).toBe(true);
    expect(text.map((line) => line.slice(2)).join(' ')).toBe(words);
  });

  test('leaves a command whole', () => {
    const command = `stowage probe run ${'--flag '.repeat(20)}`.trim();
    expect(lines([{ kind: 'list', items: [{ text: 'Run:', command }] }])).toEqual(['- Run:', `  ${command}`]);
  });

  test('breaks cells where they may be, and puts what does not fit beneath', () => {
    const row = [
      'Hot, a very long name of a store, and then a cold one',
      '$1',
      'x'.repeat(60),
      words,
      'dropped',
    ];
    const columns = [
      { title: 'candidate', wrap: true },
      { title: 'cost' },
      { title: 'id' },
      { title: 'because', beneath: 'because ' },
      { title: 'evidence', drop: true },
    ];
    const text = lines([{ kind: 'table', table: { columns, rows: [row] } }]);
    expect(text.some((line) => line.trim().endsWith('a cold one'))).toBe(true);
    expect(text.join('')).not.toContain('dropped');
    expect(text.some((line) => line.startsWith('    because Everything'))).toBe(true);
    expect(text.every((line) => line.length <= 100)).toBe(true);
    expect(text[0]).not.toContain('because');
  });

  test('keeps a row that fits on one line', () => {
    const columns = [
      { title: 'a', wrap: true },
      { title: 'b', beneath: 'b: ' },
    ];
    expect(lines([{ kind: 'table', table: { columns, rows: [['x y', 'z']] } }]).at(-1)).toBe('x y  z');
  });
});

test('a name cannot put a link or a picture into a document', () => {
  expect(renderBlocks([{ kind: 'heading', text: '![x](https://example.org/)' }], { form: 'md' })).toBe(
    '## ![x]\\(https://example.org/)\n',
  );
});
