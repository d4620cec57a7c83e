/** What a file cannot know, as fields of a form. */
import { OPERATIONS } from '#core/evidence/dataset.ts';
import { findPlace } from '#core/places.ts';
import { StoreId } from '#core/pricing/ids.ts';
import { parseBytes } from '#core/units.ts';
import type { Fact, ImportFacts, TimeUnit } from '#formats/importer.ts';

const TIME_UNITS: readonly TimeUnit[] = ['ms', 'us', 'ns', 's'];

export const FACT_FIELDS: Record<Fact, { title: string; hint: string; options?: readonly string[] }> = {
  store: { title: 'Store', hint: 'aws/s3-standard' },
  region: { title: 'Place of the store', hint: 'aws/us-east-1, or unknown' },
  from: { title: 'Place of the client', hint: 'aws/us-east-1, or unknown' },
  runtime: { title: 'What the client ran on', hint: 'c7g.xlarge, Go SDK' },
  sizeBytes: { title: 'Size of the objects', hint: '1 MiB' },
  operation: { title: 'Operation', hint: '', options: OPERATIONS },
  concurrency: { title: 'Requests at once', hint: '16, or unknown' },
  timeUnit: { title: 'Unit of its times', hint: '', options: TIME_UNITS },
};

/** The facts that were filled in, or what is wrong with one. Empty fields are left out. */
export function readFacts(filled: Partial<Record<Fact, string>>): { facts: ImportFacts } | { wrong: string } {
  const facts: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(filled)) {
    const words = text.trim().slice(0, 200);
    if (words === '') continue;
    const value = factOf(name as Fact, words);
    if (value === undefined) {
      const { title, hint } = FACT_FIELDS[name as Fact];
      return { wrong: `${title}: “${words}” is not understood; write it like ${hint}.` };
    }
    facts[name] = value;
  }
  return { facts };
}

/** Undefined: not understood. */
function factOf(fact: Fact, words: string): string | number | null | undefined {
  const isUnknown = words === 'unknown';
  switch (fact) {
    case 'store':
      return StoreId.safeParse(words).success ? words : undefined;
    case 'region':
    case 'from':
      return isUnknown ? null : findPlace(words) ? words : undefined;
    case 'sizeBytes':
      return isUnknown ? null : bytes(words);
    case 'concurrency': {
      const count = Number(words);
      return isUnknown ? null : Number.isInteger(count) && count > 0 ? count : undefined;
    }
    case 'runtime':
    case 'operation':
    case 'timeUnit':
      return words;
  }
}

function bytes(words: string): number | undefined {
  try {
    return parseBytes(words);
  } catch {
    return undefined;
  }
}
