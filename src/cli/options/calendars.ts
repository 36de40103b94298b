import { defineOption } from './option.ts';
import { boolean, text } from './value-types.ts';

/** Options of `calendars`. */
export const CALENDAR_OPTIONS = [
  defineOption({
    name: 'staff',
    flag: true,
    type: text(),
    defaultDescription: 'the whole business',
    description: 'calendars add: whose bookings the calendar has: the id or the name of a staff member',
    example: '"Dr. Dana Lee"',
    commands: ['calendars'],
  }),
  defineOption({
    name: 'masked',
    flag: true,
    type: boolean(),
    default: false,
    description: "calendars add: show only the service and the customer's initials",
    example: 'true',
    commands: ['calendars'],
  }),
] as const;
