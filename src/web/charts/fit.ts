/** Shortened in the middle where it is wider than `room` pixels: names of neighbours differ at their ends. */
export function fit(text: string, room: number, letter = 6.4): string {
  const most = Math.max(7, Math.floor(room / letter));
  if (text.length <= most) return text;
  const tail = Math.ceil((most - 1) * 0.55);
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
}
