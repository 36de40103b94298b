import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** Secrets, so that logs and crash reports can be searched for them; the latest used are last. */
interface Known {
  texts: Set<string>;
  most: number;
}
/** The operator's. */
const own: Known = { texts: new Set(), most: 200 };
/** Those of callers, and made for them: they come in any number, and must push out none of the operator's. */
const passing: Known = { texts: new Set(), most: 50 };
/** Shorter ones would take words out of sentences. */
const SHORTEST = 8;

/** What of a secret must not be seen: of a cookie, `name=value`, the value alone as well. */
function partsOf(value: string): string[] {
  const all = [value, value.slice(value.indexOf('=') + 1)];
  const written = all.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  // Most are the same, and each is looked for in everything that a platform answers.
  return [...new Set(written)].filter((text) => text.length >= SHORTEST);
}

function remember(parts: readonly string[], { texts, most }: Known): void {
  for (const text of parts) {
    texts.delete(text);
    texts.add(text);
  }
  for (const oldest of texts) {
    if (texts.size <= most) break;
    texts.delete(oldest);
  }
}

function stripTexts(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
  return clean;
}

/** Replaces every secret of this process that stands in a text, as it is or as JSON writes it. */
export function stripSecrets(text: string): string {
  return stripTexts(stripTexts(text, own.texts), passing.texts);
}

/** A value that must never be printed: every way of turning it into text gives `[redacted]`, except `reveal()`. */
export class Secret {
  readonly #value: string;
  readonly #parts: readonly string[];

  /** @param whose `passing`: a caller's, or made for one, and not of this process. */
  constructor(value: string, whose: 'own' | 'passing' = 'own') {
    this.#value = value;
    this.#parts = partsOf(value);
    remember(this.#parts, whose === 'own' ? own : passing);
  }

  /** The value itself. Call it only where the value leaves the process on purpose (a credential header, a key file). */
  reveal(): string {
    return this.#value;
  }

  /** A text without it: what came back from somebody to whom it was sent. */
  removeFrom(text: string): string {
    return stripTexts(text, this.#parts);
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
