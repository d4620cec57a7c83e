/** What is typed into the blanks of the sentence, written into the scenario. Fetched with the first touch of one. */
import type { Desk } from '#web/state/desk.svelte.ts';
import type { Path } from '#web/state/paths.ts';
import { BLANKS, type BlankName } from './blank-paths.ts';
import { rateOf, storedOf } from './blanks.ts';
import { placeOf, storeOf } from './choices.ts';

const OBJECTS = ['workload', 'objects'];
const READERS = ['workload', 'readers'];

const isNothing = (text: string) => /^\s*(0\b.*|nothing|none|never)?\s*$/i.test(text);

export class Writes {
  #desk: Desk;
  constructor(desk: Desk) {
    this.#desk = desk;
  }

  write(blank: BlankName, text: string): void {
    const { known } = this.#desk;
    switch (blank) {
      case 'standing':
        return this.#store(text);
      case 'arrivals':
        return this.#add(text);
      case 'size':
        return this.#put(BLANKS.size, text);
      case 'retention':
        return this.#put(BLANKS.retention, /^\s*(for ?)?ever\s*$/i.test(text) ? 'forever' : text);
      case 'rate':
        return this.#desk.write(BLANKS.rate, isNothing(text) ? '0/day' : rateOf(text));
      case 'current':
        return this.#put(
          BLANKS.current,
          isNothing(text) ? '' : storeOf(text, known, this.#desk.read(['workload', 'writer'])),
        );
      case 'reader':
        return this.#read(placeOf(text, known));
      case 'p99':
        return this.#put(BLANKS.p99, text);
    }
  }

  #put(path: Path, text: string): void {
    this.#desk.write(path, text.trim() === '' ? undefined : text.trim());
  }

  #store(text: string): void {
    const { standing: _, count: __, ...objects } = this.#desk.read(OBJECTS) as Record<string, unknown>;
    // No objects at all are said as such, so that the worker asks for some.
    const none = objects['arrivals'] === undefined ? { ...objects, arrivals: '0/day' } : objects;
    this.#desk.write(OBJECTS, isNothing(text) ? none : { ...objects, ...storedOf(text) });
  }

  #add(text: string): void {
    const isStored = [BLANKS.standing, BLANKS.count].some((path) => this.#desk.read(path) !== undefined);
    if (isNothing(text)) return this.#desk.write(BLANKS.arrivals, isStored ? undefined : '0/day');
    this.#desk.write(BLANKS.arrivals, rateOf(text));
  }

  #read(at: string): void {
    const [reader] = (this.#desk.read(READERS) ?? []) as Record<string, unknown>[];
    this.#desk.write(READERS, [{ share: 1, ...reader, at }]);
  }
}
