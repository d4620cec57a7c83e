/** The files of the app are kept a few at a time, and none is begun while a page is at work: its frames come first. */

const AT_ONCE = 4;
/** A page at work is quiet for a moment between two answers. */
const QUIET_MS = 1000;
/** A page that has been at work for so long may be gone. */
const GONE_MS = 30_000;

export class Pages {
  #rest: Promise<void> | null = null;
  #resume = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  hear(isAtWork: boolean): void {
    this.#rest ??= new Promise((resolve) => (this.#resume = resolve));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#rest = null;
        this.#resume();
      },
      isAtWork ? GONE_MS : QUIET_MS,
    );
  }

  async areQuiet(): Promise<void> {
    while (this.#rest) await this.#rest;
  }
}

/** Files that an earlier attempt has kept are not fetched again. Rejects with the first that cannot be had. */
export async function keepFiles(
  files: readonly string[],
  cache: Pick<Cache, 'add' | 'match'>,
  pages: Pages,
): Promise<void> {
  const left = files.values();
  const lane = async () => {
    for (const file of left) {
      await pages.areQuiet();
      if (!(await cache.match(file))) await cache.add(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
