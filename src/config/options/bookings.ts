import { defineSwitch } from './define-switch.ts';
import { defineOption, MalformedValueError, type ValueType } from './option.ts';
import { choice, pairs, text } from './value-types.ts';

/** A local day or a whole month; whether the date exists is checked with the time zone of the business. */
const dayOrMonth: ValueType<string> = {
  kind: 'text',
  parse(value) {
    const day = value.trim().toLowerCase();
    if (/^(\d{4}-\d{2}(-\d{2})?|yesterday|today|tomorrow)$/.test(day)) return day;
    throw new MalformedValueError('a day or a month');
  },
  format: String,
};

/** Names in the business by those of a file. */
const renames = pairs(/./, 'old=new, such as "Ladies cut=Haircut"');

/** Options of `bookings`. */
export const BOOKING_OPTIONS = [
  defineOption({
    name: 'from',
    flag: true,
    type: dayOrMonth,
    defaultDescription: 'last month',
    description: 'first day in the time zone of the business, or a month',
    example: '2026-10',
    commands: ['bookings export'],
  }),
  defineOption({
    name: 'to',
    flag: true,
    type: dayOrMonth,
    defaultDescription: 'the end of the month of --from; if that is a day, today',
    description: 'last day, which is included, or a month',
    example: '2026-12',
    commands: ['bookings export'],
  }),
  defineOption({
    name: 'service',
    flag: true,
    type: text(),
    defaultDescription: 'all services',
    description: 'id or name of a service: only bookings of it',
    example: 'Cleaning',
    commands: ['bookings export'],
  }),
  defineOption({
    name: 'status',
    flag: true,
    type: choice(['active', 'no_show', 'cancelled', 'all']),
    default: 'active',
    description: 'which bookings: active ones took or take place; only these have a price',
    example: 'all',
    commands: ['bookings export'],
  }),
  defineSwitch({
    name: 'without-names',
    description: 'leave out who the customers are',
    commands: ['bookings export'],
  }),
  defineOption({
    name: 'rename',
    flag: true,
    type: renames,
    description: 'names of services and people in the business by those in the file',
    example: 'Ladies cut=Haircut',
    commands: ['bookings import'],
  }),
  defineOption({
    name: 'default-service',
    flag: true,
    type: text(),
    description: 'id or name of the service of rows that name none',
    example: 'Haircut',
    commands: ['bookings import'],
  }),
  defineOption({
    name: 'default-staff',
    flag: true,
    type: text(),
    defaultDescription: 'who performs the service, if it is one person',
    description: 'id or name of the person of rows that name none',
    example: 'Anna Weber',
    commands: ['bookings import'],
  }),
] as const;
