import { type Attack, call, each } from './conversation.ts';
import { TAKEN, VICTIM } from './world.ts';

/**
 * The operator requires name and date of birth. These callers have the number of the customer, such as a thief of a telephone.
 * In the twin world the number is in no record.
 */
const setup = 'checked' as const;
const other = (last: string) => ({ setup, number: `+130366640${last}` });
const thief = (callId: string) => ({ setup, number: VICTIM.phone, callId });
const { name, date_of_birth } = VICTIM;
const said = { caller_name: name, date_of_birth: '1980-06-05' };

export const CHECKS: readonly Attack[] = [
  {
    title: 'on the telephone of a customer who says nothing is asked, and the question is the same for all',
    from: thief('steal-1'),
    turns: [
      call('list_bookings', {}, 'askChecks'),
      call('cancel_booking', { appointment: TAKEN.start, confirmed: true }, 'askChecks'),
      call('update_booking', { new_start: '2026-04-01T09:00' }, 'askChecks'),
      call('list_bookings', { caller_name: name }, 'askChecks'),
      call('list_bookings', { date_of_birth }, 'askChecks'),
      call('list_bookings', { caller_name: '   ', date_of_birth }, 'notUnderstood'),
      call('list_bookings', {}, 'askChecks', other('01')),
    ],
  },
  {
    title: 'on the telephone of a customer books, and hears nothing about other appointments at that time',
    from: thief('steal-2'),
    turns: [
      call(
        'create_booking',
        { service: 'Cleaning', start: '2026-03-26T10:15', staff: 'Sam Ortiz', caller_name: 'Mallory Fox' },
        /^I would book Cleaning with Sam Ortiz on \w+ the 26th at 10:15, under the name Mallory Fox\. Is that right\?$/,
      ),
      call(
        'create_booking',
        {
          service: 'Cleaning',
          start: '2026-03-26T10:15',
          staff: 'Sam Ortiz',
          caller_name: 'Mallory Fox',
          confirmed: true,
        },
        'booked',
      ),
    ],
  },
  {
    title: 'on the telephone of a customer has three guesses, also with new connections and calls',
    from: thief('steal-3'),
    turns: [
      call('list_bookings', said, 'noMatch', thief('steal-3a')),
      call('cancel_booking', { ...said, caller_name: 'Mallory Fox', confirmed: true }, 'noMatch', thief('steal-3b')),
      call('update_booking', { ...said, date_of_birth: '1980-05-07', new_start: '2026-04-01T09:00' }, 'noMatch', {
        setup,
        number: VICTIM.phone,
      }),
      call('list_bookings', { caller_name: name, date_of_birth }, 'locked', thief('steal-3c')),
      call('list_bookings', { caller_name: name, date_of_birth }, 'locked', { setup, number: `tel:${VICTIM.phone}` }),
      call('list_bookings', { caller_name: name, date_of_birth }, 'locked', { setup, number: '(303) 666-0202' }),
      call('cancel_booking', { appointment: TAKEN.start, caller_name: name, date_of_birth, confirmed: true }, 'locked'),
    ],
  },
  {
    title: 'with another number hears the same as on that of a customer, three times and then no more',
    from: other('05'),
    turns: [
      ...each('list_bookings', [said, { ...said, date_of_birth }, { ...said, caller_name: 'X' }], 'noMatch'),
      call('list_bookings', { caller_name: name, date_of_birth }, 'locked'),
    ],
  },
  {
    title: 'who changes the number within one call has three guesses',
    from: { ...other('06'), callId: 'steal-6' },
    turns: [
      call('list_bookings', said, 'noMatch'),
      call('list_bookings', said, 'noMatch', { ...other('07'), callId: 'steal-6' }),
      call('list_bookings', said, 'noMatch', { ...other('08'), callId: 'steal-6' }),
      call('list_bookings', said, 'locked', { ...other('09'), callId: 'steal-6' }),
    ],
  },
  {
    title: 'who withholds the number passes no check',
    from: { setup, callId: 'steal-7' },
    turns: Array.from({ length: 5 }, () =>
      call('list_bookings', { caller_name: name, date_of_birth }, 'unknownNumber'),
    ),
  },
  {
    title: 'who says patterns, empty marks or combining characters passes no check',
    from: other('10'),
    turns: [
      ...each(
        'list_bookings',
        [
          { caller_name: '\u0301', date_of_birth: '\u0301' },
          { caller_name: '%', date_of_birth: '%' },
          { caller_name: '.*', date_of_birth: 'undefined' },
        ],
        'noMatch',
      ),
    ],
  },
  {
    title: 'whose agent sends words for an unknown name is asked for it, and passes no check',
    from: other('19'),
    turns: each(
      'list_bookings',
      ['undefined', 'null', 'Unknown'].map((caller_name) => ({ caller_name, date_of_birth })),
      'askChecks',
    ),
  },
  {
    title: 'who sends sixteen guesses in one message of Vapi has three',
    from: { ...other('11'), vapi: {} },
    turns: [
      call('list_bookings', said, /^(I cannot match[^|]+\| ){3}(I cannot look up[^|]+(\| )?){13}$/, {
        ...other('11'),
        vapi: {
          toolCallList: Array.from({ length: 16 }, (_, index) => ({
            id: `id_${index}`,
            name: 'list_bookings',
            parameters: { ...said, date_of_birth: `1980-05-${10 + index}` },
          })),
        },
      }),
    ],
  },
];
