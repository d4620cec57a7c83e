/** What every format must survive. A new format's test is its golden rows and one call of `runGauntlet`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Measurement } from '#core/evidence/dataset.ts';
import { IMPORTERS, importFile } from '#formats/benchmarks/index.ts';
import { ImportError, headOf } from '#formats/importer.ts';
import type { ImportContext, ImportedDataset } from '#formats/importer.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { unpacking } from '#formats/reading/unpack.ts';
import { allDatasets } from '#tests/sources.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/formats');
const CUT_EVERY_BYTES = 4096;
const NO_METHOD = { loop: null, temperature: null, connections: null };
const LEAST_CUTS = 16;
const MUTATIONS = 10_000;

export const fixture = (name: string): Uint8Array => readFileSync(path.join(FIXTURES, name));
/** Rows of a dataset of the repository. */
export const rowsStanding = (dataset: string): readonly Measurement[] =>
  allDatasets().find(({ id }) => id === dataset)?.measurements ?? [];
/** Rows that were worked out beside the file, as our own CSV. */
export const goldenRows = (name: string): readonly Measurement[] => importFile(fixture(name)).measurements;
export const textOfFixture = (name: string): string => new TextDecoder().decode(fixture(name));
/** `text` with a change that must not miss. */
export function changedText(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return changed;
}
/** What is said when it refuses. */
export function messageOf(doing: () => unknown): string {
  try {
    doing();
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    return error instanceof ImportError ? error.message : '';
  }
  throw new Error('it was read');
}
/** What no file says of itself. */
export const NEAR = { store: 'aws/s3-standard', region: 'aws/us-east-1', from: 'aws/us-east-1' } as const;
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface Challenge {
  format: string;
  bytes: Uint8Array;
  /** All that the file needs, without its name. */
  context: ImportContext;
  /** What a careful person reads in the file: rows of the repository's datasets, or worked out beside the fixture. */
  golden: readonly Measurement[];
}

/** A fixture beside its golden rows, which are named after it with or without its ending. */
export function fixtureOf(format: string, name: string, context: ImportContext = NEAR): Challenge {
  const golden = [name, name.replace(/\.\w+$/, '')]
    .map((one) => `${one}.golden.csv`)
    .find((one) => existsSync(path.join(FIXTURES, one)));
  if (golden === undefined) throw new Error(`${name} has no golden rows`);
  return { format, bytes: fixture(name), context, golden: goldenRows(golden) };
}

export function runGauntlet({ format, bytes, context, golden }: Challenge): void {
  describe(`${format} in the gauntlet`, () => {
    test('gives the golden rows', () => {
      expect(golden.length).toBeGreaterThan(0);
      expect(importFile(bytes, context).measurements).toEqual(golden);
    });

    test('is recognised with its name hidden, and by no other format', () => {
      expect(importFile(bytes, context).format).toBe(format);
      expect(importFile(bytes, { ...context, name: 'a-file.bin' }).format).toBe(format);
      const content = unpacked(bytes);
      expect(
        IMPORTERS.filter((one) => one.recognises(headOf(content), context, content) === true).map(
          ({ id }) => id,
        ),
      ).toEqual([format]);
    });

    test('comes back equal when it is exported and imported again', () => {
      const { measurements } = importFile(bytes, context);
      expect(importFile(bytesOf(measurementsCsv(measurements))).measurements).toEqual(measurements);
    });

    const step = Math.min(CUT_EVERY_BYTES, Math.ceil(bytes.length / LEAST_CUTS));
    test(`is read or refused when it is cut at every ${step} bytes, and never gains by it`, () => {
      const whole = importFile(bytes, context).measurements.length;
      const rowsUpTo = (end: number) => {
        const found = readOrRefused(bytes.subarray(0, end), context);
        const saysSo = found?.caveats.some((caveat) => /cut short/.test(caveat)) ?? false;
        return saysSo ? 0 : (found?.measurements.length ?? 0);
      };
      for (let end = 0; end < bytes.length; end += step) expect(rowsUpTo(end)).toBeLessThanOrEqual(whole);
      expect(rowsUpTo(step)).toBeLessThan(whole);
    });

    test(`is read or refused after ${MUTATIONS} changes by chance`, () => {
      const change = fc.record({
        at: fc.nat(bytes.length - 1),
        drop: fc.oneof(fc.constant(1), fc.nat(64)),
        put: fc.oneof(
          fc.uint8Array({ maxLength: 8 }),
          fc.constantFrom('\n', '"', ',', '{', '-', '0', '9e999', '__proto__', '\uFFFF').map(bytesOf),
        ),
      });
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
          const found = readOrRefused(changes.reduce(changed, bytes), context);
          for (const row of found?.measurements ?? [])
            expect(Measurement.safeParse(row).error).toBe(undefined);
        }),
        { numRuns: MUTATIONS },
      );
    });
  });
}

/** What a packed file holds. */
function unpacked(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  const nothing = { format: '', measurements: [], tool: null, method: NO_METHOD, caveats: [] };
  const reading = unpacking({ push: (piece) => void pieces.push(piece.slice()), end: () => nothing });
  reading.push(bytes);
  reading.end(false);
  return Buffer.concat(pieces);
}

interface Change {
  at: number;
  drop: number;
  put: Uint8Array;
}

function changed(bytes: Uint8Array, { at, drop, put }: Change): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + drop)]);
}

/** Undefined when it is refused in words; anything else that is thrown fails the test. */
function readOrRefused(bytes: Uint8Array, context: ImportContext): ImportedDataset | undefined {
  try {
    return importFile(bytes, context);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    expect(error.message).not.toBe('');
    return undefined;
  }
}
