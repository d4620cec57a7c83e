/** What takes seconds: worked out in a worker of its own, so that a slider never waits for it. */
import './no-eval.ts';
import type { FetchCatalog } from '#catalog/fetch-catalog.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { planRivals } from '#core/placement/switches/rivals.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import { planWinnerMap } from '#core/placement/switches/winner-map.ts';
import { ask } from '#core/question.ts';
import type { AgeStop, BesideAnswer, BesideQuestion } from './beside.ts';
import { inPieces } from './in-pieces.ts';

let evidence: EvidenceBase | null = null;

/** Tells every part of the answer as it is found. */
export async function answerBeside(
  fetchCatalog: FetchCatalog,
  question: BesideQuestion,
  tell: (answer: BesideAnswer) => void,
): Promise<void> {
  const { scenario } = question;
  const { archive, datasets } = await fetchCatalog('catalog.json', 'datasets.json');
  evidence ??= evidenceBase(datasets());
  const asked = ask(scenario, { archive, evidence });
  switch (question.kind) {
    case 'exact': {
      const { exactSteps } = await import('#core/placement/plan-exactly.ts');
      return tell({ kind: 'exact', plan: await inPieces(exactSteps(asked)) });
    }
    case 'switches': {
      // Every age of a move is a line of its own in the sweep beside.
      await inPieces(planSwitchPoints(asked, { ages: false }), (scan) => {
        if (scan) tell({ kind: 'scan', scan });
      });
      return inPieces(planRivals(asked), (rival) => {
        if (rival) tell({ kind: 'rival', rival });
      });
    }
    case 'map':
      return tell({ kind: 'map', map: await inPieces(planWinnerMap(asked, question.axes)) });
    case 'files': {
      const [{ emit }, { EMIT_KIND_NAMES }] = await Promise.all([
        import('#emit/emit.ts'),
        import('#emit/kinds.ts'),
      ]);
      return tell({ kind: 'files', emission: emit(asked, { ...question, kinds: EMIT_KIND_NAMES }) });
    }
    case 'chains': {
      const { chainsAtAges } = await import('#core/placement/chains/at-ages.ts');
      return tell({ kind: 'chains', candidates: chainsAtAges(asked, question.chains) });
    }
    case 'ages': {
      const { hot, cold, entry } = question;
      const also = question.days.map((thresholdDays) => ({ hot, cold, entry, thresholdDays }));
      const { candidates } = plan(asked, { also });
      const stops = candidates.flatMap((one): AgeStop[] =>
        one.kind === 'age' && one.policy?.entry === entry && one.stores.join() === `${hot},${cold}`
          ? [
              {
                days: one.policy.thresholdDays,
                total: one.monthly.total,
                atLeast: one.monthly.atLeast,
                p99Ms: one.read.p99Ms,
                p99BandMs: one.read.p99BandMs,
                feasible: one.feasible,
              },
            ]
          : [],
      );
      tell({ kind: 'ages', stops: stops.sort((a, b) => a.days - b.days) });
    }
  }
}
