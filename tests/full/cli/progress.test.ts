import { describe, expect, test } from 'vitest';
import { runCli } from '#tests/helpers/runCli.ts';

/** What is drawn on the terminal, in its order, each line once. */
async function drawn(args: string[]) {
  const lines: string[] = [];
  const ended = await runCli(args, { redraw: (line) => void lines.push(line.replace(/ …( \d+ s)?$/, '')) });
  return { ...ended, lines: lines.filter((line, i) => line !== lines[i - 1]) };
}

describe('what is being done', () => {
  test('is drawn for each part of plan --why, and cleared before anything is printed', async () => {
    const { exit, lines, stderr } = await drawn([
      'plan',
      'examples/thumbnails.yaml',
      '--why',
      '--draws',
      '16',
    ]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(lines).toEqual([
      'examples/thumbnails.yaml: searching for the best placement',
      '',
      'searching for the cheapest placement of each p99',
      'planning without each dataset, with hedging and with second zones',
      'looking for values at which the answer changes',
      'drawing 16 samples of your ranges',
      '',
    ]);
  });

  test.each([
    [
      ['plan', 'examples/thumbnails.yaml', 'examples/backup-restore.yaml'],
      '2 of 2, examples/backup-restore.yaml: searching',
    ],
    [['emit', 'examples/thumbnails.yaml'], 'looking for values at which the answer changes'],
    [
      ['solve', 'examples/headline-10pb.yaml', '--for', 'reads', '--budget', '100k'],
      'looking for the values of reads',
    ],
    [['compare', 'examples/thumbnails.yaml', '1', '2'], 'examples/thumbnails.yaml: searching'],
    [
      ['winners', 'examples/headline-10pb.yaml', '--x', 'reads', '--y', 'size'],
      'planning at pairs of values',
    ],
  ])('is drawn for %j', async (args, words) => {
    const { lines } = await drawn(args);
    expect(lines.filter((line) => line.startsWith(words))).not.toEqual([]);
    expect(lines.at(-1)).toBe('');
  });

  test('is cleared before an error is said', async () => {
    const { lines } = await drawn(['compare', 'examples/thumbnails.yaml', '1', 'nonsense']);
    expect(lines.at(-1)).toBe('');
  });
});
