/** Parts of the answer are drawn one a frame, so that a moving slider keeps its frames. */
class Turns {
  #waiting = new Map<object, () => void>();
  #isRunning = false;
  /** No part waits to show the newest answer. */
  allDrawn = $state(true);

  /** Draws the part when it is its turn; what it had waiting is dropped, its place in the row stays. */
  take(part: object, draw: () => void): void {
    this.#waiting.set(part, draw);
    this.allDrawn = false;
    if (this.#isRunning) return;
    this.#isRunning = true;
    requestAnimationFrame(this.#next);
  }

  leave(part: object): void {
    this.#waiting.delete(part);
  }

  #next = () => {
    const [first] = this.#waiting;
    if (first) {
      this.#waiting.delete(first[0]);
      first[1]();
    }
    this.#isRunning = this.#waiting.size > 0;
    this.allDrawn = !this.#isRunning;
    if (this.#isRunning) requestAnimationFrame(this.#next);
  };
}

export const turns = new Turns();
