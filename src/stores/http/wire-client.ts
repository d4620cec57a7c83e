/** Our own HTTP/1.1 client for measuring: bare sockets, a reusable read buffer, the newest idle connection first. */
import { Connection, type ConnectionOptions } from './connection.ts';
import type { HttpClient } from './exchange.ts';

/** Opens as many connections as there are requests at once, and keeps them. */
export function wireClient(given: ConnectionOptions): HttpClient {
  const options = { ...given, resumption: { session: null } };
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const onFree = (connection: Connection) => idle.push(connection);

  function connection(): Connection {
    for (let one = idle.pop(); one; one = idle.pop()) {
      if (one.isOpen) return one;
      all.delete(one);
    }
    for (const one of all) if (!one.isOpen) all.delete(one);
    const opened = new Connection(options, onFree);
    all.add(opened);
    return opened;
  }

  return {
    name: 'wire',
    send: (request) => {
      const startMs = performance.now();
      return connection().send(request, startMs);
    },
    close: () => {
      for (const one of all) one.close();
      all.clear();
      idle.length = 0;
    },
  };
}
