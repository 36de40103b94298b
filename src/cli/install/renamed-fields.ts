import type { Entry, Format } from './format.ts';

/**
 * Translates the entries of a client whose fields have other names, such as `cmd` for `command`.
 * @param names the client's names, by the names that this program uses
 */
export function withFieldNames(format: Format, names: Readonly<Record<string, string>>): Format {
  const own = Object.fromEntries(Object.entries(names).map(([name, theirs]) => [theirs, name]));
  const decode = (entry: Entry) => renamed(entry, own);
  const encode = (entry: Entry) => renamed(entry, names);
  return {
    ...format,
    entries: (text, servers) =>
      new Map([...format.entries(text, servers)].map(([name, entry]) => [name, decode(entry)])),
    set: (text, servers, name, entry) => format.set(text, servers, name, encode(entry)),
    show: (servers, name, entry) => format.show(servers, name, encode(entry)),
  };
}

const renamed = (entry: Entry, names: Readonly<Record<string, string>>): Entry =>
  Object.fromEntries(Object.entries(entry).map(([key, value]) => [names[key] ?? key, value]));
