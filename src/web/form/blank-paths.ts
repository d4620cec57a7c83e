/** Where the scenario holds what the blanks of the sentence say. */
import type { Path } from '#web/state/paths.ts';

const OBJECTS = ['workload', 'objects'];

export const BLANKS = {
  standing: [...OBJECTS, 'standing'],
  count: [...OBJECTS, 'count'],
  size: [...OBJECTS, 'size'],
  arrivals: [...OBJECTS, 'arrivals'],
  retention: [...OBJECTS, 'retention'],
  rate: ['workload', 'reads', 'rate'],
  reader: ['workload', 'readers', 0, 'at'],
  current: ['current'],
  p99: ['requirements', 'readP99'],
} satisfies Record<string, Path>;

/** `count` is the same blank as `standing`. */
export type BlankName = Exclude<keyof typeof BLANKS, 'count'>;
