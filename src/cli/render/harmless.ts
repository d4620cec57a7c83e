/** Text from outside, made fit for a terminal, which obeys control characters and those that turn the direction of text. */

const OBEYED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** One line: breaks and tabs become blanks, other control characters their escapes (`\u001b`). */
export function harmless(text: string): string {
  return text.replace(OBEYED, (one) => (/[\n\r\t\u2028\u2029]/.test(one) ? ' ' : escaped(one)));
}

/** The same inside JSON, where escapes keep the value; line ends between values stay. */
export function harmlessJson(json: string): string {
  return json.replace(OBEYED, (one) => (one === '\n' ? one : escaped(one)));
}

/** As text of several lines, such as CSV: line ends and tabs stay. */
export function harmlessLines(text: string): string {
  return text.replace(OBEYED, (one) => (/[\n\r\t]/.test(one) ? one : escaped(one)));
}

/** Whether a terminal obeys nothing in it besides line ends. */
export function isHarmless(text: string): boolean {
  return harmlessJson(text) === text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
