import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** Secrets of this process, so that logs and crash reports can be searched for them; the latest used are last. */
const known = new Set<string>();
const KEPT = 50;
/** Shorter ones would take words out of sentences. */
const SHORTEST = 8;

/** What of a secret must not be seen: of a cookie, `name=value`, the value alone as well. Longest first. */
function parts(value: string): string[] {
  const all = [value, value.slice(value.indexOf('=') + 1)];
  const written = all.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  // Most are the same, and each is looked for in everything that a platform answers.
  return [...new Set(written)].filter((text) => text.length >= SHORTEST);
}

function remember(value: string): void {
  for (const text of parts(value)) {
    known.delete(text);
    known.add(text);
  }
  for (const oldest of known) {
    if (known.size <= KEPT) break;
    known.delete(oldest);
  }
}

const without = (text: string, secrets: Iterable<string>) =>
  [...secrets].reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);

/** Replaces every secret of this process that stands in a text, as it is or as JSON writes it. */
export function withoutSecrets(text: string): string {
  return without(text, known);
}

/** Replaces one secret: of what came back from somebody to whom it was sent. */
export function withoutSecret(text: string, secret: Secret): string {
  return without(text, parts(secret.reveal()));
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
