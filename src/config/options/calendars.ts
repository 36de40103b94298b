import { defineSwitch } from './define-switch.ts';
import { defineOption } from './option.ts';
import { text } from './value-types.ts';

/** Options of `calendars`, of which `bookings` and `users` have one too. */
export const CALENDAR_OPTIONS = [
  defineOption({
    name: 'staff',
    flag: true,
    type: text(),
    defaultDescription: 'the whole business; for a user, as it is',
    description: 'id or name of a staff member: only bookings of this person; for a user, whose agenda opens, or none',
    example: '"Dr. Dana Lee"',
    commands: ['calendars add', 'bookings export', 'users add'],
  }),
  defineSwitch({
    name: 'masked',
    description: "show only the service and the customer's initials",
    commands: ['calendars add'],
  }),
] as const;
