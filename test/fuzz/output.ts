/** What must be in no output, whatever was sent. */

/** A frame of a stack trace, a source position, or a folder of this program. */
const INSIDES =
  /\n\s+at \S|\(node:internal|\.(?:js|ts|mjs|cjs):\d+:\d+|node_modules|\/dist\/\w+\.js|\bat (?:async )?\w+ \(/;

/** @throws when a text for a client shows the program's insides or the key. */
export function requireClean(text: string, secrets: readonly string[]): void {
  const insides = INSIDES.exec(text);
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

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
}
