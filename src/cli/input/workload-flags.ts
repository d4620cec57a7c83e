/** A scenario from a few flags, where nobody has a file yet: `--stored 300TB --size 3MB --reads 10M/day --from europe`. */
import type { SchemaIssue } from '#core/issue.ts';
import { present } from '#core/present.ts';
import type { Args } from '../args.ts';
import type { WORKLOAD_FLAGS } from '../flags.ts';
import { Misunderstood } from '../failures.ts';
import { placeNamed } from './named.ts';

type Flag = keyof typeof WORKLOAD_FLAGS;

/** What each flag is in a scenario. */
export const WORKLOAD_KEYS = {
  stored: 'workload.objects.standing',
  count: 'workload.objects.count',
  arrivals: 'workload.objects.arrivals',
  retention: 'workload.objects.retention',
  size: 'workload.objects.size',
  reads: 'workload.reads.rate',
  from: 'workload.readers',
  p99: 'requirements.readP99',
  current: 'current',
} as const satisfies Record<Flag, string>;
const NAMES = Object.keys(WORKLOAD_KEYS) as Flag[];

/** The scenario that flags describe; undefined where a file is named. Throws `Misunderstood`. */
export function workloadGiven(args: Args, command: string): unknown {
  const given = args.among(NAMES);
  if (args.operands.length > 0) {
    if (given.length === 0) return undefined;
    throw new Misunderstood(
      `a scenario file says all; leave out ${given.map((flag) => `--${flag}`).join(' ')}`,
    );
  }
  const stands = args.text('stored') ?? args.text('count') ?? args.text('arrivals');
  const from = args.text('from');
  if (stands === undefined || !args.has('size') || from === undefined)
    throw new Misunderstood(
      given.length === 0
        ? `stowage ${command} needs a scenario FILE, or --stored 300TB --size 3MB --reads 10M/day --from europe; stowage init writes a file to start from`
        : `say at least what is stored, how large an object is and where readers are: ${missing(args).join(' ')}`,
    );
  const text = (flag: Flag) => args.text(flag);
  return present({
    name: 'From flags',
    workload: present({
      objects: present({
        size: text('size'),
        standing: text('stored'),
        count: text('count'),
        arrivals: text('arrivals'),
        retention: text('retention'),
      }),
      reads: args.has('reads') ? { rate: text('reads') } : undefined,
      readers: [{ at: placeNamed('from', from) }],
    }),
    requirements: args.has('p99') ? { readP99: text('p99') } : undefined,
    current: text('current'),
  });
}

function missing(args: Args): string[] {
  return [
    ...(args.has('stored') || args.has('count') || args.has('arrivals') ? [] : ['--stored 300TB']),
    ...(args.has('size') ? [] : ['--size 3MB']),
    ...(args.has('from') ? [] : ['--from europe']),
  ];
}

/** An issue of the flags: `--size` where it is of workload.objects.size, and `--count 300` for `count: 300`. */
export function asFlag(issue: SchemaIssue): SchemaIssue {
  const flag = NAMES.find(
    (name) => issue.path === WORKLOAD_KEYS[name] || issue.path.startsWith(`${WORKLOAD_KEYS[name]}[`),
  );
  if (flag === undefined) return issue;
  const message = issue.message.replace(/\bcount: (?=[\d.]+\w*$)/, '--count ');
  return { ...issue, path: `--${flag}`, message };
}
