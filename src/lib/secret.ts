import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** Secrets of this process, so that logs and crash reports can be searched for them; the latest used are last. */
const known = new Set<string>();
const KEPT = 50;
/** Shorter ones would take words out of sentences. */
const SHORTEST = 8;

function remember(value: string): void {
  // Of a cookie, `name=value`, the value alone is the secret.
  for (const text of new Set([value, value.slice(value.indexOf('=') + 1)])) {
    if (text.length < SHORTEST) continue;
    known.delete(text);
    known.add(text);
  }
  for (const oldest of known) {
    if (known.size <= KEPT) break;
    known.delete(oldest);
  }
}

/** Replaces every secret of this process that stands in a text, as it is or as JSON writes it. */
export function withoutSecrets(text: string): string {
  let clean = text;
  for (const value of known) {
    clean = clean.replaceAll(value, REDACTED).replaceAll(JSON.stringify(value).slice(1, -1), REDACTED);
  }
  return clean;
}

/** A value that must never be printed: every way of turning it into text gives `[redacted]`, except `reveal()`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    remember(value);
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
