/** As YAML has it on one line. */
export function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${flow(one)}`);
  return `{ ${entries.join(', ')} }`;
}
