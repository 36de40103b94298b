import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** Registered secrets, which logs and crash reports redact. The least recently used is the first. */
interface Registry {
  texts: Set<string>;
  maxTexts: number;
}
/** The secrets of the operator. */
const operatorSecrets: Registry = { texts: new Set(), maxTexts: 200 };
export const MAX_CALLER_SECRETS = 50;
/** The secrets of callers: their number is unlimited, and they must not evict those of the operator. */
const callerSecrets: Registry = { texts: new Set(), maxTexts: MAX_CALLER_SECRETS };
/** Redacting shorter texts would remove ordinary words. */
const MIN_LENGTH = 8;

/** The texts to redact for a secret. For a cookie, `name=value`, the value alone is redacted as well. */
function partsOf(value: string): string[] {
  const all = [value, value.slice(value.indexOf('=') + 1)];
  const encoded = all.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  // Most are duplicates, and each is searched for in all answers of a platform.
  return [...new Set(encoded)].filter((text) => text.length >= MIN_LENGTH);
}

function register(parts: readonly string[], { texts, maxTexts }: Registry): void {
  for (const text of parts) {
    texts.delete(text);
    texts.add(text);
  }
  for (const oldest of texts) {
    if (texts.size <= maxTexts) break;
    texts.delete(oldest);
  }
}

function stripTexts(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
  return clean;
}

/** Redacts every registered secret in a text, in its plain form and in its JSON form. */
export function stripSecrets(text: string): string {
  return stripTexts(stripTexts(text, operatorSecrets.texts), callerSecrets.texts);
}

/** A value that must never be printed: every conversion to text returns `[redacted]`, except `reveal()`. */
export class Secret {
  readonly #value: string;
  readonly #parts: readonly string[];

  /** @param owner `caller`: received from a caller or created for one. */
  constructor(value: string, owner: 'operator' | 'caller' = 'operator') {
    this.#value = value;
    this.#parts = partsOf(value);
    register(this.#parts, owner === 'operator' ? operatorSecrets : callerSecrets);
  }

  /** Returns the value. Call it only where the value leaves the process on purpose (a credential header, a key file). */
  reveal(): string {
    return this.#value;
  }

  /** Redacts this secret in a text, such as the answer of a server that received it. */
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
