/** What a scenario's name is as the name of a file; empty where nothing of it is left. */
export function fileName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
