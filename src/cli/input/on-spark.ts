/** Logs and traces on Spark, for `stowage derive`. */
import { deriveProfile, type Derived } from '#query/derive.ts';
import { SPARK } from '#query/dialect.ts';
import type { LogOptions } from '#query/formats/format.ts';
import type { LogPath } from '#query/sources.ts';
import { openSpark } from '#query/spark/spark.ts';

/** `command`: `spark-submit`, with what stands before a program. Throws `LogError`, `QueryError` and `SparkError`. */
export async function onSpark(
  files: readonly LogPath[],
  options: LogOptions,
  command = 'spark-submit',
): Promise<Derived & { times: null }> {
  const [submit = '', ...more] = command.trim().split(/\s+/);
  const spark = await openSpark({ submit, options: more });
  try {
    return { ...(await deriveProfile(spark, files, options, SPARK)), times: null };
  } finally {
    spark.close();
  }
}
