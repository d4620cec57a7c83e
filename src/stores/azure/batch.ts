/** Many requests in one, as Azure takes them (Microsoft, "Blob Batch"): each a part with its own authorization. */

const CRLF = '\r\n';

export interface BatchPart {
  target: string;
  headers: Readonly<Record<string, string>>;
}

/** Removals, numbered as they stand. */
export function batchBody(parts: readonly BatchPart[]): { boundary: string; body: Uint8Array } {
  const boundary = `batch_${crypto.randomUUID()}`;
  const lines = parts.flatMap(({ target, headers }, i) => [
    `--${boundary}`,
    'Content-Type: application/http',
    'Content-Transfer-Encoding: binary',
    `Content-ID: ${i}`,
    '',
    `DELETE ${target} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Length: 0',
    '',
    '',
  ]);
  return { boundary, body: Buffer.from([...lines, `--${boundary}--`, ''].join(CRLF)) };
}

/** Those of `keys` whose part was refused; one that is not there is none. */
export function batchRefusals(text: string, keys: readonly string[]): { key: string; code: string }[] {
  const [boundary = ''] = /^--\S+/.exec(text) ?? [];
  if (boundary === '') return keys.map((key) => ({ key, code: 'NoBatchAnswer' }));
  const answered = new Map<number, { status: number; code: string }>();
  for (const part of text.split(boundary)) {
    const [, id] = /Content-ID: *(\d+)/i.exec(part) ?? [];
    const [, status] = /HTTP\/1\.1 (\d{3})/.exec(part) ?? [];
    const [, code = `status-${status}`] = /x-ms-error-code: *(\S+)/i.exec(part) ?? [];
    if (id !== undefined && status !== undefined) answered.set(Number(id), { status: Number(status), code });
  }
  return keys.flatMap((key, i) => {
    const { status, code } = answered.get(i) ?? { status: 0, code: 'NoAnswer' };
    return (status >= 200 && status < 300) || status === 404 ? [] : [{ key, code }];
  });
}
