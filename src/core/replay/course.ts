/** How a trace went over its time, beside what the plan takes for granted: the figures that an assumption breaks by. */
import { addAt, itemAt } from '../at.ts';
import type { PlanContext } from '../placement/context/types.ts';
import type { Life, Period } from './life.ts';

/** A day. */
interface Rate {
  predicted: number;
  trace: number;
  firstHalf: number;
  secondHalf: number;
}

export interface Courses {
  written: Rate;
  read: Rate;
  /** Of what was written; null where nothing was. */
  meanSizeBytes: { predicted: number; trace: number | null };
  /** A read, which may ask for a part of its object; null where nothing was read. */
  readBytes: { predicted: number; trace: number | null };
  /** Time alive over deletions, of what was written in the trace; null: for ever, or none was deleted. */
  lifeDays: { predicted: number | null; trace: number | null };
  /** Of those whose time had come, objects that had ended a tenth before the plan's life or more; null: none had come. */
  endedEarly: number | null;
  /** Reads in the busiest hour over those in a mean one; null where nothing was read. */
  busiestHour: number | null;
}

/** Longest trace whose hours are told apart. */
const MOST_HOURS = 24 * 366 * 20;

export class Course {
  readonly #period: Period;
  readonly #written = new Float64Array(2);
  readonly #read = new Float64Array(2);
  readonly #hours: Float64Array;
  #bytes = 0;
  #reads = 0;
  #sentBytes = 0;
  #aliveDays = 0;
  #ended = 0;
  #due = 0;
  #early = 0;
  readonly #planDays: number;

  constructor(period: Period, planDays: number | null) {
    this.#period = period;
    this.#planDays = planDays ?? Infinity;
    this.#hours = new Float64Array(
      Math.max(1, Math.min(MOST_HOURS, Math.floor((period.to - period.from) * 24))),
    );
  }

  add({ bornDays, endDays, sizeBytes, readDays, sentBytes }: Life): void {
    const { from, to } = this.#period;
    const half = (at: number) => (at < (from + to) / 2 ? 0 : 1);
    if (bornDays !== null) {
      this.#aliveDays += (endDays ?? to) - bornDays;
      if (endDays !== null) this.#ended += 1;
      if (bornDays + this.#planDays <= to) {
        this.#due += 1;
        if (endDays !== null && endDays - bornDays < 0.9 * this.#planDays) this.#early += 1;
      }
      if (bornDays >= from) {
        addAt(this.#written, half(bornDays), 1);
        this.#bytes += sizeBytes;
      }
    }
    this.#reads += readDays.length;
    this.#sentBytes += sentBytes;
    for (const at of readDays) {
      if (at < from) continue;
      addAt(this.#read, half(at), 1);
      const hour = Math.floor(((at - from) / (to - from)) * this.#hours.length);
      addAt(this.#hours, Math.min(this.#hours.length - 1, hour), 1);
    }
  }

  summary({ workload }: PlanContext, weight: number): Courses {
    const days = this.#period.to - this.#period.from;
    const { arrivals, reads } = itemAt(workload.months, 0).population;
    const rate = (counts: Float64Array, predicted: number): Rate => {
      const perDay = (half: number) => (itemAt(counts, half) * 2 * weight) / days;
      return {
        predicted: predicted / days,
        trace: (perDay(0) + perDay(1)) / 2,
        firstHalf: perDay(0),
        secondHalf: perDay(1),
      };
    };
    const count = this.#written.reduce((sum, one) => sum + one, 0);
    const all = this.#hours.reduce((sum, one) => sum + one, 0);
    return {
      written: rate(this.#written, arrivals),
      read: rate(this.#read, reads),
      meanSizeBytes: { predicted: workload.meanSizeBytes, trace: count > 0 ? this.#bytes / count : null },
      readBytes: {
        predicted: workload.classes.reduce((sum, one) => sum + one.share * one.readBytes, 0),
        trace: this.#reads > 0 ? this.#sentBytes / this.#reads : null,
      },
      lifeDays: {
        predicted: workload.expiryDays,
        trace: this.#ended > 0 ? this.#aliveDays / this.#ended : null,
      },
      endedEarly: this.#due > 0 ? this.#early / this.#due : null,
      busiestHour:
        all > 0
          ? (this.#hours.reduce((most, one) => Math.max(most, one), 0) * this.#hours.length) / all
          : null,
    };
  }
}
