/** The part `traits` of a `store.yaml`: features, owner, certificates and limits, each with its source and the day it was seen. */
import * as z from 'zod/mini';
import { ISO_DATE, ISO_DATE_WORDS } from '../../iso-date.ts';
import { StoreId } from '../ids.ts';
import { DESCRIBED_NAMES } from './described.ts';
import { CERTIFICATIONS, FEATURE_NAMES } from './names.ts';

const Words = z.string().check(z.minLength(1), z.maxLength(500));

const Source = z.strictObject({
  url: z.url('write a URL, e.g. https://example.com/docs'),
  /** Date, version or commit of the page; `undated copy` where it has none. */
  dated: Words,
  /** The day on which it was read for us. */
  seen: z.string().check(z.regex(ISO_DATE, ISO_DATE_WORDS)),
  kind: z.enum([
    'provider-docs',
    'provider-sla',
    'provider-sdk',
    'partner-docs',
    'vendor-test',
    'third-party-test',
    'third-party-report',
  ]),
  note: z.optional(Words),
});

const cellOf = <T extends z.ZodMiniType>(value: T) =>
  z.strictObject({
    value,
    /** Since when the provider has it, as far as a source says: `2024-08`. */
    since: z.optional(z.string().check(z.regex(/^\d{4}(-\d\d){0,2}$/, 'write 2024, 2024-08 or 2024-08-20'))),
    note: z.optional(Words),
    /** Ids of its sources, the best first. */
    from: z.array(z.string()).check(z.minLength(1)),
  });
const Has = cellOf(z.enum(['yes', 'partial', 'no']));
const Said = cellOf(z.union([Words, z.number().check(z.gte(0))]));

const PROMISED = /^(\d+(\.\d+)? %( a (month|year))?|none)$/;

/** What no source says is left out: unknown, and never "no". */
export const Traits = z
  .strictObject({
    /** The store of the same service whose traits hold here where these say nothing, save the figures of its class. */
    of: z.optional(StoreId),
    sources: z._default(z.record(z.string(), Source), {}),
    /** Country of the company that sells it, by its two letters. */
    owner: z.optional(cellOf(z.string().check(z.regex(/^[A-Z]{2}$/, 'write two letters, such as DE')))),
    features: z._default(z.partialRecord(z.enum(FEATURE_NAMES), Has), {}),
    certifications: z._default(z.partialRecord(z.enum(CERTIFICATIONS), Has), {}),
    described: z._default(z.partialRecord(z.enum(DESCRIBED_NAMES), Said), {}),
  })
  .check((check) => {
    const { of, sources, described } = check.value;
    const named = namedSources(check.value);
    const wrong: { path: string[]; message: string }[] = [
      ...(['sla', 'durability'] as const)
        .filter((name) => !PROMISED.test(String(described[name]?.value ?? 'none')))
        .map((name) => ({
          path: ['described', name, 'value'],
          message: 'write a share such as 99.9 % or 99.9 % a month, or none, and the rest as its note',
        })),
      ...[...named]
        .filter((id) => of === undefined && !Object.hasOwn(sources, id))
        .map((id) => ({ path: ['sources'], message: `no source is called "${id}"` })),
      ...Object.keys(sources)
        .filter((id) => !named.has(id))
        .map((id) => ({ path: ['sources'], message: `nothing is from the source "${id}"` })),
    ];
    for (const one of wrong) check.issues.push({ code: 'custom', ...one, input: check.value });
  });
export type Traits = z.infer<typeof Traits>;
export type TraitCell = z.infer<typeof Has> | z.infer<typeof Said>;

/** Ids of the sources that cells are from. */
export const namedSources = ({ owner, features, certifications, described }: Cells) =>
  new Set(
    [owner, ...[features, certifications, described].flatMap((part) => Object.values(part))].flatMap(
      (cell) => cell?.from ?? [],
    ),
  );
type Cells = Pick<Traits, 'owner' | 'features' | 'certifications' | 'described'>;
