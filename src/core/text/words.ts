/** Words put together. */

/** `a`, `a and b`, `a, b and c`. */
export function listing(words: readonly string[], joiner: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joiner} ${words.at(-1)}`;
}

/** `A, B and 3 more`: at most so many names, the count of the others as one of them. */
export function several(all: readonly string[], most = 6): string {
  return listing(all.length <= most ? all : [...all.slice(0, most - 1), `${all.length - most + 1} more`]);
}

/** With a capital first letter. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
