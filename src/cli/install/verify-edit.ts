import { type Entry, type Format, isDeepEqual, UnreadableConfigError } from './format.ts';

type Values = Record<string, unknown>;

/** The functions of a file format that only edit text, and one that parses it. */
interface UnverifiedFormat extends Format {
  /** Returns the values of a file. @throws UnreadableConfigError */
  valuesOf(text: string): Values;
}

/** A format whose edits are parsed again and compared: one that changed anything else is not written. */
export function withVerifiedEdits({ valuesOf, ...format }: UnverifiedFormat): Format {
  const withoutEntry = (text: string, servers: string, name: string) => {
    const { [servers]: all, ...more } = valuesOf(text);
    const { [name]: _entry, ...rest } = (all ?? {}) as Values;
    return Object.keys(rest).length > 0 ? { ...more, [servers]: rest } : more;
  };
  const verified = (before: string, after: string, servers: string, name: string, wanted: Entry | undefined) => {
    const isVerified = () =>
      isDeepEqual(withoutEntry(before, servers, name), withoutEntry(after, servers, name)) &&
      isDeepEqual(format.entries(after, servers).get(name), wanted);
    try {
      if (isVerified()) return after;
    } catch (error) {
      if (!(error instanceof UnreadableConfigError)) throw error;
    }
    throw new UnreadableConfigError('has a structure that cannot be edited safely');
  };
  return {
    ...format,
    set: (text, servers, name, entry) => verified(text, format.set(text, servers, name, entry), servers, name, entry),
    remove: (text, servers, name) => verified(text, format.remove(text, servers, name), servers, name, undefined),
  };
}
