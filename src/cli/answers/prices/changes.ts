import { readdirSync } from 'node:fs';
import path from 'node:path';
import { figureOf } from '#core/answer/figures/figure.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { nearest } from '#core/nearest.ts';
import { priceEffect } from '#core/placement/variations/compare-prices.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { diffEditions, type FactChange, type PriceChange } from '#core/pricing/editions/edition-diff.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { TRANSFER_FOLDER } from '#core/pricing/editions/parse-edition.ts';
import { diffDays, historyOf, type HistoryStep } from '#core/pricing/editions/price-history.ts';
import type { PlanDifference } from '#core/report/plan-difference.ts';
import type { Args } from '../../args.ts';
import type { Run } from '../../command.ts';
import type { Deps } from '../../deps.ts';
import { Misunderstood } from '../../failures.ts';
import { give } from '../../formats.ts';
import { effectFigure } from '../../render/plan-difference.ts';
import { CHANGE_COLUMNS, changesFigure, factWords } from '../../render/price-changes.ts';
import { heading, listOf, strong, tableOf, textOf, type Block } from '../../render/table.ts';
import { asked, readScenarios, sourcesOf } from '../../scenarios.ts';
import { storeNamed } from '../../input/named.ts';

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
  const change = changeAsked(args, deps);
  const { days, ...rest } = change;
  const effects = days && args.form !== 'csv' ? await effectsOf(days, args, deps) : [];
  give(args, deps, {
    json: { ...rest, scenarios: effects.map(({ scenario, difference }) => ({ scenario, ...difference })) },
    csv: figureOf(change.prices, CHANGE_COLUMNS),
    blocks: () => changeBlocks(change, effects, namesIn(deps.catalog.archive, [])),
  });
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
  const { store, region } = storeNamed(first, archive);
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
  if (!isTransfer) storeNamed(store, archive);
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
  const regions = [
    ...(change.onlyFrom.length > 0 ? [`only before: ${change.onlyFrom.join(', ')}`] : []),
    ...(change.onlyTo.length > 0 ? [`only after: ${change.onlyTo.join(', ')}`] : []),
  ];
  const touched = effects.flatMap(({ scenario, difference }) =>
    difference ? [{ scenario, difference }] : [],
  );
  const untouched = effects.length - touched.length;
  const effect = effectFigure(touched, change.days?.store ?? '', names);
  return [
    heading(`${change.from} → ${change.to}`),
    ...changed(change.prices, strong('No price differs.')),
    ...listOf('Rules and facts', change.facts.map(factWords)),
    ...listOf('Regions', regions),
    ...textOf(touched.length > 0 && 'Effect on scenarios, a month, with all other prices of their own date:'),
    ...tableOf(effect),
    ...textOf(untouched > 0 && `${untouched} of ${effects.length} scenarios do not consider the store.`),
  ];
}

/** `none`: what is said where nothing changed. */
const changed = (prices: readonly PriceChange[], none: Block): Block[] =>
  prices.length > 0 ? tableOf(changesFigure(prices)) : [none];

/** A store's editions, oldest first, each with what it changed. */
export const history: Run = (args, deps) => {
  const { archive } = deps.catalog;
  const { store, region } = storeNamed(args.operands[0] ?? '', archive);
  const steps = historyOf(archive.editions(store)).map((step) => ({
    ...step,
    prices: (step.diff?.prices ?? []).filter((one) => region === undefined || isHere(one, region)),
    facts: step.diff?.facts ?? [],
  }));
  give(args, deps, {
    json: steps.map(({ edition, diff, prices, facts }) => ({
      edition: edition.id,
      date: edition.date,
      precision: edition.precision,
      confirmed: edition.confirmed,
      confidence: edition.confidence,
      supersedes: edition.supersedes ?? null,
      regions: Object.keys(edition.regions),
      against: diff?.from ?? null,
      prices,
      facts,
    })),
    csv: figureOf(
      steps.flatMap(({ edition, prices }) => prices.map((one) => ({ ...one, edition: edition.id }))),
      [{ title: 'edition', of: ({ edition }) => edition }, ...CHANGE_COLUMNS],
    ),
    blocks: () => steps.flatMap(stepBlocks),
  });
};

/** One price list everywhere covers a place that is asked for. */
function isHere(change: PriceChange, region: string): boolean {
  return change.region === region || change.region === 'everywhere';
}

function stepBlocks({
  edition,
  diff,
  prices,
  facts,
}: HistoryStep & Pick<NonNullable<HistoryStep['diff']>, 'prices' | 'facts'>): Block[] {
  return [
    heading(`${edition.id} (${PRECISION_WORDS[edition.precision]})`),
    {
      kind: 'text',
      text: `${edition.confidence}, last seen unchanged ${edition.confirmed}, ${regionCount(Object.keys(edition.regions))}${edition.supersedes === undefined ? '' : `; corrects ${edition.supersedes}`}`,
    },
    ...changed(prices, {
      kind: 'text',
      text: diff ? `No price differs from ${diff.from}.` : 'The first prices known.',
    }),
    ...listOf('Rules and facts', facts.map(factWords)),
  ];
}

const PRECISION_WORDS = {
  day: 'the day it took effect',
  bounded: 'took effect by that day',
  observed: 'first seen that day',
};

function regionCount(regions: readonly string[]): string {
  return regions.length === 1 ? `region ${regions[0]}` : `${regions.length} regions`;
}
