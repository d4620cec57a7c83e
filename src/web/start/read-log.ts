/** The profile of an access log or a trace that was dropped on the page: DuckDB reads it here, and nothing leaves the browser. */
import type { Profile } from '#core/workload/profile.ts';
import { deriveProfile } from '#query/derive.ts';
import { startEngine } from '#web/data/engine.ts';
import { unpacked } from './unpacked.ts';

/** Throws `LogError` and `QueryError` with what was seen. */
export async function profileOf(file: File): Promise<Profile> {
  const text = await new Response(await unpacked(file)).blob();
  const database = await startEngine(() => {});
  try {
    const files = (path: string) => [{ path, name: file.name, isParquet: false }];
    const { profile } = await database.withFile(text, (path) =>
      deriveProfile(database, files(path), { columns: {} }),
    );
    return profile;
  } finally {
    database.close();
  }
}
