/** What each program may do in each bucket: no more than the requests that it makes. Terraform and the guide ask for it. */
import type { Bucket, Course } from './course-types.ts';
import { writerPlan } from './writer.ts';

export type Program = 'mover' | 'writer' | 'router';

/** All may list and read. */
export interface Right {
  program: Program;
  bucket: Bucket;
  /** Of the keys that it is for; empty: of all. */
  prefix: string;
  writes: boolean;
  deletes: boolean;
}

export function rightsOf(course: Course): Right[] {
  const { buckets, prefix, cache, split } = course;
  const changes = cache !== undefined || split !== undefined;
  const written = writerPlan(course)?.stores ?? [];
  return [
    ...buckets.flatMap((bucket) => moverRight(bucket, course)),
    ...buckets
      .filter(({ id }) => written.some((one) => one.id === id))
      .map((bucket): Right => ({ program: 'writer', bucket, prefix, writes: true, deletes: true })),
    ...(course.routers.go ? buckets : []).map((bucket): Right => ({
      program: 'router',
      bucket,
      prefix,
      writes: changes,
      deletes: changes,
    })),
  ];
}

function moverRight(bucket: Bucket, { jobs, popular, backfills, prefix }: Course): Right[] {
  const { id } = bucket;
  const isPopular = id === popular?.hot || id === popular?.rest;
  const isFilled = backfills.some(({ to }) => to === id);
  const out = jobs.filter(({ from }) => from === id);
  const writes = isPopular || isFilled || jobs.some(({ to }) => to === id);
  const deletes =
    id === popular?.hot || (isPopular && !popular?.isCopied) || out.some(({ kind }) => kind !== 'copy');
  if (!writes && out.length === 0) return [];
  // What stands already has keys without the prefix of new objects.
  return [
    { program: 'mover', bucket, prefix: isPopular || isFilled ? prefix : bucket.prefix, writes, deletes },
  ];
}
