/**
 * `node certify.ts FILE [few|all|many]`: the plan of one scenario in a fresh process, with its own stores, with all in one region
 * each, or in many regions. Prints processor seconds until the best of pairs and until the certificate, as JSON.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { findQuickly } from '#core/placement/answer/answered.ts';
import { deskOf } from '#core/placement/desk.ts';
import { offerOf } from '#core/pricing/offer.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allSteps } from '#core/steps.ts';

export interface Certified {
  stores: number;
  pairs: number;
  certified: number;
  gap: number | null;
}

/** Of the archive's store-regions, evenly. */
const MANY = 130;

const ROOT = path.resolve(import.meta.dirname, '../..');
const [file = '', which = 'few'] = process.argv.slice(2);
const archive = loadArchive(ROOT);
const names = archive.stores.flatMap((store) => {
  const offer = offerOf(archive, store);
  return offer?.newest.kind === 'store' ? offer.names.map((region) => `${store}@${region}`) : [];
});
// What is timed is the plan of an archive that was read.
for (const store of archive.stores) {
  archive.facts(store);
  archive.transfers(store.split('/')[0] ?? '');
}
const many = names.filter((_, i) => i % Math.ceil(names.length / MANY) === 0);
const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
const text = parse(readFileSync(file, 'utf8')) as ScenarioText;
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const start = used();
const stores = which === 'all' ? ('all' as const) : which === 'many' ? many : text.stores;
const desk = deskOf(ask({ ...text, ...(stores === undefined ? {} : { stores }) }, sources));
const quick = findQuickly(desk);
const pairs = used() - start;
const best = allSteps(desk.bestSteps({ known: quick.best ? [quick.best.placement] : [] }));
const answer: Certified = {
  stores: desk.context.stores.length,
  pairs,
  certified: used() - start,
  gap: best?.gap ?? null,
};
console.log(JSON.stringify(answer));
