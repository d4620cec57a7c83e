/** Which chapters of the Plan page a visitor left open: kept for the next visit, where the browser keeps anything. */
const KEY = 'stowage chapters';

export function isLeftOpen(chapter: string): boolean {
  return kept().includes(chapter);
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
