/** A scenario from what people have: an invoice, logs, or totals of a month in flags. */
import path from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { namesIn } from '#core/answer/words/in-archive.ts';
import { beginsAsInvoice } from '#core/reconcile/invoice-csv.ts';
import { ASKS, type Ask, type Found, type Started } from '#core/start/found.ts';
import { foundIn as foundInInvoice, startOf } from '#core/start/invoice.ts';
import { foundIn as foundInInventory } from '#core/start/inventory.ts';
import { foundIn as foundInLog } from '#core/start/log.ts';
import { foundIn as foundInMetrics } from '#core/start/metrics.ts';
import { scenarioOfTotals } from '#core/start/totals.ts';
import { parseBytes } from '#core/units.ts';
import { beginsAsMetrics, metricsIn } from '#formats/metrics/index.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable, within } from '../failures.ts';
import { isGzip, plainHead } from './file-head.ts';
import { readInvoice } from './invoice.ts';
import { foundInFiles, logFiles } from './log-file.ts';
import { placeNamed } from './named.ts';
import { fileText } from './read-input.ts';

/** YAML with what was read and assumed as comments. Asks a person for what the files do not know, or throws `Misunderstood`. */
export async function startedFromFiles(files: readonly string[], args: Args, deps: Deps): Promise<string> {
  const found = await within(files.join(', '), () => foundIn(files, deps));
  deps.say(`stowage: ${found.words}`);
  const answers: Partial<Record<Ask, string>> = {};
  for (const ask of found.asks) answers[ask] = await answerTo(ask, args, deps);
  return textOf(await within('--size', () => found.scenarioWith(answers)), found.words);
}

/** Of `--stored`, `--reads`, `--sent`, `--from` and more. */
export async function startedFromTotals(args: Args): Promise<string> {
  const given = (flag: string, example: string) => {
    const value = args.text(flag);
    if (value === undefined) throw new Misunderstood(`--${flag} is missing, such as --${flag} ${example}`);
    return value;
  };
  const totals = {
    stored: given('stored', '300TB'),
    reads: given('reads', '10M/month'),
    sent: given('sent', '20TB'),
    from: placeNamed('from', given('from', 'europe')),
    size: args.text('size'),
    current: args.text('current'),
  };
  // Each by its own name; how they go together, below.
  for (const flag of ['stored', 'sent', 'size']) args.read(flag, parseBytes);
  return textOf(await within('the totals', () => scenarioOfTotals(totals)), null);
}

async function foundIn(files: readonly string[], deps: Deps): Promise<Found> {
  const logs = logFiles(files, deps);
  const [first] = logs;
  if (first && logs.length === 1 && (first.isParquet || beginsAsInvoice(headOf(first.path)))) {
    const invoice = await readInvoice(first.path, deps).catch((error: unknown) => {
      // A table of requests in Parquet is no invoice.
      if (first.isParquet && error instanceof Misunderstood) return null;
      throw error;
    });
    if (invoice) {
      const { archive } = deps.catalog;
      const start = startOf(invoice.title, invoice.ledger.entries, archive);
      if (!start)
        throw new Unanswerable(
          `${first.name}: was read as ${invoice.title}, and none of its rows is storage of a store here`,
        );
      return foundInInvoice(start, (ref) => namesIn(archive, [ref]).store(ref));
    }
  }
  const texts = logs.map((one) => headOf(one.path));
  if (texts.length > 0 && texts.every(beginsAsMetrics)) {
    const metrics = metricsIn(logs.map((one) => fileText(one.path, deps, MOST_METRICS_BYTES)));
    if (metrics) return foundInMetrics(metrics);
  }
  const found = await foundInFiles(logs);
  const name = path.basename(files[0] ?? '');
  return 'profile' in found ? foundInLog(found.profile, name) : foundInInventory(found.inventory, name);
}

const HEAD_BYTES = 64 * 1024;
const MOST_METRICS_BYTES = 64 * 2 ** 20;

function headOf(full: string): string {
  const head = plainHead(full, full, HEAD_BYTES, '');
  return (isGzip(head) ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head).toString();
}

async function answerTo(ask: Ask, args: Args, deps: Deps): Promise<string> {
  const { label, why, example } = ASKS[ask];
  const said = args.text(ask) ?? (await deps.ask?.(`${label} (${why}; such as ${example}): `))?.trim();
  if (said === undefined || said === '')
    throw new Misunderstood(`${why}; say it with --${ask}, such as --${ask} ${example.replaceAll(' ', '')}`);
  return ask === 'from' ? placeNamed('from', said) : said;
}

function textOf({ scenario, notes }: Started, words: string | null): string {
  const remarks = [...(words === null ? [] : [words]), ...notes];
  return `${remarks.map((one) => `# ${one}\n`).join('')}${stringify(scenario, { lineWidth: 0 })}`;
}
