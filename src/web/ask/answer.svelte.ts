/** A value that follows the scenario: the planner's answer to a question that changes as the page does. */
import { untrack } from 'svelte';
import { useDesk } from '#web/state/desk.svelte.ts';
import type { AnswerName, PartOf, QuestionOf } from './answers.ts';
import { AT_REST, Follower, type Pace } from './follow.ts';
import { AnswerError } from './lane.ts';
import type { Failure } from './serve.ts';
import { same } from './same.ts';

export interface Following<Question, Part> {
  /** The last part heard; of the question before while the newest is worked out. Null before any, and where nothing is asked. */
  readonly value: Part | null;
  /** The question that `value` answers. */
  readonly of: Question | null;
  /** The newest question is not answered in full. */
  readonly busy: boolean;
  /** Why the newest question has no answer. */
  readonly failed: Failure | null;
}

/**
 * To be called while a component is made, and stopped with it. `question`: null where there is nothing to ask; one that is equal
 * to the last is not asked again. What is asked of a plan that stands is dropped as soon as the scenario in the form is another.
 */
export function answer<Name extends AnswerName>(
  name: Name,
  question: () => QuestionOf<Name> | null,
  pace: Pace = AT_REST,
): Following<QuestionOf<Name>, PartOf<Name>> {
  type Question = QuestionOf<Name>;
  const desk = useDesk();
  let heard: { part: PartOf<Name>; of: Question } | null = $state.raw(null);
  /** The question that was answered last, in full or with a failure, while what was heard is about it. */
  let ended: { of: Question; failed: Failure | null } | null = $state.raw(null);

  let last: Question | null = null;
  const asked = $derived.by(() => {
    const next = question();
    // A question come back to is the one that is answered already.
    const known = [last, ended?.of ?? null].find((one) => same(one, next));
    return (last = known ?? next);
  });

  const follower = new Follower<Question, PartOf<Name>>(
    (of, tell, signal) => desk.planner!.ask(name, of, tell, signal),
    {
      part(part, of) {
        heard = { part, of };
        if (ended?.of !== of) ended = null;
      },
      done: (of) => (ended = { of, failed: null }),
      failed: (error, of) => (ended = { of, failed: failureOf(error) }),
    },
    pace,
  );
  $effect(() => {
    const isAnswered = untrack(() => ended?.of === asked);
    const isMoving = pace === AT_REST && !desk.settled;
    if (asked === null || !desk.planner || isAnswered || isMoving) follower.stop();
    else follower.follow(asked);
  });
  $effect(() => () => follower.stop());

  return {
    get value() {
      return asked === null ? null : (heard?.part ?? null);
    },
    get of() {
      return asked === null ? null : (heard?.of ?? null);
    },
    get busy() {
      return asked !== null && ended?.of !== asked;
    },
    get failed() {
      return ended !== null && ended.of === asked ? ended.failed : null;
    },
  };
}

function failureOf(error: unknown): Failure {
  return error instanceof AnswerError ? error : { message: String(error), issues: null };
}
