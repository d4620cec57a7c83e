/** The plan of one scenario, kept in memory: what is asked about it is answered without planning again. */
import {
  answerFrom,
  findQuickly,
  type Answered,
  type Certifying,
  type Found,
  type WantedAge,
} from '#core/placement/answer/answered.ts';
import { deskOf, type FullDesk } from '#core/placement/desk.ts';
import type { Question } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { inPieces } from './in-pieces.ts';
import type { Turn } from './queue.ts';

/** Plans of a visit are shown without it until it was fetched. */
let certifying: Certifying | null = null;

/** Behind the first answer. Rejects where it cannot be fetched. */
export async function fetchCertifying() {
  const fetched = await import('#core/placement/answer/certified.ts');
  certifying = fetched.certifying;
  return fetched;
}

export class StandingPlan {
  readonly question: Question;
  readonly desk: FullDesk;
  /** Of single stores and pairs, until all is certified. */
  #found: Found;
  #answer: Answered | null = null;

  /** Throws as `deskOf` does. */
  constructor(question: Question) {
    this.question = question;
    this.desk = deskOf(question);
    this.#found = findQuickly(this.desk);
  }

  get isFinished(): boolean {
    return this.#found.isFinished;
  }

  /** `also`: a split to show whatever its rank. */
  plan(also: WantedAge | null): Plan {
    if (also) return answerFrom(this.desk, this.#found, certifying, { also: [also], curves: true }).plan;
    return (this.#answer ??= answerFrom(this.desk, this.#found, certifying, { curves: true })).plan;
  }

  /** Certified, with all cards. */
  async finish(turn: Turn): Promise<Answered> {
    const { findSteps, certifying } = await fetchCertifying();
    if (!this.#found.isFinished) {
      const pieces = inPieces(findSteps(this.desk, {}, this.#found), turn);
      let piece = await pieces.next();
      while (!piece.done) piece = await pieces.next();
      [this.#found, this.#answer] = [piece.value, null];
    }
    return (this.#answer ??= answerFrom(this.desk, this.#found, certifying, { curves: true }));
  }
}
