/** The writer's files: where each object is written, as data, and the program that writes it there. */
import type { Bucket, Course } from './course-types.ts';
import GO_S3 from './templates/router-go/s3.go?raw';
import GO_MOD from './templates/writer-go/go.mod?raw';
import GO_MAIN from './templates/writer-go/main.go?raw';
import GO_QUEUE from './templates/writer-go/queue.go?raw';

/** The program's sources; it signs S3 requests as the router does. */
export const WRITER_SOURCES: readonly (readonly [name: string, text: string])[] = [
  ['go.mod', GO_MOD],
  ['main.go', GO_MAIN],
  ['queue.go', GO_QUEUE],
  ['s3.go', GO_S3],
];

/** `writer.json`, as the writer reads it. */
interface WriterPlan {
  stores: {
    id: string;
    kind: string;
    bucket: string;
    endpoint: string;
    region: string;
    class: string | null;
  }[];
  writeTo: string[];
  writeBySize: Course['writeBySize'];
}

/** Buckets that an object is written to together with others; none where routers write copies. */
export function writtenTogether({ buckets, writeTo, writeBySize, cache }: Course): Bucket[] {
  const ways = [writeTo, ...writeBySize.map(({ to }) => to)];
  if (cache || !ways.some((ids) => ids.length > 1)) return [];
  return buckets.filter(({ id }) => ways.some((ids) => ids.includes(id)));
}

/** Null where each object is written once, where routers write copies, or where a store does not speak S3. */
export function writerPlan(course: Course): WriterPlan | null {
  const { writeTo, writeBySize } = course;
  const used = writtenTogether(course);
  if (used.length === 0 || used.some(({ kind }) => kind === 'azure')) return null;
  return {
    stores: used.map(({ id, kind, name, endpoint, signingRegion, writeHeader }) => ({
      id,
      kind,
      bucket: name,
      endpoint: endpoint ?? '',
      region: signingRegion,
      class: writeHeader,
    })),
    writeTo,
    writeBySize,
  };
}
