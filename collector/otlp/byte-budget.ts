/** Bounds what all requests together hold in memory; past it they are told to come again. */
export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Takes so many bytes, or none and says no. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }

  get left(): number {
    return this.#left;
  }
}
