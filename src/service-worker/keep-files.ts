/** The files of the app are kept a few at a time, behind whatever else the page fetches. */

const AT_ONCE = 2;

/** Files that an earlier attempt has kept are not fetched again. Rejects with the first that cannot be had. */
export async function keepFiles(
  files: readonly string[],
  cache: Pick<Cache, 'add' | 'match'>,
): Promise<void> {
  const left = files.values();
  const lane = async () => {
    for (const file of left) if (!(await cache.match(file))) await cache.add(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
