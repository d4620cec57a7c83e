/** What the panels of an answer are about. */
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { Following } from '#web/ask/answer.svelte.ts';
import type { PartOf } from '#web/ask/answers.ts';

export interface OnShow {
  plan: Plan;
  /** The placement that is worked out below the cards. */
  shown: Candidate;
}

export interface WithSwitches extends OnShow {
  /** Where the answer changes, as far as that is known. */
  switches: Following<Pick<Plan, 'scenario'>, PartOf<'switches'>>;
}
