/** Contrast of the colours in both looks, by arithmetic (WCAG 2.2, 1.4.3 and 1.4.11): the browser tests look at one look a page. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../src/web/look/tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
const colours = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
const LOOKS = [
  ['light', colours(light)],
  ['dark', { ...colours(light), ...colours(dark) }],
] as const;

/** Relative luminance of `#rrggbb`, 0 to 1. */
function luminance(colour: string): number {
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string | undefined, b: string | undefined): number {
  const [low = NaN, high = NaN] = [a, b].map((one) => luminance(one ?? '')).toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each(LOOKS)('in %s', (_, look) => {
  test.each([
    ...['ink', 'ink-2', 'ink-3', 'accent', 'warn', 'bad'].flatMap((text) =>
      ['paper', 'wash', 'accent-wash'].map((surface) => [text, surface] as const),
    ),
    ['ink', 'band'],
    ['on-heat', 'heat-2'],
  ] as const)('words in %s can be read on %s', (text, surface) => {
    expect(contrast(look[text], look[surface])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['band-line', 'line-2'])('lines in %s can be seen on paper', (line) => {
    expect(contrast(look[line], look.paper)).toBeGreaterThanOrEqual(3);
  });
});

test('black on white is 21 to 1', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 9));
