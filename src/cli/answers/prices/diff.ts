import { namesIn } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '#core/nearest.ts';
import { priceEffect } from '#core/placement/variations/compare-prices.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { diffEditions } from '#core/pricing/editions/edition-diff.ts';
import type { FactChange, PriceChange } from '#core/pricing/editions/edition-diff.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { TRANSFER_FOLDER } from '#core/pricing/editions/parse-edition.ts';
import { diffDays } from '#core/pricing/editions/price-history.ts';
import type { PlanDifference } from '#core/report/plan-difference.ts';
import type { Args } from '../../args.ts';
import type { Run } from '../../command.ts';
import type { Deps } from '../../deps.ts';
import { Misunderstood } from '../../failures.ts';
import { formatOf, jsonText } from '../../formats.ts';
import {
  PRICE_CHANGE_COLUMNS,
  factWords,
  priceChangeRow,
  priceChangeTable,
} from '../../render/price-changes.ts';
import { effectTable } from '../../render/plan-difference.ts';
import { csvText, printBlocks } from '../../render/table.ts';
import type { Block } from '../../render/table.ts';
import { asked, readScenarios, sourcesOf } from '../../scenarios.ts';
import { storeOperand } from '../../store-operand.ts';

interface Change {
  from: string;
  to: string;
  prices: PriceChange[];
  facts: FactChange[];
  /** Regions that only one side has. */
  onlyFrom: string[];
  onlyTo: string[];
  /** Null: no two days of one store, so no scenario can be asked. */
  days: { store: string; from: string; to: string } | null;
}

interface Effect {
  scenario: string;
  /** Null: the store is no candidate of it. */
  difference: PlanDifference | null;
}

/** What changed between two editions, or for a store between two days, and what that does to scenarios. */
export const diff: Run = async (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const change = changeAsked(args, deps);
  const rows = change.prices.map(priceChangeRow);
  if (format === 'csv') {
    deps.print(csvText({ columns: PRICE_CHANGE_COLUMNS, rows }));
    return { exit: 0 };
  }
  const effects = change.days ? await effectsOf(change.days, args, deps) : [];
  if (format === 'json') {
    const { days: _days, ...rest } = change;
    const scenarios = effects.map(({ scenario, difference }) => ({ scenario, ...difference }));
    deps.print(jsonText({ ...rest, scenarios }));
  } else printBlocks(changeBlocks(change, effects, namesIn(deps.catalog.archive, [])), format, deps);
  return { exit: 0 };
};

function changeAsked(args: Args, deps: Deps): Change {
  const { archive } = deps.catalog;
  const [first = '', second] = args.operands;
  const [from, to] = [args.day('from'), args.day('to')];
  if (second !== undefined) {
    if (from !== undefined || to !== undefined)
      throw new Misunderstood('two editions bring their own dates; leave out --from and --to');
    return betweenEditions(tableNamed(first, archive), tableNamed(second, archive));
  }
  if (from === undefined)
    throw new Misunderstood(
      'stowage prices diff needs two editions, such as aws/s3-express-one-zone/2023-11-28 aws/s3-express-one-zone/2025-04-10, or a store with --from DATE',
    );
  const { store, region } = storeOperand(first, archive);
  const days = { store, from, to: to ?? deps.today() };
  const found = diffDays(archive, { ...days, region });
  return {
    from: `${found.editions.from.join(', ') || 'no edition'} (${days.from})`,
    to: `${found.editions.to.join(', ') || 'no edition'} (${days.to})`,
    prices: found.prices,
    facts: found.facts,
    onlyFrom: found.onlyOn.from,
    onlyTo: found.onlyOn.to,
    days,
  };
}

type Table = Edition | TransferEdition;

function betweenEditions(from: Table, to: Table): Change {
  if ('rules' in from !== 'rules' in to)
    throw new Misunderstood(
      `${from.id} and ${to.id} are not of one kind: a data transfer table has no stores`,
    );
  const found = diffEditions(from, to);
  const store = 'store' in from && 'store' in to && from.store === to.store ? from.store : null;
  return {
    from: found.from,
    to: found.to,
    prices: found.prices,
    facts: found.facts,
    onlyFrom: found.onlyIn.from,
    onlyTo: found.onlyIn.to,
    days: store === null || from.date === to.date ? null : { store, from: from.date, to: to.date },
  };
}

/** `aws/s3-standard/2025-10-22`, with its ending or without. */
function tableNamed(text: string, archive: Archive): Table {
  const id = text.replace(/^pricing\//, '').replace(/\.ya?ml$/, '');
  const [provider = '', folder = ''] = id.split('/');
  const store = `${provider}/${folder}`;
  const isTransfer = folder === TRANSFER_FOLDER;
  if (!isTransfer) storeOperand(store, archive);
  const all: readonly Table[] = isTransfer ? archive.transfers(provider) : archive.editions(store);
  const found = all.find((one) => one.id === id);
  if (found) return found;
  const ids = all.map((one) => one.id);
  const hint = nearest(id, ids);
  throw new Misunderstood(
    `"${text}" is not an edition; ${hint === undefined ? `${store} has ${ids.join(', ') || 'none'}` : `did you mean ${hint}?`}`,
  );
}

/** Of the scenarios named, or of the examples. */
async function effectsOf(
  days: { store: string; from: string; to: string },
  args: Args,
  deps: Deps,
): Promise<Effect[]> {
  const given = args.list('scenario');
  const files = given.length > 0 ? given : examples(deps);
  const scenarios = (await Promise.all(files.map((file) => readScenarios(file, deps)))).flat();
  const sources = await sourcesOf(deps);
  return Promise.all(
    scenarios.map(async (one) => ({
      scenario: one.text.name ?? path.basename(one.name),
      difference: priceEffect(await asked(one, sources, deps), days),
    })),
  );
}

function examples({ examplesFolder, say }: Deps): string[] {
  try {
    const names = readdirSync(examplesFolder).filter((name) => name.endsWith('.yaml'));
    return names.toSorted().map((name) => path.join(examplesFolder, name));
  } catch {
    say(`stowage: no examples in ${examplesFolder}; name scenarios with --scenario FILE`);
    return [];
  }
}

function changeBlocks(change: Change, effects: readonly Effect[], names: Names): Block[] {
  const blocks: Block[] = [{ kind: 'heading', text: `${change.from} → ${change.to}` }];
  if (change.prices.length > 0) blocks.push({ kind: 'table', table: priceChangeTable(change.prices) });
  else blocks.push({ kind: 'text', text: 'No price differs.', strong: true });
  if (change.facts.length > 0)
    blocks.push({ kind: 'list', title: 'Rules and facts', items: change.facts.map(factWords) });
  const regions = [
    ...(change.onlyFrom.length > 0 ? [`only before: ${change.onlyFrom.join(', ')}`] : []),
    ...(change.onlyTo.length > 0 ? [`only after: ${change.onlyTo.join(', ')}`] : []),
  ];
  if (regions.length > 0) blocks.push({ kind: 'list', title: 'Regions', items: regions });
  const touched = effects.flatMap(({ scenario, difference }) =>
    difference ? [{ scenario, difference }] : [],
  );
  if (change.days && touched.length > 0)
    blocks.push(
      {
        kind: 'text',
        text: 'Effect on scenarios, a month, with all other prices of their own date:',
      },
      { kind: 'table', table: effectTable(touched, change.days.store, names) },
    );
  const untouched = effects.length - touched.length;
  if (untouched > 0)
    blocks.push({
      kind: 'text',
      text: `${untouched} of ${effects.length} scenarios do not consider the store.`,
    });
  return blocks;
}
