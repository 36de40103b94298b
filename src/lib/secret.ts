import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** A value that must never be printed: every way of turning it into text gives `[redacted]`, except `reveal()`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it only where the value leaves the process on purpose (a credential header, a key file). */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
