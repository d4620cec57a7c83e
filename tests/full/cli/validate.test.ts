import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const GOOD = 'workload:\n  objects: { size: 3 MB, count: 100M }\n  readers: [{ at: internet/europe }]\n';

test('every example is without problems', async () => {
  const { exit, stdout } = await runCli(['validate', 'examples/streamingco.yaml', 'examples/leave-s3.yaml']);
  expect({ exit, stdout }).toEqual({
    exit: 0,
    stdout:
      'examples/streamingco.yaml: is a scenario without problems\nexamples/leave-s3.yaml: is a scenario without problems\n',
  });
});

describe('every problem is named with its line', () => {
  test.each([
    [
      'a value',
      `${GOOD}requirements:\n  readP99: 800\n`,
      '5: requirements.readP99: "800" has no unit; write 800 ms',
    ],
    [
      'a key that is none',
      `name: x\n${GOOD}\nrequierments: {}\n`,
      '6: unknown key "requierments"; did you mean requirements?',
    ],
    [
      'a place',
      'workload:\n  objects: { size: 3 MB, count: 1M }\n  readers:\n    - at: atlantis\n',
      '4: workload.readers[0].at: ',
    ],
    [
      'what is missing',
      'name: x\nworkload:\n  objects: { size: 3 MB, count: 1M }\n',
      '2: workload.readers: is missing; write it like [{ at: internet/europe }]',
    ],
    [
      'a name that is not known',
      `${GOOD}stores:\n  - aws/s3-standard\n  - aws/s3-standrad\n`,
      '6: stores[1]: no store is called',
    ],
    ['one of a list', `- ${GOOD.replaceAll('\n', '\n  ')}\n- name: 3\n`, '5: workload: is missing'],
    [
      'a usage',
      'store: aws/s3-standard\nasOf: 2026-11-20\nstored: 1000\n',
      '3: stored: "1000" has no unit; write 1 kB',
    ],
    [
      'a probe plan',
      'probe: 1\nfrom: aws/us-east-1\ntargets:\n  - store: x\n    bukket: y\n',
      '5: targets[0]: unknown key "bukket"',
    ],
  ])('%s', async (_, text, wanted) => {
    using folder = new Folder({ 'a.yaml': text });
    const { exit, stdout } = await runCli(['validate', 'a.yaml'], { cwd: folder.path });
    expect(exit).toBe(2);
    expect(stdout).toContain(`a.yaml:${wanted}`);
  });

  test('of several files, those that are right too', async () => {
    using folder = new Folder({ 'a.yaml': GOOD, 'b.yaml': 'a: [\n', 'c.csv': 'name,workload.peak\nx,0\n' });
    const { exit, stdout } = await runCli(['validate', 'a.yaml', 'b.yaml', 'c.csv', 'd.yaml', '--json'], {
      cwd: folder.path,
    });
    expect(exit).toBe(2);
    const files = JSON.parse(stdout) as { file: string; problems: { message: string }[] }[];
    expect(files.map(({ file, problems }) => [file, problems.length > 0])).toEqual([
      ['a.yaml', false],
      ['b.yaml', true],
      ['c.csv:2', true],
      ['d.yaml', true],
    ]);
    expect(files[3]?.problems[0]?.message).toBe('there is no such file; did you mean a.yaml?');
  });
});
