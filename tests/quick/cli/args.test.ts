import { expect, test } from 'vitest';
import { readArgs } from '#cli/args.ts';
import type { ArgsShape } from '#cli/args.ts';
import { Misunderstood } from '#cli/failures.ts';

const shape: ArgsShape = {
  name: 'plan',
  flags: {
    json: ['', 'JSON'],
    all: ['', 'every one'],
    format: ['F', 'which', ['table', 'md']],
    assume: ['pN=TIME...', 'a quantile'],
  },
  operands: { name: 'a FILE', least: 1, most: 2 },
};

test('flags and operands may stand in any order', () => {
  const args = readArgs(
    ['a.yaml', '--all', '--format=md', '--assume', 'p50=1', 'b.yaml', '--assume', 'p99=2'],
    shape,
  );
  expect(args.operands).toEqual(['a.yaml', 'b.yaml']);
  expect(args.has('all')).toBe(true);
  expect(args.form).toBe('md');
  expect(args.list('assume')).toEqual(['p50=1', 'p99=2']);
});

test('a dash alone is an operand, and after two dashes everything is', () => {
  expect(readArgs(['-'], shape).operands).toEqual(['-']);
  expect(readArgs(['--', '--json'], shape).operands).toEqual(['--json']);
});

test.each([
  [['a', '--jsno'], /--jsno.*did you mean --json/],
  [['a', '-x'], /unknown flag -x.*--json/],
  [['a', '--json=yes'], /--json takes no value/],
  [['a', '--format'], /--format needs a value/],
  [[], /needs a FILE/],
  [['a', 'b', 'c'], /"c" is one too many/],
])('%j is not understood', (argv, message) => {
  expect(() => readArgs(argv, shape)).toThrow(Misunderstood);
  expect(() => readArgs(argv, shape)).toThrow(message);
});

test('a choice that is not one is answered with the nearest', () => {
  expect(() => readArgs(['a', '--format', 'tabel'], shape)).toThrow(/did you mean table/);
});

test.each([
  [[], 'table'],
  [['--json'], 'json'],
  [['--format', 'md'], 'md'],
])('%j is an answer as %s', (flags, form) => {
  expect(readArgs(['a', ...flags], shape).form).toBe(form);
});

test('two forms of answer at once are not understood', () => {
  expect(() => readArgs(['a', '--json', '--format', 'md'], shape)).toThrow(
    /one form of answer, not json and md/,
  );
});
