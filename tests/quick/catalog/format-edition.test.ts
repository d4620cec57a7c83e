import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkPrices } from '#catalog/check-files.ts';
import { formatEdition } from '#catalog/format-edition.ts';
import { ARCHIVE_LIMITS } from '#catalog/read-text.ts';
import { parseYaml } from '#catalog/read-yaml.ts';
import { EditionFile } from '#core/pricing/editions/edition.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';

/** As the archive writes the file of an edition. */
const formatted = (file: unknown) => formatEdition(file, EditionFile.parse(file));
const read = (text: string) => parseYaml(text, 'in.yaml', ARCHIVE_LIMITS);

describe('the formatter', () => {
  test('keeps every fact, and a second run changes nothing', () => {
    const value = anEditionFile({
      notes: [
        'A note: with a colon, and long enough that it has to be folded over more than one line of the file it is in, as notes often are',
      ],
    });
    const once = formatted(value);
    expect(read(once)).toEqual(value);
    expect(formatted(read(once))).toBe(once);
  });

  test("puts keys in one order, whatever the author's", () => {
    const value = anEditionFile();
    const backwards = Object.fromEntries(Object.entries(value).toReversed());
    expect(formatted(backwards)).toBe(formatted(value));
    expect(formatted(value).split('\n')[0]).toBe('currency: USD');
  });

  test('leaves regions and classes in the order they were written', () => {
    const regions = {
      'us-west-2': aRegion(),
      'us-east-1': aRegion({
        requests: { list: '1 per request', put: '1 per request', get: '1 per request' },
      }),
    };
    const text = formatted(anEditionFile({ regions }));
    expect(text.indexOf('us-west-2')).toBeLessThan(text.indexOf('us-east-1'));
    expect(text).toContain('requests: { list: 1 per request, put: 1 per request, get: 1 per request }');
  });

  test('writes equal parts out, never as aliases', () => {
    const same = aRegion();
    expect(() =>
      read(formatted(anEditionFile({ regions: { 'us-east-1': same, 'us-east-2': same } }))),
    ).not.toThrow();
  });
});

describe('a check of the files', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'stowage-prices-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.join(root, 'pricing', path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, 'pricing', file), text);
  };
  const codes = (options?: { fix: boolean }) =>
    checkPrices(root, options).problems.map(({ code, at, place }) => `${code} ${at} ${place}`.trim());

  test('names a file that is not canonical with its line; a fix changes layout alone, once', () => {
    const canonical = formatted(anEditionFile());
    write('aws/a/store.yaml', 'title: A store\nshort: A\n');
    const [first = '', ...others] = canonical.split(/(?<=\n)/);
    write('aws/a/2026-01-01.yaml', [...others, first].join(''));
    expect(codes()).toEqual(['not-canonical pricing/aws/a/2026-01-01.yaml line 1']);
    expect(codes({ fix: true })).toEqual([]);
    expect(readFileSync(path.join(root, 'pricing/aws/a/2026-01-01.yaml'), 'utf8')).toBe(canonical);
    expect(codes()).toEqual([]);
  });

  test('names a store without a store.yaml, and a store.yaml with an unknown key', () => {
    write('aws/b/2026-01-01.yaml', formatted(anEditionFile()));
    expect(codes()).toEqual(['no-store-file aws/b']);
    write('aws/b/store.yaml', 'title: B\nshort: B\nlifecicle: { rules: s3 }\n');
    expect(codes()).toContain('unreadable pricing/aws/b/store.yaml');
    write('aws/b/store.yaml', 'title: B\nshort: A\n');
    expect(codes()).toEqual(['shared-name aws/b short']);
    rmSync(path.join(root, 'pricing/aws/b'), { recursive: true });
  });

  test('names the sources of features that a year has passed over, and a source that is none', () => {
    const source = `{ url: https://example.com/, dated: "2025", seen: 2025-11-23, kind: provider-docs }`;
    const cell = (from: string) => `{ value: yes, since: 2024-08, from: [ ${from} ] }`;
    const file = (from: string) =>
      `title: A store\nshort: A\ntraits:\n  sources:\n    docs: ${source}\n  features: { versioning: ${cell(from)} }\n`;
    write('aws/a/store.yaml', file('docs'));
    expect(checkPrices(root, { fix: true, asOf: '2026-11-22' })).toMatchObject({
      problems: [],
      askAgain: [],
    });
    expect(checkPrices(root, { asOf: '2026-11-23' })).toMatchObject({
      problems: [],
      askAgain: [{ store: 'aws/a', source: 'docs', url: 'https://example.com/', seen: '2025-11-23' }],
    });
    write('aws/a/store.yaml', file('page'));
    const wrong = checkPrices(root).problems.map(({ place, message }) => `${place}: ${message}`);
    expect(wrong).toEqual(['traits.sources: no source is called "page"']);
    write('aws/a/store.yaml', 'title: A store\nshort: A\n');
  });

  test('names what a store says wrongly of the traits that it shares with another', () => {
    const source = `{ url: https://example.com/, dated: "2025", seen: 2025-11-23, kind: provider-docs }`;
    const sources = `  sources: { docs: ${source} }\n`;
    const file = (name: string, traits: string) => `title: ${name}\nshort: ${name}\ntraits:\n${traits}`;
    const append = (from: string) => `  features: { append: { value: no, from: [ ${from} ] } }\n`;
    write('aws/a/store.yaml', file('A', `${sources}${append('docs')}`));
    const messages = (traits: string) => {
      write('aws/b/store.yaml', file('B', traits));
      return checkPrices(root)
        .problems.filter(({ code }) => code === 'unshared-traits')
        .map(({ message }) => message);
    };
    expect(messages(`  of: aws/a\n${append('docs')}`)).toEqual([]);
    expect(messages(`  of: aws/a\n${append('page')}`)).toEqual(['no source is called "page"']);
    expect(messages(`  of: aws/a\n${sources}${append('docs')}`)).toEqual([
      'the source "docs" is in aws/a already',
    ]);
    expect(messages('  of: aws/c\n')).toEqual(['"aws/c" is no other store with traits']);
    rmSync(path.join(root, 'pricing/aws/b'), { recursive: true });
    write('aws/a/store.yaml', 'title: A store\nshort: A\n');
  });

  test('names a place in a city without coordinates, and a kind of place that there is not', () => {
    const region = { north: { city: 'Atlantis' } };
    write('places/cities.json', '{ "Oslo": [59.9, 10.8, "NO"] }');
    write('places/internet.json', '{}');
    write('places/providers.json', JSON.stringify({ acme: { name: 'Acme', places: { region } } }));
    write('places/round-trips.json', '{ "Oslo": [], "Atlantis": [20] }');
    write('places/readers.json', '{ "internet/NO": { "Oslo": 60, "Atlantis": 30 } }');
    const own = { what: 'own', sources: [], recorded: '2026-11-25', changes: 'none' };
    write('places/sources.json', JSON.stringify({ 'readers.json': own, 'round-trips.json': own }));
    write('places/invoice-names.json', JSON.stringify({ 'acme/south': { title: 'South' } }));
    expect(codes()).toEqual([
      'unreadable pricing/places acme/north',
      'unreadable pricing/places acme/south',
      'unreadable pricing/places Atlantis',
      // No such place, 90 percent in all, a city without coordinates.
      ...Array.from({ length: 3 }, () => 'unreadable pricing/places internet/NO'),
    ]);
    write('places/round-trips.json', '{ "Oslo": [0] }');
    expect(codes()).toEqual(['unreadable pricing/places/round-trips.json Oslo[0]']);
    write('places/round-trips.json', '{ "Oslo": [] }');
    write('places/sources.json', '{}');
    expect(codes()[0]).toContain('unreadable pricing/places/sources.json');
    write('places/providers.json', JSON.stringify({ acme: { name: 'Acme', places: { planet: region } } }));
    expect(codes()[0]).toContain('unreadable pricing/places/providers.json acme.places');
    rmSync(path.join(root, 'pricing/places'), { recursive: true });
  });

  test('names a file that does not read, and one that lies where nobody looks', () => {
    write('aws/a/2026-02-01.yaml', formatEdition(anEditionFile({ zones: 'three' }), {}));
    write('aws/2026-01-01.yaml', formatted(anEditionFile()));
    expect(codes()).toEqual([
      'unreadable pricing/aws/a/2026-02-01.yaml zones',
      'stray-file pricing/aws/2026-01-01.yaml',
    ]);
  });
});
