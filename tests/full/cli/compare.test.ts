import { describe, expect, test } from 'vitest';
import type { Comparison } from '#core/report/compare.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { parseCsv } from '#core/csv.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

interface Answer extends Comparison {
  a: { name: string; id: string; total: number };
  b: { name: string; id: string; total: number };
}
const PAIR = ['examples/streamingco.yaml', 'examples/thumbnails.yaml'] as const;
const json = async <T>(args: string[]) => JSON.parse((await runCli([...args, '--json'])).stdout) as T;

describe('two scenarios', () => {
  test('stand with what plan says of each, and the meters add up to what it costs', async () => {
    const [answer, ...plans] = await Promise.all([
      json<Answer>(['compare', ...PAIR]),
      json<Plan>(['plan', PAIR[0]]),
      json<Plan>(['plan', PAIR[1]]),
    ]);
    for (const [i, side] of (['a', 'b'] as const).entries()) {
      const best = plans[i]?.candidates.find(({ id }) => id === plans[i]?.recommendation?.id);
      expect(answer[side]).toMatchObject({ id: best?.id, total: best?.monthly.total });
      const sum = answer.meters.reduce((all, line) => all + (line[side] ?? NaN), 0);
      expect(sum).toBeCloseTo(answer[side].total, 6);
    }
    expect(answer.total.change).toBeCloseTo(answer.b.total - answer.a.total, 6);
    expect(answer.keys).toContainEqual({ path: 'requirements.readP99', a: '800 ms', b: '300 ms' });
  });

  test('as text say who costs less, and which keys differ', async () => {
    const { exit, stdout } = await runCli(['compare', ...PAIR]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^B costs \$.+\/month \(.+%\) (less|more) than A\.$/m);
    expect(stdout).toMatch(/^requirements\.readP99 +800 ms +300 ms$/m);
    expect(stdout).toMatch(/^to run /m);
  });

  test('of which one asks for a copy say what has to be run for it', async () => {
    const head = 'workload: { objects: { size: 1 MB, standing: 1 TB }, readers: [{ at: aws/us-east-1 }] }\n';
    using folder = new Folder({
      'plain.yaml': `${head}stores: [aws/s3-standard@us-east-1]\n`,
      'copied.yaml': `${head}stores: [aws/s3-standard@us-east-1]\ncopies: [aws/s3-standard@us-west-2]\n`,
    });
    const sides = ['plain', 'copied'].map((name) => `${folder.path}/${name}.yaml`);
    const { stdout } = await runCli(['compare', ...sides]);
    expect(stdout).toMatch(/^to run +nothing +nothing but the copies$/m);
  });

  test('a scenario against its own link differs in nothing that costs', async () => {
    const link = (await runCli(['link', PAIR[1]])).stdout.trim();
    const answer = await json<Answer>(['compare', PAIR[1], link]);
    expect(answer.total.change).toBe(0);
    expect(answer.meters.every(({ change }) => change === 0)).toBe(true);
  });

  test('of which one is a store are told how to compare with a placement in it', async () => {
    const { exit, stderr } = await runCli(['compare', PAIR[0], 'tigris']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/tigris: there is no such file/);
    expect(stderr).toContain(`stowage compare ${PAIR[0]} recommended single:tigris/standard@global`);
  });

  test('of which one has no plan end with exit code 1', async () => {
    using folder = new Folder({
      'none.yaml':
        'workload: { objects: { size: 1 MB, standing: 1 TB }, readers: [{ at: aws/us-east-1 }] }\nstores: [aws/s3-standard]\nrequirements: { budget: 0.01 }\n',
    });
    const { exit, stdout } = await runCli(['compare', PAIR[1], `${folder.path}/none.yaml`]);
    expect({ exit, said: /Nothing is recommended for B/.test(stdout) }).toEqual({ exit: 1, said: true });
  });
});

describe('two placements of a scenario', () => {
  test('are called by id, by row of plan --all and by their part in the answer', async () => {
    const all = await json<Plan>(['plan', PAIR[0], '--all']);
    const third = all.candidates[2]?.id ?? '';
    expect(await json<Answer>(['compare', PAIR[0], 'recommended', '3'])).toMatchObject({
      a: { id: all.recommendation?.id },
      b: { id: third },
      keys: [],
    });
    expect(await json<Answer>(['compare', PAIR[0], third, 'simplest'])).toMatchObject({
      a: { id: third },
      b: { id: all.rule.baseId },
    });
  });

  test('as CSV are rows of five cells', async () => {
    const { stdout } = await runCli(['compare', PAIR[0], '1', '2', '--format', 'csv']);
    const rows = parseCsv(stdout);
    expect(Object.keys(rows[0] ?? {})).toEqual(['part', 'key', 'a', 'b', 'change']);
    const total = rows.find(({ key }) => key === 'total');
    expect(Number(total?.['b']) - Number(total?.['a'])).toBeCloseTo(Number(total?.['change']), 6);
  });

  test('that are not there are told with those that are', async () => {
    const { exit, stderr } = await runCli(['compare', PAIR[0], 'recommended', '99999']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/no placement "99999".*\n.*recommended: .*\n/);
    const emitted = await runCli(['emit', PAIR[0], '--plan', '99999']);
    expect(emitted.stderr).toContain('recommended: --plan ');
  });
});
