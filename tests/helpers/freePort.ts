/** A port for one test: to start a server on, or to find nobody at. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A port of 127.0.0.1 that refuses connections and that the system assigns to nobody for a minute. A server may listen
 * on it by its number. Nobody has listened on it: a process that another thread forks holds the listeners it inherits
 * until it executes, and a port that was closed meanwhile resets connections. It was the client's side of a connection
 * that this side closed first (TIME_WAIT).
 */
export async function freePort(): Promise<number> {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // With a local address the port is bound by itself, and no later connection takes it as its source.
  const client = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' });
  await once(client, 'connect');
  const free = client.localPort;
  client.resume().end();
  await once(client, 'close');
  server.close();
  if (free === undefined) throw new Error('a connection without a port of its own');
  return free;
}
