import { defineSwitch } from './define-switch.ts';
import { defineOption } from './option.ts';
import { boolean, integer, text } from './value-types.ts';

/** Whether a new database begins with the demo business, and the options of `business`. */
export const BUSINESS_FILE_OPTIONS = [
  defineOption({
    name: 'demo',
    env: 'RCPT_DEMO',
    flag: true,
    type: boolean(),
    default: true,
    description: 'fill a new database of the embedded platform with the demo business; false: leave it empty',
    example: 'false',
    commands: ['stdio', 'http', 'install', 'doctor', 'platform'],
  }),
  defineSwitch({
    name: 'prune',
    description:
      'archive or remove what the lists of the file no longer contain; services and people with future bookings are kept',
    commands: ['business plan', 'business apply'],
  }),
  defineOption({
    name: 'revision',
    flag: true,
    type: integer({ min: 0, max: 1_000_000_000 }),
    defaultDescription: 'any',
    description: 'apply only if the database still has this revision, which business plan prints',
    example: '3',
    commands: ['business apply'],
  }),
  defineSwitch({
    name: 'force',
    description: 'apply even if the database was changed since --revision',
    commands: ['business apply'],
  }),
  defineSwitch({
    name: 'replace',
    description: 'replace the file. A database stays under another name',
    commands: ['platform restore', 'business export'],
  }),
  defineOption({
    name: 'keep',
    flag: true,
    type: integer({ min: 1, max: 1_000 }),
    description: 'write a dated copy into the folder FILE, and keep so many',
    example: '14',
    commands: ['platform backup'],
  }),
  defineSwitch({
    name: 'yes',
    description: 'do not ask for confirmation',
    commands: [
      'business init',
      'business apply',
      'contacts import',
      'contacts erase',
      'bookings import',
      'demo',
      'calls erase',
      'calls sources remove',
    ],
  }),
  defineOption({
    name: 'currency',
    flag: true,
    type: text(),
    defaultDescription: 'that of the country',
    description: 'currency of all prices (ISO 4217 code)',
    example: 'EUR',
    commands: ['business init'],
  }),
  defineOption({
    name: 'services',
    flag: true,
    type: text(),
    description: 'comma list of services, each with duration and price',
    example: '"Cleaning 45m 115.00, Consultation 30m 0"',
    commands: ['business init'],
  }),
  defineOption({
    name: 'people',
    flag: true,
    type: text(),
    description: 'comma list of the people who take appointments',
    example: '"Dr. Dana Lee, Sam Ortiz"',
    commands: ['business init'],
  }),
  defineOption({
    name: 'owner',
    flag: true,
    type: text(),
    description: 'e-mail address of the owner, who can sign in to the dashboard',
    example: 'owner@example.com',
    commands: ['business init'],
  }),
] as const;
