/** Telling a link from a file name takes no more than this. */

/** True for text that means to be a permalink rather than a file name. */
export function looksLikePermalink(text: string): boolean {
  return /^(https?:\/\/\S*|file:\/\/\S*)?[#?]?s=\d*\./.test(text) || /^https?:\/\/\S*#/.test(text);
}
