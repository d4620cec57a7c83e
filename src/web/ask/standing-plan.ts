/** The plan of one scenario, kept in memory: what is asked about it is answered without planning again. */
import type { Question } from '#core/question.ts';
import { placementId } from '#core/placement/chain.ts';
import type { AnsweredPlan, Shown, WantedPolicy, WorkedPlan } from '#core/placement/plan.ts';
import type { ExactAnswer } from '#core/placement/plan-exactly.ts';
import { wantedPlacement } from '#core/placement/winners/shortlist.ts';
import { needsParts, workedPlanWith } from '#core/placement/worked/worked-plan.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { inPieces } from './in-pieces.ts';
import type { Turn } from './queue.ts';

export class StandingPlan {
  readonly question: Question;
  /** Over single stores and splits in two. */
  readonly worked: WorkedPlan;
  /** Over chains of three stores as well, once that was asked for. */
  #exact: ExactAnswer | null = null;

  private constructor(question: Question, worked: WorkedPlan) {
    this.question = question;
    this.worked = worked;
  }

  /** What only some scenarios ask of the planner is fetched for them. Rejects as `plan` throws. */
  static async of(question: Question): Promise<StandingPlan> {
    const parts = needsParts(question.scenario)
      ? (await import('#core/placement/all-parts.ts')).ALL_PARTS
      : {};
    return new StandingPlan(question, workedPlanWith(parts, question, { curves: true }));
  }

  get isExact(): boolean {
    return this.#exact !== null;
  }

  /** `also`: a split to show whatever its rank. */
  plan(also: WantedPolicy | null): Plan {
    return this.#answer(also ? [also] : []).plan;
  }

  /** Those of the splits that can be, worked out in full. */
  candidates(wanted: readonly WantedPolicy[]): Candidate[] {
    return this.#answer(wanted).plan.candidates;
  }

  async exactly(turn: Turn): Promise<AnsweredPlan> {
    if (!this.#exact) {
      const { exactAnswerSteps } = await import('#core/placement/plan-exactly.ts');
      const pieces = inPieces(exactAnswerSteps(this.worked), turn);
      let piece = await pieces.next();
      while (!piece.done) piece = await pieces.next();
      this.#exact = piece.value;
    }
    return this.#exact();
  }

  #answer(wanted: readonly WantedPolicy[]): Pick<AnsweredPlan, 'plan'> {
    const { context, found } = this.worked.workings;
    const shown = wanted.flatMap((one): Shown | [] => wantedPlacement(context, found, one) ?? []);
    if (this.#exact) return this.#exact(shown);
    const known = new Set(this.worked.plan.candidates.map(({ id }) => id));
    const others = shown.filter(({ policy }) => !known.has(placementId(policy, context.stores)));
    return others.length > 0 ? this.worked.answerWith(others) : this.worked;
  }
}
