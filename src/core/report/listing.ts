/** `a`, `a and b`, `a, b and c`. */
export function listing(words: readonly string[], joiner: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joiner} ${words.at(-1)}`;
}
