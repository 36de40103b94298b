/** A server's entry in a client's configuration. */
export type Entry = Record<string, unknown> & { env?: Record<string, unknown> };

/** A file as far as it matters here: text without byte order mark. */
export interface Format {
  /** The entries under `servers`, by name. @throws Unreadable when the text cannot be parsed. */
  entries(text: string, servers: string): Map<string, Entry>;
  /** The text with this entry, all else byte for byte as it was. */
  set(text: string, servers: string, name: string, entry: Entry): string;
  /** The text without the entry. */
  remove(text: string, servers: string, name: string): string;
  /** The entry alone, for people to read. */
  show(servers: string, name: string, entry: Entry): string;
}

/** A file that is not what its format says, or that cannot be changed without touching what is not ours. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Line endings as most of the file has them: those of its first line. */
export function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** Everything about an entry that the program decides. What people add to it is theirs and stays. */
const OWNED = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl', 'startup_timeout_sec'];
export const isOwned = (key: string) => OWNED.includes(key);
export const isOwnVariable = (name: string) => name.startsWith('RCPT_');

/** What an entry becomes: ours as wanted, the rest as it is. */
export function merged(old: Entry | undefined, wanted: Entry): Entry {
  if (!old) return wanted;
  const { env: oldEnv = {}, ...rest } = old;
  const { env: newEnv = {}, ...ours } = wanted;
  const kept = Object.entries(rest).filter(([key]) => !isOwned(key));
  const env = { ...Object.fromEntries(Object.entries(oldEnv).filter(([key]) => !isOwnVariable(key))), ...newEnv };
  return { ...ours, ...(Object.keys(env).length > 0 ? { env } : {}), ...Object.fromEntries(kept) };
}

/** Whether two values say the same; the order of keys says nothing. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // As pairs, because a key such as __proto__ cannot be set on an object.
  return { pairs: entries.map(([key, item]) => [key, sorted(item)]) };
}
