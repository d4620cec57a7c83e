/** The one server of a kind that all tests of a run share (`tests/servers.ts`). */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { ServerKind } from '#tests/servers.ts';

/** Its address. The first test that asks waits until it listens. */
export async function theServer(kind: ServerKind): Promise<string> {
  const response = await fetch(`${inject('servers')}${kind}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${kind} did not start: ${text}`);
  return text;
}

/** Of a test alone, at a server that many share. */
export const aBucket = (): string => `bucket-${randomUUID()}`;

export interface Proxy extends AsyncDisposable {
  /** Of what stands before `upstream`. */
  url: string;
  /** Adds a fault to what comes back: `latency` with `{ latency: 20, jitter: 5 }`, `reset_peer`, `limit_data`, `timeout`… */
  add(type: string, attributes: Record<string, number>): Promise<void>;
  /** Takes every fault away. */
  heal(): Promise<void>;
}

/** A proxy of its own, in the one toxiproxy, before the server at `upstream`. */
export async function proxyBefore(upstream: string): Promise<Proxy> {
  const control = await theServer('toxiproxy');
  const ask = async (way: string, method: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${control}/proxies${way}`, { method, ...init });
    if (!answer.ok) throw new Error(`toxiproxy: ${method} ${way}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  const name = randomUUID();
  const made = await ask('', 'POST', { name, listen: '127.0.0.1:0', upstream: new URL(upstream).host });
  const faults: string[] = [];
  return {
    url: `http://${(made as { listen: string }).listen}`,
    async add(type, attributes) {
      const fault = `fault-${faults.length}`;
      await ask(`/${name}/toxics`, 'POST', { name: fault, type, stream: 'downstream', attributes });
      faults.push(fault);
    },
    async heal() {
      for (const fault of faults.splice(0)) await ask(`/${name}/toxics/${fault}`, 'DELETE');
    },
    [Symbol.asyncDispose]: async () => void (await ask(`/${name}`, 'DELETE')),
  };
}
