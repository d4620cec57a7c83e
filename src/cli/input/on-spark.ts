/** Logs and traces on Spark, for `stowage derive`. */
import { deriveProfile, type Derived } from '#query/derive.ts';
import { SPARK } from '#query/dialect.ts';
import type { LogOptions } from '#query/formats/format.ts';
import type { LogPath } from '#query/sources.ts';
import { openSpark } from '#query/spark/spark.ts';
import { storeTimes, type StoreTimes } from '#query/store-times.ts';
import { onWholeFiles } from './packing.ts';

/** With `withTimes` how long the store took. `command`: `spark-submit`, with what stands before a program. Throws `LogError`, `QueryError` and `SparkError`. */
export async function onSpark(
  files: readonly LogPath[],
  options: LogOptions,
  withTimes: boolean,
  command = 'spark-submit',
): Promise<Derived & { times: StoreTimes | null }> {
  const [submit = '', ...more] = command.trim().split(/\s+/);
  const spark = await openSpark({ submit, options: more });
  try {
    return await onWholeFiles(files, async () => {
      const found = await deriveProfile(spark, files, { ...options, withTimes }, SPARK);
      return { ...found, times: withTimes ? await storeTimes(spark, found.profile, SPARK) : null };
    });
  } finally {
    spark.close();
  }
}
