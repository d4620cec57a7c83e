/** Shortened in the middle where it is wider than `room` pixels: names of neighbours differ at their ends. */
export function fit(text: string, room: number, letter = 6.4): string {
  const most = Math.max(7, Math.floor(room / letter));
  if (text.length <= most) return text;
  const tail = Math.ceil((most - 1) * 0.55);
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** In as many lines as it takes at `room` pixels, broken between words; a word wider than that is shortened. */
export function wrapped(text: string, room: number, letter = 6.4): string[] {
  const most = Math.max(7, Math.floor(room / letter));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(fit(word, room, letter));
  }
  return lines;
}
