import { defineOption, InvalidValueError, type ValueType } from './option.ts';
import { boolean, choice, file } from './value-types.ts';

/** The columns of a CSV file by what they contain: `name`, `phone`, or an additional field of contacts. */
export type ColumnMap = Readonly<Record<string, string>>;

/** A comma list of `field=Column`. */
const columnMap: ValueType<ColumnMap> = {
  kind: 'text',
  parse(value, names) {
    const pairs = value.split(',').map((pair) => /^\s*([a-z][a-z0-9_]{0,39})\s*=\s*(\S.*?)\s*$/.exec(pair));
    const entries = pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [[pair[1], pair[2]] as const] : []));
    const isComplete =
      entries.length === pairs.length && new Set(entries.map(([field]) => field)).size === entries.length;
    if (isComplete) return Object.fromEntries(entries);
    throw new InvalidValueError(
      `${names} must be a comma list of field=Column, each field once, such as name=Customer,phone="Phone 2".`,
    );
  },
  format: (columns) =>
    Object.entries(columns)
      .map((pair) => pair.join('='))
      .join(','),
};

/** Options of `users` and `contacts`. */
export const PEOPLE_OPTIONS = [
  defineOption({
    name: 'role',
    flag: true,
    type: choice(['owner', 'admin', 'member']),
    defaultDescription: 'member; the present role of an existing user',
    description: 'what the user may do on the dashboard; members cannot create API keys',
    example: 'admin',
    commands: ['users add'],
  }),
  defineOption({
    name: 'password-file',
    flag: true,
    type: file(),
    defaultDescription: 'typed on the terminal or read from stdin',
    description: 'file that contains the password',
    example: './password.txt',
    commands: ['users set-password'],
  }),
  defineOption({
    name: 'generate',
    flag: true,
    type: boolean(),
    default: false,
    description: 'generate a random password, and show it once',
    example: 'true',
    commands: ['users set-password'],
  }),
  defineOption({
    name: 'map',
    flag: true,
    type: columnMap,
    defaultDescription: 'found by the headers',
    description:
      'columns of the file by field: name, first_name, last_name, email, phone, or an additional field of contacts',
    example: 'name=Customer,phone="Phone 2"',
    commands: ['contacts import'],
  }),
  defineOption({
    name: 'keep-columns',
    flag: true,
    type: boolean(),
    default: false,
    description: 'import all other columns as additional fields of the contact',
    example: 'true',
    commands: ['contacts import'],
  }),
  defineOption({
    name: 'bom',
    flag: true,
    type: boolean(),
    default: false,
    description: 'begin the file with a byte order mark, so that Excel recognises UTF-8',
    example: 'true',
    commands: ['contacts export', 'bookings export'],
  }),
] as const;
