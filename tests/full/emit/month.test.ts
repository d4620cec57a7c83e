/** A month of the emitted files, simulated and billed, against the bill of the plan that they were written from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { namedPlacement } from '#core/placement/answer/answered.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { heldStores } from '#core/placement/bill/parts.ts';
import { deskOf } from '#core/placement/desk.ts';
import { billTotal } from '#core/pricing/bills/bill.ts';
import { archiveEnds } from '#core/pricing/ends.ts';
import { ask } from '#core/question.ts';
import type { Candidate, CandidatePart } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { emittedParts } from '#tests/simulator/emitted.ts';
import { simulatedStores } from '#tests/simulator/placements.ts';
import { simulateParts } from '#tests/simulator/simulate.ts';
import { ROOT, allDatasets, wholeArchive } from '#tests/sources.ts';

const ALLOWED = 0.005;

const WORKLOADS = [
  'thumbnails',
  'thumbnails-nocdn',
  'ml-shards',
  'log-archive',
  'container-registry',
  'backup',
  'medical',
  'llm-checkpoints',
  'cdn-origin',
  'loki',
  'iceberg',
  'warpstream',
  'genomics',
  'email-attachments',
];

/** Placements beside those that the plan shows. */
const ALSO: Readonly<Record<string, string>> = {
  // New objects lie in the bucket that is looked through for what is no longer popular.
  'thumbnails-nocdn': 'mix:new,old.5%=tigris/standard@global;old.100%=cloudflare/r2-standard@enam',
};

it.each(WORKLOADS)('%s: what the files do costs what the plan says', (workload) => {
  const archive = wholeArchive();
  const file = path.join(ROOT, 'tests/advice/workloads', `${workload}.yaml`);
  // Prices of today, which know what a Worker asks.
  const { knownOn: _, ...text } = parse(readFileSync(file, 'utf8')) as ScenarioText;
  const desk = deskOf(ask(text, { archive, evidence: evidenceBase(allDatasets()) }));
  const also = ALSO[workload] === undefined ? null : namedPlacement(desk, ALSO[workload]);
  const { plan, placements } = answered(desk, also ? { show: [also] } : undefined);
  const { context } = desk;
  const { low } = archiveEnds(archive);
  const followed = plan.candidates.filter(({ kind }) => kind !== 'cache');
  expect(followed.length).toBeGreaterThan(1);
  if (also) expect(followed.map(({ id }) => id)).toContain(ALSO[workload]);
  expect(followed).toContain(plan.candidates.find(({ card }) => card === 'recommended'));
  const differences = followed.map((candidate) => {
    const { id, monthly } = candidate;
    const { timelines } = placements[plan.candidates.findIndex((one) => one.id === id)] ?? {
      timelines: [],
    };
    const emission = emit(desk.question, { plan, id, kinds: EMIT_KIND_NAMES, keyDate: null });
    const parts = emittedParts(
      context.scenario,
      emission,
      simulatedStores(context),
      isToldByAge(candidate),
      ({ stream, sizeBytes, slice }, asker, ageDays) => {
        const p = context.populations.findIndex(
          (one) =>
            one.stream === stream &&
            one.workload.meanSizeBytes === sizeBytes &&
            (one.slice === null || one.slice === slice),
        );
        const stage = timelines[p]?.findLast(({ fromDays }) => fromDays <= ageDays);
        return heldStores(context)[stage?.servers[asker] ?? -1]?.ref ?? '';
      },
    );
    const months = simulateParts(context.scenario, parts).map(({ usages }) =>
      billTotal(usages, low, context.billing),
    );
    const total = months.reduce((sum, one) => sum + one.total, 0) / months.length;
    const isBilled = monthly.lines.some(({ store }) => store === 'cloudflare/workers');
    const isWritten = emission.files.some(({ path }) => path === 'router/worker.ts');
    expect([id, 'Worker', isBilled]).toEqual([id, 'Worker', isWritten]);
    return { id, difference: total / monthly.total - 1 };
  });
  expect(differences.filter(({ difference }) => !(Math.abs(difference) < ALLOWED))).toEqual([]);
});

/**
 * Whether an object's age says which store answers a place. Where two sizes lie in the same stores and are read from different ones,
 * routers ask one of the two, and the plan's bill is that of readers who know the size.
 */
function isToldByAge({ parts }: Candidate): boolean {
  const isOneStream = (a: CandidatePart, b: CandidatePart) =>
    ['new', 'old'].some((stream) => a.name.includes(stream) && b.name.includes(stream));
  const clash = (a: CandidatePart, b: CandidatePart) =>
    isOneStream(a, b) &&
    a.segments.some((one) =>
      b.segments.some(
        (other) =>
          one.fromDays < other.toDays &&
          other.fromDays < one.toDays &&
          Object.entries(one.servers).some(
            ([place, server]) =>
              other.servers[place] !== server &&
              one.holders.includes(other.servers[place] ?? '') &&
              other.holders.includes(server),
          ),
      ),
    );
  return parts.every((a, i) => parts.slice(i + 1).every((b) => !clash(a, b)));
}
