/** After so long without a newer answer the hand rests. */
const REST_MS = 250;

/** Parts of the answer are drawn one a frame, those out of sight once the hand rests, so that a moving slider keeps its frames. */
class Turns {
  #waiting = new Map<object, () => void>();
  #inSight = new Set<object>();
  #isRunning = false;
  #isResting = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** No part waits to show the newest answer. */
  allDrawn = $state(true);

  /** Draws the part when it is its turn; what it had waiting is dropped, its place in the row stays. */
  take(part: object, draw: () => void): void {
    this.#waiting.set(part, draw);
    this.allDrawn = false;
    this.#isResting = false;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#isResting = true;
      this.#run();
    }, REST_MS);
    this.#run();
  }

  /** Until the first word of it a part is out of sight. */
  see(part: object, isInSight: boolean): void {
    if (!isInSight) this.#inSight.delete(part);
    else {
      this.#inSight.add(part);
      this.#run();
    }
  }

  leave(part: object): void {
    this.#waiting.delete(part);
    this.#inSight.delete(part);
  }

  #run(): void {
    if (this.#isRunning) return;
    this.allDrawn = this.#waiting.size === 0;
    this.#isRunning = this.#due() !== undefined;
    if (this.#isRunning) requestAnimationFrame(this.#next);
  }

  #due(): object | undefined {
    return [...this.#waiting.keys()].find((part) => this.#isResting || this.#inSight.has(part));
  }

  #next = () => {
    const part = this.#due();
    const draw = part && this.#waiting.get(part);
    if (part) this.#waiting.delete(part);
    draw?.();
    this.#isRunning = false;
    this.#run();
  };
}

export const turns = new Turns();
