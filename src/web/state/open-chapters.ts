/** Which chapters of the Plan page are open: the one that the address names, and those a visitor left open, where the browser keeps anything. */
const KEY = 'stowage chapters';

export function isLeftOpen(chapter: string): boolean {
  return globalThis.location?.search === `?${chapter}` || kept().includes(chapter);
}

export function leaveOpen(chapter: string, open: boolean): void {
  const others = kept().filter((one) => one !== chapter);
  try {
    localStorage.setItem(KEY, [...others, ...(open ? [chapter] : [])].join(' '));
  } catch {
    // A private window may keep nothing: chapters are closed at the next visit.
  }
}

function kept(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? [];
  } catch {
    return [];
  }
}
