/** What went wrong in a line of a story, with the line itself, so that the test's author sees it at once. */
export class StoryError extends Error {
  constructor(message: string, line: string, number: number) {
    super(`line ${number} of the story: ${message}\n  ${line}`);
    this.name = 'StoryError';
  }
}

/** The words of one line, taken from the left. */
export class Words {
  readonly #words: string[];
  readonly #line: string;
  readonly #number: number;

  constructor(words: readonly string[], line: string, number: number) {
    this.#words = [...words];
    this.#line = line;
    this.#number = number;
  }

  get more(): boolean {
    return this.#words.length > 0;
  }

  peek(): string | undefined {
    return this.#words[0];
  }

  /** The next word; `what` says what was wanted when there is none. */
  next(what: string): string {
    const word = this.#words.shift();
    return word ?? this.fail(`${what} is missing at the end`);
  }

  /** The next word as a whole number; `what` names it. */
  number(what: string): number {
    const word = this.next(what);
    return /^-?\d+$/.test(word) ? Number(word) : this.fail(`${what} must be a whole number, not "${word}"`);
  }

  /** The next word as one of a closed vocabulary. */
  oneOf<const T extends readonly string[]>(values: T, what: string): T[number] {
    const word = this.next(what);
    return (
      values.find((value) => value === word) ??
      this.fail(`${what} is one of ${values.join(', ')}, not "${word}"`)
    );
  }

  /** Takes a reserved word and what follows it out of the line, wherever it stands. */
  pluck(word: string): string | undefined {
    const at = this.#words.indexOf(word);
    if (at < 0) return undefined;
    const value = this.#words[at + 1];
    if (value === undefined) return this.fail(`a word is missing after "${word}"`);
    this.#words.splice(at, 2);
    return value;
  }

  /** Takes out every word that matches, wherever it stands. */
  pluckAll(pattern: RegExp): readonly string[] {
    const found = this.#words.filter((word) => pattern.test(word));
    this.#words.splice(0, this.#words.length, ...this.#words.filter((word) => !pattern.test(word)));
    return found;
  }

  fail(message: string): never {
    throw new StoryError(message, this.#line, this.#number);
  }
}
