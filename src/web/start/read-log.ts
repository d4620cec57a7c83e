/** The profile of an access log or a trace that was dropped on the page: DuckDB reads it here, and nothing leaves the browser. */
import { FITTED_SHARE, profileTest } from '#core/workload/profile-test.ts';
import { withinBounds, type Profile } from '#core/workload/profile.ts';
import { deriveProfile } from '#query/derive.ts';
import { LogError } from '#query/formats/format.ts';
import { startEngine } from '#web/data/engine.ts';
import { unpacked } from './unpacked.ts';

/** A log above it is read once: its profile is not tested on its own last part. */
const TESTED_BYTES = 256 * 1024 * 1024;

/** Throws `LogError` and `QueryError` with what was seen. */
export async function profileOf(file: File): Promise<Profile> {
  const text = await new Response(await unpacked(file)).blob();
  const whole = await derived(text, file.name);
  if (text.size > TESTED_BYTES) return whole;
  try {
    const first = await derived(text, file.name, FITTED_SHARE);
    return withinBounds({ ...whole, test: profileTest(whole, first) });
  } catch (error) {
    // A short log has no first part of its own.
    if (error instanceof LogError || error instanceof RangeError) return whole;
    throw error;
  }
}

async function derived(text: Blob, name: string, firstShare?: number): Promise<Profile> {
  const database = await startEngine(() => {});
  try {
    const files = (path: string) => [{ path, name, isParquet: false }];
    const { profile } = await database.withFile(text, (path) =>
      deriveProfile(database, files(path), { columns: {}, ...(firstShare !== undefined && { firstShare }) }),
    );
    return profile;
  } finally {
    database.close();
  }
}
