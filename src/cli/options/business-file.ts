import { isCurrencyCode } from '../../lib/locale.ts';
import { defineOption, InvalidValueError } from './option.ts';
import { boolean, integer, text } from './value-types.ts';

function readCurrency(value: string, names: string): string {
  const code = value.toUpperCase();
  if (isCurrencyCode(code)) return code;
  throw new InvalidValueError(`${names} must be an ISO 4217 code, such as USD; "${code}" is none.`);
}

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
  defineOption({
    name: 'prune',
    flag: true,
    type: boolean(),
    default: false,
    description:
      'business plan, apply: archive or remove what the lists of the file no longer have; never a service or person with bookings ahead',
    example: 'true',
    commands: ['business'],
  }),
  defineOption({
    name: 'revision',
    flag: true,
    type: integer({ min: 0, max: 1_000_000_000 }),
    defaultDescription: 'any',
    description: 'business apply: refuse if the database was changed since the plan with this revision',
    example: '3',
    commands: ['business'],
  }),
  defineOption({
    name: 'force',
    flag: true,
    type: boolean(),
    default: false,
    description: 'business apply: apply although the database was changed since --revision',
    example: 'true',
    commands: ['business'],
  }),
  defineOption({
    name: 'yes',
    flag: true,
    type: boolean(),
    default: false,
    description:
      'business apply, demo: do not ask; business init: accept every proposal that has no flag; contacts import: import without asking; calls sources remove: remove without asking',
    example: 'true',
    commands: ['business', 'demo', 'contacts', 'calls'],
  }),
  defineOption({
    name: 'currency',
    flag: true,
    type: text(readCurrency),
    defaultDescription: "the country's",
    description: 'business init: ISO 4217 code of all prices',
    example: 'EUR',
    commands: ['business'],
  }),
  defineOption({
    name: 'services',
    flag: true,
    type: text(),
    description: 'business init: comma list of services with duration and price',
    example: '"Cleaning 45m 115.00, Consultation 30m 0"',
    commands: ['business'],
  }),
  defineOption({
    name: 'people',
    flag: true,
    type: text(),
    description: 'business init: comma list of the people who take appointments',
    example: '"Dr. Dana Lee, Sam Ortiz"',
    commands: ['business'],
  }),
  defineOption({
    name: 'owner',
    flag: true,
    type: text(),
    description: 'business init: e-mail address of the owner, who can sign in to the dashboard',
    example: 'owner@example.com',
    commands: ['business'],
  }),
] as const;
