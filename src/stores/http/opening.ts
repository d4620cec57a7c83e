/** How long a socket takes to open, step by step. */
import type { Socket } from 'node:net';
import type { Opening } from './exchange.ts';

/** To be called as soon as the socket is made; what it gives fills as each step ends. */
export function watchOpening(socket: Socket): Opening {
  const opening: Opening = { dnsMs: null, connectMs: 0, tlsMs: null };
  let stepMs = performance.now();
  const step = () => {
    const before = stepMs;
    stepMs = performance.now();
    return stepMs - before;
  };
  // A name with several addresses says so once for each.
  socket.once('lookup', () => {
    opening.dnsMs = step();
  });
  socket.once('connect', () => {
    opening.connectMs = step();
  });
  socket.once('secureConnect', () => {
    opening.tlsMs = step();
  });
  return opening;
}
