/**
 * Google Cloud Storage by its JSON interface. It has no parts that wait to be joined: what comes in parts is written as
 * objects beside it and composed, as Google's own tools do for speed ("Parallel composite uploads").
 */
import * as z from 'zod/mini';
import { jsonOf } from '../ask.ts';
import { answerOf, rangeOf, type Asked, type Query } from '../asked.ts';
import { removeEach } from '../remove-each.ts';
import { encodePart } from '../s3/signature.ts';
import type { Way } from '../s3/way.ts';
import { isOk, type ObjectStore } from '../store.ts';
import type { BearerSource } from './bearer.ts';
import { PART_MARK, uploadsIn } from './parts.ts';

const KEYS_PER_LISTING = 1000;
const BYTES = 'application/octet-stream';

interface GoogleBucket {
  name: string;
  /** Of a bucket that is made: whose it is, and where. Null: none can be made. */
  project: string | null;
  location: string;
}

export function googleStore(
  { client, host, root }: Way,
  bearer: BearerSource,
  { name, project, location }: GoogleBucket,
): ObjectStore {
  const own = `${root}/storage/v1/b/${encodePart(name)}`;
  const objectPath = (key: string) => `${own}/o/${encodePart(key)}`;
  const send = async (
    path: string,
    { method, query = [], headers = {}, body, sink, mostBytes }: Omit<Asked, 'key'>,
  ) => {
    const token = await bearer.current();
    const asked = query.map(([key, value]) => `${key}=${encodePart(value)}`).join('&');
    const exchange = await client.send({
      method,
      target: asked === '' ? path : `${path}?${asked}`,
      headers: { host, ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      body,
      onBody: sink,
      mostBytes,
    });
    return answerOf(exchange, ({ text }) => errorReason(text));
  };
  const post = (path: string, value: unknown, query: Query = []) =>
    send(path, {
      method: 'POST',
      query,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(value)),
    });
  const put: ObjectStore['put'] = (key, body, onlyIf) => {
    const generation = onlyIf === 'absent' ? '0' : onlyIf?.tag;
    return send(`${root}/upload/storage/v1/b/${encodePart(name)}/o`, {
      method: 'POST',
      query: [
        ['uploadType', 'media'],
        ['name', key],
        ...(generation === undefined ? [] : [['ifGenerationMatch', generation] as const]),
      ],
      headers: { 'content-type': BYTES },
      body,
    });
  };
  const remove = (key: string) => send(objectPath(key), { method: 'DELETE' });
  const list: ObjectStore['list'] = async (prefix, next) => {
    const answer = await send(`${own}/o`, {
      method: 'GET',
      query: [
        ['prefix', prefix],
        ['maxResults', String(KEYS_PER_LISTING)],
        ['fields', 'items(name),nextPageToken'],
        ...(next === undefined ? [] : [['pageToken', next] as const]),
      ],
    });
    return { answer, ...(isOk(answer) ? listingOf(answer.text) : { keys: [], next: null }) };
  };
  return {
    mostRemoved: 100,
    put,
    remove,
    list,
    /** Its generation: Google's own conditions are on that. */
    tagOf: ({ text }) => generationOf(text),
    copy: (from, to) => post(`${objectPath(from)}/copyTo/b/${encodePart(name)}/o/${encodePart(to)}`, {}),
    get: (key, sink, { part, unless, mostBytes = part?.length ?? Infinity } = {}) =>
      send(objectPath(key), {
        method: 'GET',
        query: [
          ['alt', 'media'],
          ...(unless === undefined ? [] : [['ifGenerationNotMatch', unless] as const]),
        ],
        headers: part ? { range: rangeOf(part) } : {},
        sink,
        mostBytes,
      }),
    /** What is known of the object, as JSON; its text is taken off, as a HEAD has none. */
    async head(key) {
      const answer = await send(objectPath(key), { method: 'GET' });
      return isOk(answer) ? { ...answer, bytes: 0, text: '' } : answer;
    },
    removeMany: (keys) => removeEach(keys, remove),
    beginParts: () => Promise.resolve({ answer: null, upload: crypto.randomUUID() }),
    async putPart(key, upload, number, body) {
      const tag = `${key}${PART_MARK}${upload}-${number}`;
      const answer = await put(tag, body);
      return { answer, part: isOk(answer) ? { number, tag } : null };
    },
    async endParts(key, _upload, parts) {
      const sourceObjects = parts.map(({ tag }) => ({ name: tag }));
      const destination = { contentType: BYTES };
      const answer = await post(`${objectPath(key)}/compose`, { sourceObjects, destination });
      if (isOk(answer)) {
        const tags = parts.map(({ tag }) => tag);
        await removeEach(tags, remove);
      }
      return answer;
    },
    async dropParts(key, upload) {
      const { answer, keys } = await list(`${key}${PART_MARK}${upload}-`);
      return keys.length === 0 ? answer : (await removeEach(keys, remove)).answer;
    },
    async unfinished(prefix, next) {
      const { answer, keys, next: after } = await list(prefix, next);
      return { answer, uploads: uploadsIn(keys), next: after };
    },
    makeBucket: () => post(`${root}/storage/v1/b`, { name, location }, [['project', project ?? '']]),
    removeBucket: () => send(own, { method: 'DELETE' }),
    close: () => client.close(),
  };
}

const Failed = z.object({
  error: z.object({ errors: z.optional(z.array(z.object({ reason: z.string() }))), message: z.string() }),
});
const Written = z.object({ generation: z.string().check(z.regex(/^\d{1,20}$/)) });
const Page = z.object({
  items: z.optional(z.array(z.object({ name: z.string() }))),
  nextPageToken: z.optional(z.string()),
});

/** `notFound`, `forbidden`, `conditionNotMet`; null where it says none. */
function errorReason(text: string): string | null {
  const error = Failed.safeParse(jsonOf(text)).data?.error;
  return error?.errors?.[0]?.reason ?? error?.message ?? null;
}

/** Of an object that was written; null where it does not say. */
const generationOf = (text: string) => Written.safeParse(jsonOf(text)).data?.generation ?? null;

function listingOf(text: string): { keys: string[]; next: string | null } {
  const { items = [], nextPageToken } = Page.safeParse(jsonOf(text)).data ?? {};
  return { keys: items.map(({ name }) => name), next: nextPageToken || null };
}
