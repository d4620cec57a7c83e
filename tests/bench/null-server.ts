/** Answers every GET on loopback with a body that was ready before: as little server as there can be. Run as a process. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const sizeBytes = Number(process.argv[2]);
const reply = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\nETag: "0"\r\nContent-Length: ${sizeBytes}\r\n\r\n`),
  Buffer.alloc(sizeBytes, 0x5e),
]);
const END = Buffer.from('\r\n\r\n');

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  // A request is one small piece here, as none has a body.
  socket.on('data', (bytes) => {
    if (bytes.subarray(-4).equals(END)) socket.write(reply);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
