/** The one server of a kind that all tests of a run share (`tests/servers.ts`). */
import { inject } from 'vitest';
import type { ServerKind } from '#tests/servers.ts';

/** Its address. The first test that asks waits until it listens. */
export async function theServer(kind: ServerKind): Promise<string> {
  const response = await fetch(`${inject('servers')}${kind}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${kind} did not start: ${text}`);
  return text;
}
