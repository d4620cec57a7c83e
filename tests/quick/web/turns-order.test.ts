/** Whose turn it is: parts in sight one a frame, those out of sight once no newer answer comes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turns } from '#web/state/turns.svelte.ts';

let frames: (() => void)[] = [];
let drawn: string[] = [];
const [bars, curves, table] = [{}, {}, {}];
const take = (part: object, name: string) => turns.take(part, () => drawn.push(name));

function frame(): void {
  const due = frames;
  frames = [];
  for (const one of due) one();
}

beforeEach(() => {
  vi.useFakeTimers();
  [frames, drawn] = [[], []];
  vi.stubGlobal('requestAnimationFrame', (one: () => void) => frames.push(one));
  turns.see(bars, true);
  turns.see(curves, true);
});

afterEach(() => {
  for (const part of [bars, curves, table]) turns.leave(part);
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rest = () => vi.advanceTimersByTime(1000);

test('parts in sight are drawn one a frame, with the newest they have', () => {
  take(bars, 'bars 1');
  take(curves, 'curves 1');
  frame();
  take(bars, 'bars 2');
  take(curves, 'curves 2');
  expect(drawn).toEqual(['bars 1']);
  frame();
  frame();
  expect(drawn).toEqual(['bars 1', 'curves 2', 'bars 2']);
  expect(turns.allDrawn).toBe(true);
});

test('a part out of sight waits while answers come, is counted as not drawn, and shows the last of them at rest', () => {
  for (let answer = 1; answer <= 20; answer += 1) {
    take(table, `table ${answer}`);
    take(bars, `bars ${answer}`);
    vi.advanceTimersByTime(100);
    frame();
    expect(drawn.at(-1)).toBe(`bars ${answer}`);
    expect(turns.allDrawn).toBe(false);
  }
  rest();
  frame();
  expect(drawn.at(-1)).toBe('table 20');
  expect(drawn).toHaveLength(21);
  expect(turns.allDrawn).toBe(true);
});

test('a part that comes into sight is drawn at the next frame, and waits again once it is out of it', () => {
  take(table, 'table 1');
  frame();
  expect(drawn).toEqual([]);
  turns.see(table, true);
  frame();
  expect(drawn).toEqual(['table 1']);
  turns.see(table, false);
  take(table, 'table 2');
  frame();
  expect(drawn).toEqual(['table 1']);
});

test('a part that goes while it waits holds nothing up', () => {
  take(table, 'table 1');
  turns.leave(table);
  rest();
  frame();
  expect([drawn, turns.allDrawn]).toEqual([[], true]);
});
