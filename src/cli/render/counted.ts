/** `no problems`, `1 problem`, `2 problems`. */
export function counted(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
