/** A port for one test: to start a server on, or to find nobody at. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A port of 127.0.0.1 that refuses connections, and on which a server may listen. It is the client's port of a connection
 * that the client closed first, so the system gives it to nobody for a minute (TIME_WAIT). A port on which somebody has
 * listened would not do: a process that another thread forks meanwhile keeps the listener until it executes its program.
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
