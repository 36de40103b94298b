/** A server's entry in a client's configuration. */
export type Entry = Record<string, unknown> & { env?: Record<string, unknown> };

/** Reads and edits a configuration file's text, without byte order mark. */
export interface Format {
  /** Returns the entries under `servers`, by name. @throws UnreadableConfigError if the text cannot be parsed */
  entries(text: string, servers: string): Map<string, Entry>;
  /** Returns the text with this entry; every other byte is unchanged. */
  set(text: string, servers: string, name: string, entry: Entry): string;
  /** Returns the text without the entry. */
  remove(text: string, servers: string, name: string): string;
  /** Returns the text without the object of servers, if that is empty. */
  removeEmpty(text: string, servers: string): string;
  /** Formats the entry alone, for display. */
  show(servers: string, name: string, entry: Entry): string;
}

/** A file that does not parse, or that cannot be edited without changing other entries. */
export class UnreadableConfigError extends Error {
  override readonly name = 'UnreadableConfigError';
}

/** Returns the line ending of the first line. */
export function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** The fields of an entry that this program writes. Fields that users add are preserved. */
const OWNED = ['type', 'command', 'args', 'url', 'serverUrl', 'httpUrl', 'startup_timeout_sec'];
export const isOwned = (key: string) => OWNED.includes(key);
export const isOwnVariable = (name: string) => name.startsWith('RCPT_');

/** Merges a planned entry into the old one: fields that this program writes are replaced, all others are preserved. */
export function mergeEntry(old: Entry | undefined, wanted: Entry): Entry {
  if (!old) return wanted;
  const { env: oldEnv = {}, ...rest } = old;
  const { env: newEnv = {}, ...fields } = wanted;
  const preserved = Object.entries(rest).filter(([key]) => !isOwned(key));
  const env = { ...Object.fromEntries(Object.entries(oldEnv).filter(([key]) => !isOwnVariable(key))), ...newEnv };
  return { ...fields, ...(Object.keys(env).length > 0 ? { env } : {}), ...Object.fromEntries(preserved) };
}

/** Returns the names of the fields and variables of an old entry that a planned one preserves. */
export function preservedNames({ env = {}, ...fields }: Entry): string[] {
  return [
    ...Object.keys(fields).filter((key) => !isOwned(key)),
    ...Object.keys(env).filter((variable) => !isOwnVariable(variable)),
  ];
}

/** Returns the names of the variables of an old entry that a planned one does not have any more. */
export const removedVariables = ({ env: old = {} }: Entry, { env = {} }: Entry): string[] =>
  Object.keys(old).filter((variable) => isOwnVariable(variable) && !(variable in env));

/** True if replacing an entry by the wanted one drops or changes a field or variable that this program writes. */
export function losesContent(old: Entry | undefined, wanted: Entry): boolean {
  if (!old) return false;
  const merged = mergeEntry(old, wanted);
  const isKept = (from: Record<string, unknown>, to: Record<string, unknown>) =>
    Object.entries(from).every(([key, value]) => isDeepEqual(value, to[key]));
  const { env: oldEnv = {}, ...fields } = old;
  return !(isKept(fields, merged) && isKept(oldEnv, merged.env ?? {}));
}

/** True if two values are deeply equal, in any order of keys. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Pairs, because assigning a key such as __proto__ would set the prototype of an object.
  return { pairs: entries.map(([key, item]) => [key, sorted(item)]) };
}
