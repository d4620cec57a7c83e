/** Answers every GET of an object on loopback with a body that was ready before: as little server as there can be. Run as a process. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const sizeBytes = Number(process.argv[2]);
const DATE = 'Thu, 01 Jan 2026 00:00:00 GMT';
const ETAG = '"00000000000000000000000000000000"';

const whole = (type: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\nETag: ${ETAG}\r\nLast-Modified: ${DATE}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
    body,
  ]);
const object = whole('application/octet-stream', Buffer.alloc(sizeBytes, 0x5e));
const xml = (text: string) =>
  whole('application/xml', Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`));
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const listing = xml(
  `<ListBucketResult ${NAMESPACE}><Name>bench</Name><Prefix></Prefix><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>` +
    `<Contents><Key>key</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${ETAG.replaceAll('"', '&quot;')}</ETag><Size>${sizeBytes}</Size></Contents></ListBucketResult>`,
);
const location = xml(`<LocationConstraint ${NAMESPACE}></LocationConstraint>`);
const versioning = xml(`<VersioningConfiguration ${NAMESPACE}></VersioningConfiguration>`);
const found = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
const END = Buffer.from('\r\n\r\n');

const HEAD = 'H'.charCodeAt(0);
const QUESTION = '?'.charCodeAt(0);
/** Where the query of the bucket itself begins, behind `GET /bench` or `GET /bench/`. */
const QUERY_AT = 'GET /bench'.length;

function replyTo(request: Buffer): Buffer {
  if (request[0] === HEAD) return found;
  if (request[QUERY_AT] !== QUESTION && request[QUERY_AT + 1] !== QUESTION) return object;
  const query = request.toString('latin1', QUERY_AT, request.indexOf(' HTTP/'));
  if (query.includes('location')) return location;
  return query.includes('versioning') ? versioning : listing;
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  // A request is one small piece here, as none has a body.
  socket.on('data', (bytes) => {
    if (bytes.subarray(-4).equals(END)) socket.write(replyTo(bytes));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
