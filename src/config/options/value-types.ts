import { InvalidAddressError, parseBaseUrl } from '../../api/base-url.ts';
import { isMistakenUrl, isPostgresUrl } from '../../lib/database/database-url.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import { formatDuration, parseDuration } from './duration.ts';
import { InvalidValueError, MalformedValueError, type ValueType } from './option.ts';

/** The value types of options. A type that only one option uses is declared next to its row. */

interface Range {
  min: number;
  max: number;
}

export const boolean = (): ValueType<boolean> => ({
  kind: 'boolean',
  parse(text) {
    if (/^(true|1|yes|on)$/i.test(text)) return true;
    if (/^(false|0|no|off)$/i.test(text)) return false;
    throw new MalformedValueError('true or false');
  },
  format: String,
});

export const integer = ({ min, max }: Range): ValueType<number> => ({
  kind: 'integer',
  parse(text) {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new MalformedValueError(`a whole number from ${min} to ${max}`);
  },
  format: String,
});

/** In milliseconds. */
export const duration = ({ min, max }: Range): ValueType<number> => ({
  kind: 'duration',
  parse(text) {
    const length = parseDuration(text);
    if (length !== undefined && length >= min && length <= max) return length;
    const range = `from ${formatDuration(min)} to ${formatDuration(max)}`;
    throw new MalformedValueError(`a number of seconds, minutes or hours ${range}`);
  },
  format: (ms) => `${ms / 1_000}s`,
});

export const choice = <const T extends string>(values: readonly T[]): ValueType<T> => ({
  kind: 'choice',
  values,
  parse(text) {
    const value = values.find((known) => known === text);
    if (value !== undefined) return value;
    throw new MalformedValueError(`one of ${values.join(', ')}`);
  },
  format: String,
});

/** A comma list of known names, each at most once. */
export const list = <const T extends string>(values: readonly T[]): ValueType<readonly T[]> => ({
  kind: 'list',
  values,
  parse(text) {
    const items = splitList(text);
    const known = items.flatMap((item) => values.find((value) => value === item) ?? []);
    if (known.length > 0 && known.length === items.length) return [...new Set(known)];
    throw new MalformedValueError(`a comma list of ${values.join(', ')}`);
  },
  format: String,
});

/** A comma list of any length. @param must describes what `isValid` accepts, with an example */
export const listOf = (isValid: (item: string) => boolean, must: string): ValueType<readonly string[]> => ({
  kind: 'text',
  parse(text, names) {
    const items = splitList(text);
    const invalid = items.find((item) => !isValid(item));
    if (invalid === undefined) return items;
    throw new InvalidValueError(`${names} must be a comma list of ${must}; "${invalid}" is not one.`);
  },
  format: String,
});

/** A comma list of `key=value`, each key once. @param must describes it, with an example */
export const pairs = (key: RegExp, must: string): ValueType<Readonly<Record<string, string>>> => ({
  kind: 'text',
  parse(value, names) {
    const entries = value.split(',').map((pair) => {
      const [, name = '', meant = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
      return [name.trim(), meant.trim()] as const;
    });
    const isComplete = entries.every(([name, meant]) => key.test(name) && meant !== '');
    if (isComplete && new Map(entries).size === entries.length) return Object.fromEntries(entries);
    throw new InvalidValueError(`${names} must be a comma list of ${must}.`);
  },
  format: (value) =>
    Object.entries(value)
      .map((pair) => pair.join('='))
      .join(','),
});

const splitList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** @param read validates and normalizes the text; throws an `InvalidValueError` or a `MalformedValueError` */
export const text = (read: (text: string, names: string) => string = (value) => value): ValueType<string> => ({
  kind: 'text',
  parse: (value, names) => read(notBlank(value), names),
  format: String,
});

/** A path. The file is opened by the option's consumer. */
export const file = (): ValueType<string> => ({ ...text(), kind: 'file' });

/** A value that doctor, the log and crash reports never show. */
export const secret = (check: (text: string, names: string) => void = () => {}): ValueType<Secret> => ({
  kind: 'secret',
  parse(value, names) {
    check(notBlank(value), names);
    return new Secret(value);
  },
  format: String,
});

/** An `https` URL of a server; `http` is accepted for loopback addresses. */
export const url = (): ValueType<URL> => ({
  kind: 'url',
  parse(value, names) {
    try {
      return parseBaseUrl(notBlank(value));
    } catch (error) {
      if (error instanceof InvalidAddressError) throw new InvalidValueError(`${names} ${error.message}.`);
      throw error;
    }
  },
  format: ({ href }) => href.replace(/\/$/, ''),
});

/** A SQLite file, `:memory:` or a PostgreSQL URL. */
export const database = (): ValueType<string> => ({
  kind: 'database',
  parse(value, names) {
    if (!isMistakenUrl(notBlank(value))) return value;
    throw new InvalidValueError(
      `${names} must be a file path such as ./receptionist.db, :memory:, or postgres://user@host/name, without spaces or quotation marks around it.`,
    );
  },
  format: String,
});

export const postgresUrl = (): ValueType<string> => ({
  kind: 'database',
  parse(value, names) {
    if (isPostgresUrl(value)) return value;
    throw new InvalidValueError(`${names} must be the URL of a PostgreSQL database: postgres://user@host/name.`);
  },
  format: String,
});

function notBlank(value: string): string {
  if (value.trim() === '') throw new MalformedValueError('a text');
  return value;
}
