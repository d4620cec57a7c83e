/** What the page may ask its planner: one table of answers by name, each given part by part. */
import type { FetchCatalog } from '#catalog/fetch-catalog.ts';
import { evidenceFor } from '#core/evidence-for.ts';
import { evidenceBase, type EvidenceBase } from '#core/latency/evidence-base.ts';
import type { WantedAge } from '#core/placement/answer/answered.ts';
import type { MapQuestion } from '#core/placement/sensitivity/winner-map.ts';
import { deskOf } from '#core/placement/desk.ts';
import { wantsTraits } from '#core/pricing/traits/asks.ts';
import type { Question } from '#core/question.ts';
import type { Answered } from '#core/report/link-says.ts';
import type { MissingMeasurement, Plan } from '#core/report/plan-types.ts';
import type { Rival, SwitchScan } from '#core/report/switch-types.ts';
import type { Scenario as Read, ScenarioText } from '#core/scenario/scenario.ts';
import type { KeyForm } from '#emit/names-given.ts';
import { inPieces } from './in-pieces.ts';
import type { Turn } from './queue.ts';
import type { Table } from './serve.ts';
import { StandingPlan, fetchCertifying } from './standing-plan.ts';

interface PlanQuestion {
  scenario: ScenarioText;
  /** What `scenario` says, where the page has that from its build. */
  read?: Read | undefined;
  /** A split whose threshold a hand is moving; worked out besides the ranking. */
  wanted: WantedAge | null;
}

/** Of one placement of a plan, with the names that the visitor gives. */
interface FilesQuestion {
  scenario: ScenarioText;
  plan: Plan;
  id: string;
  buckets: Readonly<Record<string, string>>;
  keyDate: string | null;
  prefix?: string;
  keys: readonly KeyForm[];
}

interface Scenario {
  scenario: ScenarioText;
}

/** Those that a scenario uses first, or pins. */
const namedDatasets = ({ datasets = [] }: ScenarioText): string[] =>
  Array.isArray(datasets) ? datasets.filter((one) => !one.startsWith('not ')) : Object.keys(datasets);

export type Answers = ReturnType<typeof answersFrom>;
export type AnswerName = keyof Answers;
export type QuestionOf<Name extends AnswerName> = Parameters<Answers[Name]>[0];
export type PartOf<Name extends AnswerName> =
  ReturnType<Answers[Name]> extends AsyncIterable<infer Part> ? Part : never;

/** The most urgent first. Each rejects with `ScenarioError` for a scenario that cannot be understood. */
export function answersFrom(fetchCatalog: FetchCatalog) {
  /** One object for all answers: the core remembers what it has worked out from it. */
  let evidence: EvidenceBase | null = null;
  /** The same with what the last scenario names of the visitor's own. */
  let own: { key: string; base: EvidenceBase } | null = null;
  let last: Question | null = null;
  let standing: StandingPlan | null = null;

  async function ownBase(shipped: EvidenceBase, named: readonly string[]): Promise<EvidenceBase> {
    const key = named.join();
    if (own?.key !== key) own = { key, base: await (await import('./own.ts')).withKept(shipped, named) };
    return own.base;
  }

  /** A scenario that is asked about again was understood already. What reads one is fetched with the first that was not read. */
  async function questionOf(text: ScenarioText, read?: Read): Promise<Question> {
    const files = ['catalog.json', 'datasets.json'] as const;
    const { archive, datasets } = await fetchCatalog(
      ...(wantsTraits(read ?? text) ? [...files, 'traits.json' as const] : files),
    );
    evidence ??= evidenceBase(datasets());
    if (last && JSON.stringify(last.text) === JSON.stringify(text)) return last;
    const named = namedDatasets(text).filter((id) => evidence?.datasets.every((one) => one.id !== id));
    // Of the visitor's own datasets those that the scenario names take part.
    const base = named.length > 0 ? await ownBase(evidence, named) : evidence;
    last = read
      ? { text, scenario: read, archive, ...evidenceFor(text, base) }
      : (await import('#core/question.ts')).ask(text, { archive, evidence: base });
    return last;
  }

  async function standingPlan(text: ScenarioText, read?: Read): Promise<StandingPlan> {
    const question = await questionOf(text, read);
    if (standing?.question !== question) standing = new StandingPlan(question);
    return standing;
  }

  return {
    /** At once, over single stores and pairs; certified where that has been worked out. `without`: datasets the scenario pins and this build lacks. */
    async *plan({ scenario, wanted, read }: PlanQuestion) {
      const standing = await standingPlan(scenario, read);
      const { isFinished, question } = standing;
      yield { plan: standing.plan(wanted), without: question.missing, isFinished };
      // Neither the certified plan nor another scenario then waits for a script.
      Promise.all([fetchCertifying(), import('#core/question.ts')]).catch(() => {});
    },

    /** Stores and places for the suggestions of the form. */
    async *known(_: null) {
      const { archive } = await fetchCatalog('catalog.json');
      const { knownIn } = await import('./known.ts');
      yield knownIn(archive);
    },

    /** Today's use in an invoice; null where no store of ours holds anything. */
    async *invoice({ file }: { file: Blob }) {
      const { archive } = await fetchCatalog('catalog.json');
      const { readInvoice } = await import('./invoice.ts');
      yield { found: await readInvoice(file, archive) };
    },

    /** A scenario as somebody wrote it, with what it leaves out. */
    async *filled({ value }: { value: unknown }) {
      const { archive } = await fetchCatalog('catalog.json');
      const { filledIn } = await import('#core/scenario/fill-in.ts');
      yield filledIn(value, archive) as ScenarioText;
    },

    /** Reads a link's fragment, with or without its `#`: what it says that it answered is no figure of ours, and a note tells what was ignored. */
    async *open({ fragment }: { fragment: string }) {
      const [{ decodePermalink }, { withResidency }] = await Promise.all([
        import('#permalink/permalink.ts'),
        import('#core/scenario/fill-in.ts'),
      ]);
      const { text, answered, note } = decodePermalink(fragment);
      yield { scenario: withResidency(text), answered, note };
    },

    /** The link that opens the scenario's present answer for ever. The compression is fetched with the first. */
    async *link({ scenario, answered }: Scenario & { answered: Answered | null }) {
      const question = await questionOf(scenario);
      const [{ encodePermalink }, { pinScenario }] = await Promise.all([
        import('#permalink/permalink.ts'),
        import('#core/report/pin.ts'),
      ]);
      yield encodePermalink(pinScenario(question), answered);
    },

    /** What to assume so that the candidate is sure enough; null where no assumption of these p99s makes it so. */
    async *settle({
      scenario,
      candidate,
      conditions,
    }: Scenario & { candidate: string; conditions: MissingMeasurement[] }) {
      const question = await questionOf(scenario);
      const { settle } = await import('./settle.ts');
      yield { assume: settle(question, candidate, conditions) };
    },

    /** The same as `plan`, certified, with all cards. */
    async *finished({ scenario, wanted, read }: PlanQuestion, turn: Turn) {
      const standing = await standingPlan(scenario, read);
      await standing.finish(turn);
      yield { plan: standing.plan(wanted), without: standing.question.missing, isFinished: true };
    },

    async *files({ scenario, ...wanted }: FilesQuestion) {
      const question = await questionOf(scenario);
      const [{ emit }, { EMIT_KIND_NAMES }] = await Promise.all([
        import('#emit/emit.ts'),
        import('#emit/kinds.ts'),
      ]);
      yield emit(question, { ...wanted, kinds: EMIT_KIND_NAMES });
    },

    /** The plan month by month, and the move from today's placement. */
    async *time({ scenario }: Scenario, turn: Turn) {
      const standing = await standingPlan(scenario);
      const answered = await standing.finish(turn);
      const [{ withMigration }, { overTime }] = await Promise.all([
        import('#core/migration/migration.ts'),
        import('#core/placement/variations/over-time.ts'),
      ]);
      const { desk } = standing;
      const { today, candidates } = withMigration(desk, answered);
      yield {
        overTime: overTime(desk, answered),
        today,
        // By candidate, null for today's own.
        migrations: Object.fromEntries(candidates.map(({ id, migration }) => [id, migration])),
        // Today's placement, where the plan does not have it.
        others: candidates.filter(({ id }) => id === today?.id),
      };
    },

    /** Cost against p99, with a search for each of some twenty p99s. */
    async *frontier({ scenario }: Scenario, turn: Turn) {
      const standing = await standingPlan(scenario);
      const { plan } = await standing.finish(turn);
      const { frontierSteps } = await import('#core/placement/variations/frontier.ts');
      const { candidates, frontier, frontierStep } = yield* inPieces(
        frontierSteps(standing.desk, plan, true),
        turn,
      );
      yield { candidates, frontier, frontierStep };
    },

    /** What the visitor's own datasets change; null where none takes part. */
    async *own({ plan }: { plan: Plan }) {
      const question = await questionOf(plan.scenario);
      const [{ ownEvidence }, { datasets }] = await Promise.all([
        import('#core/placement/variations/own-evidence.ts'),
        fetchCatalog('catalog.json', 'datasets.json'),
      ]);
      const shipped = new Set(datasets().map(({ id }) => id));
      const own = namedDatasets(plan.scenario).filter((id) => !shipped.has(id));
      yield { found: ownEvidence(deskOf(question), plan, own) };
    },

    /** What a plan rests on, and what would better it. */
    async *afterwards({ plan }: { plan: Plan }, turn: Turn) {
      const question = await questionOf(plan.scenario);
      const { furtherSteps } = await import('#core/placement/variations/further.ts');
      const { findings } = yield* inPieces(furtherSteps(deskOf(question), plan), turn);
      yield findings;
    },

    /** How sure the answer is; null where nothing is a range. */
    async *sureness({ scenario }: Scenario, turn: Turn) {
      const standing = await standingPlan(scenario);
      const answered = await standing.finish(turn);
      const { uncertaintySteps } = await import('#core/uncertainty/plan-uncertainty.ts');
      yield { found: yield* inPieces(uncertaintySteps(standing.desk, answered), turn) };
    },

    /** Which plan wins over two inputs; null where the scenario does not have both. */
    async *map({ scenario, axes }: Scenario & { axes: MapQuestion }, turn: Turn) {
      const question = await questionOf(scenario);
      const { winnerMap } = await import('#core/placement/sensitivity/winner-map.ts');
      yield { map: yield* inPieces(winnerMap(deskOf(question), axes), turn) };
    },

    /** Where the answer changes, input by input, and then what would bring in the stores it does without. */
    async *switches({ scenario }: Scenario, turn: Turn) {
      const question = await questionOf(scenario);
      const [{ switchPoints }, { planRivals }] = await Promise.all([
        import('#core/placement/sensitivity/switch-points.ts'),
        import('#core/placement/sensitivity/rivals.ts'),
      ]);
      const desk = deskOf(question);
      let [scans, rivals]: [SwitchScan[], Rival[]] = [[], []];
      for await (const scan of inPieces(switchPoints(desk), turn)) {
        scans = [...scans, scan];
        yield { scans, rivals };
      }
      for await (const rival of inPieces(planRivals(desk), turn)) {
        rivals = [...rivals, rival];
        yield { scans, rivals };
      }
      yield { scans, rivals };
    },
  } satisfies Table;
}
