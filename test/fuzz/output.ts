/** What must be in no output, whatever was sent. */

/** A frame of a stack trace, a source position, or a folder of this program. */
const INTERNALS =
  /\n\s+at \S|\(node:internal|\.(?:js|ts|mjs|cjs):\d+:\d+|node_modules|\/dist\/\w+\.js|\bat (?:async )?\w+ \(/;

/** @throws when a text for a client shows the program's insides or the key. */
export function requireClean(text: string, secrets: readonly string[]): void {
  const insides = INTERNALS.exec(text);
  if (insides) throw new Error(`shows its insides: ${around(text, insides.index)}`);
  requireNoSecret(text, secrets);
}

/** @throws when a text for anybody, logs included, shows a secret. */
export function requireNoSecret(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    const at = text.indexOf(secret);
    if (at >= 0) throw new Error(`shows a secret: ${around(text, at)}`);
  }
}

/**
 * @throws when a JSON-RPC answer is an internal error. The SDK's own answer to wrong parameters of a 2025 request has
 * that code as well, with the list of what is wrong as its message: that is none.
 */
export function requireNoInternalError(answer: unknown): void {
  const text = JSON.stringify(answer);
  const { code, message = '' } = (answer as { error?: { code?: number; message?: string } }).error ?? {};
  const internal = code === -32603 && !/^\[\s*\{/.test(message);
  if (internal || text.includes('"kind":"internal_error"')) throw new Error(`internal error: ${text.slice(0, 500)}`);
}

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
}
