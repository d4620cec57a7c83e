/** What stands in for parts at Google, which has none: objects beside the one they are to become. */

/** Objects that one compose takes. https://cloud.google.com/storage/docs/composite-objects */
export const MOST_GOOGLE_PARTS = 32;

export const PART_MARK = '.part-';
const UPLOAD = /^(.+)\.part-([0-9a-f-]{36})-\d+$/;

/** The uploads that the parts among these names are of. */
export function uploadsIn(names: readonly string[]): { key: string; upload: string }[] {
  const uploads = new Map<string, { key: string; upload: string }>();
  for (const name of names) {
    const [, key, upload] = UPLOAD.exec(name) ?? [];
    if (key !== undefined && upload !== undefined) uploads.set(upload, { key, upload });
  }
  return [...uploads.values()];
}
