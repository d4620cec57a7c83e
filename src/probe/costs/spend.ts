/** What a run has cost so far, at list prices: what was sent, and the removal of what lies there. */
import { bump } from '#core/at.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { exactMoney } from '#core/text/money.ts';
import { operationAt, type SingleOperation } from '../plan/cell.ts';
import { addMade, addRemoval, addRequests, emptyWork, usageOf } from './estimate.ts';
import type { JournalState } from '../kept/journal.ts';
import { sizeOfKey } from '../keys.ts';
import type { ProbePlan } from '../plan/plan-file.ts';
import { isHit, type Sample } from '../kept/record.ts';

/** More was sent than may be spent. */
export class SpendError extends Error {
  override name = 'SpendError';
}

/** What ends a run whose spending passed `mostCost`; null within it. */
export function overspent({
  spend,
  mostCost = Infinity,
}: {
  spend?: Spend;
  mostCost?: number;
}): SpendError | null {
  if (!spend) return null;
  const { total, currency } = spend.amount;
  const words = (amount: number) => exactMoney(amount, currency);
  return total > mostCost
    ? new SpendError(
        `what was sent comes to ${words(total)}, and at most ${words(mostCost)} may be spent; raise --max-cost to go on`,
      )
    : null;
}

export class Spend {
  readonly #plan: ProbePlan;
  readonly #archive: Archive;
  readonly #asOf: string;
  /** Objects made by target and size; requests by target, cell and operation. */
  readonly #made = new Map<string, number>();
  readonly #asked = new Map<string, number>();

  constructor(plan: ProbePlan, archive: Archive, asOf: string) {
    this.#plan = plan;
    this.#archive = archive;
    this.#asOf = asOf;
  }

  /** What an earlier run of the same journal sent. */
  resume({ everMade, samples }: Pick<JournalState, 'everMade' | 'samples'>): void {
    for (const { target, name } of everMade) this.made(target, name);
    for (const sample of samples) this.note(sample);
  }

  /** `name`: of an object, without the run's prefix. */
  made(target: number, name: string): void {
    const sizeBytes = sizeOfKey(name, this.#plan.cells);
    if (sizeBytes !== null) bump(this.#made, `${target}|${sizeBytes}`);
  }

  note(sample: Sample): void {
    if (isHit(sample)) return;
    const { target, cell, index } = sample;
    const what = this.#plan.cells[cell];
    if (what) bump(this.#asked, `${target}|${cell}|${operationAt(what, cell, index, this.#plan.seed)}`);
  }

  get total(): number {
    return this.amount.total;
  }

  /** In dollars where there are several currencies. */
  get amount(): { total: number; currency: string } {
    const works = this.#plan.targets.map(emptyWork);
    for (const [key, objects] of this.#made) {
      const [target = 0, sizeBytes = 0] = key.split('|').map(Number);
      const work = works[target];
      if (work) addMade(work, sizeBytes, objects);
    }
    for (const [key, requests] of this.#asked) {
      const [target, cell, operation] = key.split('|');
      const work = works[Number(target)];
      const what = this.#plan.cells[Number(cell)];
      if (work && what) addRequests(work, what, operation as SingleOperation, requests);
    }
    const usages = this.#plan.targets.flatMap((target, t) => {
      const work = works[t];
      if (target.unpriced || !work) return [];
      addRemoval(work);
      return [usageOf(target, work, this.#plan, this.#asOf)];
    });
    const { total, currency } = bill(usages, this.#archive, { fx: this.#plan.fx ?? undefined });
    return { total, currency };
  }
}
