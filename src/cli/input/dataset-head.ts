/** `dataset.yaml` of an import: what the files say of themselves, and what the flags say of the files. */
import type { DatasetFile } from '#core/evidence/dataset.ts';
import { ISO_DATE, ISO_DATE_WORDS } from '#core/iso-date.ts';
import { StoreId } from '#core/pricing/ids.ts';
import type { Args } from '../args.ts';
import { Missing, Misunderstood } from '../failures.ts';

/** What no file says, and somebody who publishes must: flags, and what each takes. */
const PROVENANCE = {
  title: 'TEXT',
  'source-url': 'URL',
  retrieved: 'DATE',
  licence: 'NAME',
  'measured-by': 'NAME',
} as const;

const STATUSES = ['measured', 'vendor', 'claimed'] as const;

/** Throws `Missing` with what no file says and no flag does. `tool`: what the files say of it, once they are read. */
export function refuseUnknownOrigin(args: Args, tool?: string | null): void {
  const words: Record<string, string> = { ...PROVENANCE, ...(tool === null && { tool: 'TEXT' }) };
  const absent = Object.keys(words).filter((flag) => !args.text(flag)?.trim());
  if (absent.length > 0)
    throw new Missing(
      `no file says who measured, with what, and what may be done with it; add ${absent.map((flag) => `--${flag} ${words[flag]}`).join(' ')}`,
      absent,
    );
}

/** Throws `Misunderstood` where `--retrieved` is no date. */
export function refuseWrongDate(args: Args): void {
  const retrieved = args.text('retrieved');
  if (retrieved !== undefined && !ISO_DATE.test(retrieved))
    throw new Misunderstood(`--retrieved "${retrieved}" is not a date; ${ISO_DATE_WORDS}`);
}

/** What the flags say takes the place of what the head did not know. `stores`: those that were measured. */
export function withFlags(head: DatasetFile, args: Args, stores: readonly string[]): DatasetFile {
  refuseWrongDate(args);
  const said = (flag: string) => args.text(flag)?.trim() || undefined;
  const sells = args.list('sells');
  const other = sells.find((one) => !StoreId.safeParse(one).success);
  if (other !== undefined)
    throw new Misunderstood(`--sells "${other}" is not a store; write it like aws/s3-standard`);
  const isSeller = stores.some((store) => sells.includes(store));
  const { source, measuredBy, harness } = head;
  return {
    ...head,
    title: said('title') ?? head.title,
    source: {
      url: said('source-url') ?? source.url,
      date: said('source-date') ?? source.date,
      retrieved: said('retrieved') ?? source.retrieved,
    },
    licence: said('licence') ?? head.licence,
    measuredBy: { name: said('measured-by') ?? measuredBy.name, sells },
    harness: {
      id: said('harness') ?? harness.id,
      tool: said('tool') ?? harness.tool,
      version: said('tool-version') ?? harness.version,
    },
    status: args.choice('status', STATUSES) ?? (isSeller ? 'vendor' : head.status),
  };
}
