/** Host of a web address worth linking; null for anything else. */
export function hostOf(source: string): string | null {
  try {
    const url = new URL(source);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.host.replace(/^www\./, '') : null;
  } catch {
    return null;
  }
}
