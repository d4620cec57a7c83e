import { expect, test } from 'vitest';
import type { Plan } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import { AS_WRITTEN } from '#core/answer/words/names.ts';
import { flipBlocks } from '../../../src/cli/render/further.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const scenario = yaml(aPricedScenario());
const planOf = async (...args: string[]) =>
  JSON.parse((await runCli(['plan', '-', '--json', ...args], { stdin: scenario })).stdout) as Plan;

test('--why says where its reads and a required p99 would change the plan', async () => {
  const { switchPoints, rivals, recommendation } = await planOf('--why');
  expect(switchPoints.length).toBeGreaterThan(0);
  expect(rivals).toEqual([]);
  for (const one of switchPoints) {
    expect(['reads', 'read-p99']).toContain(one.input);
    expect(one.below.id).not.toBe(one.above.id);
  }
  const reads = switchPoints.filter(({ input }) => input === 'reads');
  const around = reads.findLast(({ value, now }) => value <= (now ?? 0))?.above ?? reads[0]?.below;
  expect(around?.id ?? recommendation?.id).toBe(recommendation?.id);
});

test('--flips turns every input and rate, and says what would bring in each store left aside', async () => {
  const [whole, text] = await Promise.all([
    planOf('--flips'),
    runCli(['plan', '-', '--flips'], { stdin: scenario }),
  ]);
  const inputs = new Set(whole.switchPoints.map(({ input }) => input));
  expect([...inputs]).toEqual(expect.arrayContaining(['retention', 'read-p99', 'price']));
  expect(whole.turned.map(({ input }) => input)).toEqual(expect.arrayContaining(['reads', 'size', 'price']));
  expect(whole.rivals.map(({ store }) => store).length).toBeGreaterThan(0);
  expect(text.stdout).toMatch(/^Switch points$/m);
  expect(text.stdout).toMatch(/^- (Above|Below) a retention of /m);
  expect(text.stdout).toMatch(/^- No change within the range tried .*reads a day/m);
  expect(text.stdout).toMatch(/^Why the others lose$/m);
});

test('nothing is turned unless asked for', async () => {
  const { stdout } = await runCli(['plan', '-', '--jsonl'], { stdin: scenario });
  expect((JSON.parse(stdout) as Plan).switchPoints).toEqual([]);
});

test('of many changes of an input the nearest on either side are said, and how many more there are', () => {
  const point = (value: number): SwitchPoint => ({
    input: 'size',
    path: 'workload.objects.size',
    unit: 'B',
    value,
    now: 100,
    below: { id: 'a', total: 1, atLeast: false },
    above: { id: 'b', total: 1, atLeast: false },
    unproven: null,
    words: `At ${value}.`,
  });
  const switchPoints = [1, 20, 80, 120, 150, 900, 5000].map(point);
  const [block] = flipBlocks({ switchPoints, turned: [], rivals: [] }, AS_WRITTEN);
  expect(block).toMatchObject({
    items: [
      'At 20.',
      'At 80.',
      'At 120.',
      'At 150.',
      'Mean object size: 3 more switch points farther away (--json).',
    ],
  });
  expect(flipBlocks({ switchPoints: [point(80)], turned: [], rivals: [] }, AS_WRITTEN)).toMatchObject([
    { items: ['At 80.'] },
  ]);
});
