import { defineSwitch } from './define-switch.ts';
import { defineOption } from './option.ts';
import { choice, file, listOf, pairs } from './value-types.ts';

/** The columns of a CSV file by what they contain: `name`, `phone`, or an additional field of contacts. */
const columnMap = pairs(
  /^[a-z][a-z0-9_]{0,39}$/,
  'field=Column, each field once, such as name=Customer,phone="Phone 2"',
);

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
  defineSwitch({
    name: 'generate',
    description: 'generate a random password, and show it once',
    commands: ['users set-password'],
  }),
  defineOption({
    name: 'map',
    flag: true,
    type: columnMap,
    defaultDescription: 'found by the headers',
    description: 'columns of the file by field: name, first_name, last_name, email, phone, start, service, …',
    example: 'name=Customer,phone="Phone 2"',
    commands: ['contacts import', 'bookings import'],
  }),
  defineSwitch({
    name: 'keep-columns',
    description: 'import all other columns as additional fields of the contact',
    commands: ['contacts import'],
  }),
  defineSwitch({
    name: 'restore-erased',
    description: 'import rows of erased customers, too',
    commands: ['contacts import', 'bookings import'],
  }),
  defineOption({
    name: 'include',
    flag: true,
    type: listOf(Boolean, 'ids'),
    description: 'ids of records that the command has named',
    example: 'ct_123',
    commands: ['contacts data', 'contacts erase'],
  }),
  defineSwitch({
    name: 'bom',
    description: 'begin the file with a byte order mark, so that Excel recognises UTF-8',
    commands: ['contacts export', 'bookings export'],
  }),
] as const;
