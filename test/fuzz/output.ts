/** Invariants of all output, for any input. */

/** A stack frame, a source position or a folder of the program. */
const INTERNALS =
  /\n\s+at \S|\(node:internal|\.(?:js|ts|mjs|cjs):\d+:\d+|node_modules|\/dist\/\w+\.js|\bat (?:async )?\w+ \(/;

/** @throws if a text for a client contains internals (stack traces, source paths) or a secret. */
export function requireClean(text: string, secrets: readonly string[]): void {
  const insides = INTERNALS.exec(text);
  if (insides) throw new Error(`contains internals: ${around(text, insides.index)}`);
  requireNoSecret(text, secrets);
}

/** @throws if a text, logs included, contains a secret. */
export function requireNoSecret(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    const at = text.indexOf(secret);
    if (at >= 0) throw new Error(`contains a secret: ${around(text, at)}`);
  }
}

/**
 * @throws if a JSON-RPC response is an internal error (-32603). Exception: the SDK uses that code also for invalid
 * parameters of a 2025 request, with a JSON list of issues as its message.
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
