/**
 * What bigbitbus/objectbench leaves: pickles of `(seconds, bytes, 'aws_upload')`, read without running anything, or the
 * print of one, `{'path': (seconds, bytes)}` in older versions. One request after the other through the provider's SDK, with
 * the local disk in the time; uploads that failed are printed and lost.
 */
import { requestRows, type HttpRequest } from './http-requests.ts';
import { ImportError, factsOf, headOf, textOf, type ImportContext, type Importer } from '../importer.ts';
import { readPickle, type Pickled } from '../reading/pickle.ts';

const METHOD_OF: Readonly<Record<string, string>> = { upload: 'PUT', download: 'GET', delete: 'DELETE' };
const PROVIDER_OF: Readonly<Record<string, string>> = {
  aws: 'aws',
  azure: 'azure',
  gcp: 'google',
  google: 'google',
};
const VERB = /^(aws|azure|gcp|google)_(upload|download|delete)$/;
const VERB_ANYWHERE = /(aws|azure|gcp|google)_(upload|download|delete)/;
const NUMBER = String.raw`\d{1,12}(?:\.\d{1,20})?(?:e-?\d{1,2})?`;
const PRINTED_LIST = new RegExp(String.raw`^\s*\[\(${NUMBER}, \d+L?, u?'\w+_(upload|download|delete)'\)`);
const PRINTED_DICT = new RegExp(String.raw`^\s*\{u?'[^'\n]*': \(${NUMBER},\s`);
const PRINTED_TRIPLE = new RegExp(String.raw`\((${NUMBER}),\s+(\d{1,15})L?,\s+u?'(\w+)'\)\s*([,\]])\s*`, 'y');
const PRINTED_PAIR = new RegExp(
  String.raw`u?'((?:[^'\\\n]|\\.)*)':\s+\((${NUMBER}),\s+(?:(\d{1,15})L?|u?'[^'\n]*')\)\s*([,}])\s*`,
  'y',
);

interface Timed {
  seconds: number;
  bytes: number;
  /** `aws_upload`; null where it does not say. */
  verb: string | null;
}

export const objectbench = {
  id: 'objectbench',
  title: "objectbench's pickles, or what it prints",
  tool: 'objectbench, provider SDKs for Python',
  method: { loop: 'closed', connections: 'serial' },
  caveats: [
    'The local disk, and whatever the SDK does at once, are part of the times.',
    'Uploads that failed are not in the file: the times are of those that did not.',
  ],
  recognises: (head, _context, bytes) =>
    (isPickle(bytes) && VERB_ANYWHERE.test(head)) ||
    PRINTED_LIST.test(head) ||
    PRINTED_DICT.test(head) ||
    "a pickle of (seconds, bytes, 'aws_upload'), or its print",
  parse(bytes, context) {
    const requests = timedIn(bytes).map((one) => requestOf(one, context));
    const cell = { layer: 'end_to_end', loop: 'closed', concurrency: 1 } as const;
    return requestRows(requests, { cell, isTimed: false, knowsErrors: false }, context);
  },
} satisfies Importer;

const isPickle = (bytes: Uint8Array) =>
  bytes[0] === 0x80 || headOf(bytes).startsWith('(lp') || headOf(bytes).startsWith(']');

function timedIn(bytes: Uint8Array): Timed[] {
  if (isPickle(bytes)) return timedInPickle(readPickle(bytes));
  const text = textOf(bytes);
  return PRINTED_LIST.test(text) ? timedInList(text) : timedInDict(text);
}

function timedInPickle(value: Pickled): Timed[] {
  if (!Array.isArray(value)) throw new ImportError('holds no list');
  return value.map((one, i) => {
    const [seconds, bytes, verb, ...rest] = Array.isArray(one) ? one : [];
    if (
      typeof seconds !== 'number' ||
      typeof bytes !== 'number' ||
      typeof verb !== 'string' ||
      rest.length > 0
    )
      throw new ImportError(`[${i}]: is not (seconds, bytes, 'aws_upload')`);
    return { seconds, bytes, verb };
  });
}

function timedInList(text: string): Timed[] {
  const timed: Timed[] = [];
  PRINTED_TRIPLE.lastIndex = text.indexOf('[') + 1;
  for (;;) {
    const at = PRINTED_TRIPLE.lastIndex;
    const [, seconds, bytes, verb, end] = PRINTED_TRIPLE.exec(text) ?? [];
    if (verb === undefined) throw brokenAt(text, at, "(seconds, bytes, 'aws_upload')");
    timed.push({ seconds: Number(seconds), bytes: Number(bytes), verb });
    if (end === ']') return endsAt(text, PRINTED_TRIPLE.lastIndex, timed);
  }
}

/** The time of listing, which has no bytes, is passed over. */
function timedInDict(text: string): Timed[] {
  const timed: Timed[] = [];
  PRINTED_PAIR.lastIndex = text.indexOf('{') + 1;
  for (;;) {
    const at = PRINTED_PAIR.lastIndex;
    const [, name, seconds, bytes, end] = PRINTED_PAIR.exec(text) ?? [];
    if (name === undefined) throw brokenAt(text, at, "'path': (seconds, bytes)");
    if (bytes !== undefined) timed.push({ seconds: Number(seconds), bytes: Number(bytes), verb: null });
    if (end === '}') return endsAt(text, PRINTED_PAIR.lastIndex, timed);
  }
}

function endsAt(text: string, at: number, timed: Timed[]): Timed[] {
  if (text.slice(at).trim() !== '') throw brokenAt(text, at, 'its end');
  return timed;
}

/** Paths of someone's disk are not quoted. */
function brokenAt(text: string, at: number, wanted: string): ImportError {
  const line = text.slice(0, Math.max(0, at)).split('\n').length;
  return new ImportError(
    `line ${line}: ${wanted} is expected here; the file may have been cut short or changed`,
  );
}

function requestOf({ seconds, bytes, verb }: Timed, context: ImportContext): HttpRequest {
  const [, provider = '', doing = ''] = VERB.exec(verb ?? '') ?? [];
  if (verb !== null && doing === '')
    throw new ImportError('holds requests that are no upload, download or delete');
  const { store } = context;
  const ofProvider = PROVIDER_OF[provider];
  if (ofProvider !== undefined && store !== undefined && !store.startsWith(`${ofProvider}/`))
    throw new ImportError(`is of ${ofProvider}, and ${store} was given`);
  if (!(seconds > 0 && seconds < 1e6) || !Number.isSafeInteger(bytes) || bytes < 0)
    throw new ImportError('holds a request that took no time, or of no size that can be');
  return {
    method: verb === null ? factsOf(context, ['operation']).operation : (METHOD_OF[doing] ?? ''),
    startMs: 0,
    totalMs: seconds * 1000,
    firstByteMs: null,
    isGood: true,
    bytes,
  };
}
