import { definePrompt, nowFrom, type PromptFacts, zoneOf } from './define.ts';

const when = {
  description: 'New day and time, such as "next Tuesday at ten"',
  completes: 'coming_day',
  required: true,
} as const;
const zone = { description: 'IANA time zone of the time', completes: 'time_zone' } as const;
const appointment = {
  description: 'Customer and time of the appointment, or its id',
  completes: 'appointment',
  required: true,
} as const;

/** The step that finds the appointment that the user described. */
function find({ has }: PromptFacts): string {
  const ways = ['get_booking if an id is given', has('lookup_caller') && 'lookup_caller for a person', 'list_bookings'];
  return `Find the appointment: ${ways.filter(Boolean).join(', else ')}. If several fit, ask which.`;
}

const openTimes = ({ has }: PromptFacts, arg = ''): string | false =>
  has('find_open_times') &&
  `Check with find_open_times${arg} that the time is free. If not, offer the nearest free times.`;

export const appointmentPrompts = [
  definePrompt({
    name: 'book_appointment',
    title: 'Book an appointment',
    description: 'Find a free time, and book it after the user agrees.',
    toolset: 'bookings',
    needs: ['create_booking'],
    args: {
      service: { description: 'Service to book', completes: 'service' },
      when: { description: 'Day and time, such as "next Tuesday at ten"', completes: 'coming_day' },
      customer: { description: 'Customer: name, telephone or e-mail', completes: 'customer' },
      time_zone: zone,
    },
    steps: (facts, { service, customer }) => [
      'Book an appointment.',
      nowFrom(facts),
      zoneOf(facts),
      facts.has('list_services') &&
        (service?.id ? 'list_services has the name of the service.' : 'list_services has the id of the service.'),
      customer?.id
        ? facts.has('get_contact') && 'get_contact has the name and the telephone number of the person.'
        : facts.has('lookup_caller') && 'lookup_caller shows whether the person is a known contact.',
      openTimes(facts),
      'Ask for what is missing. Read service, weekday, local time and person back, and wait until the user agrees.',
      'Call create_booking, and report the time that its answer states.',
    ],
  }),
  definePrompt({
    name: 'move_appointment',
    title: 'Move an appointment',
    description: 'Move an appointment to another time after the user agrees.',
    toolset: 'bookings',
    needs: ['list_bookings', 'get_booking', 'update_booking'],
    args: { appointment, when, time_zone: zone },
    steps: (facts) => [
      'Move an appointment.',
      nowFrom(facts),
      zoneOf(facts),
      find(facts),
      openTimes(facts, ' (exclude_booking_id: the appointment)'),
      'Read old and new time back, with weekdays, and wait until the user agrees.',
      'Call update_booking with start_time alone: it keeps everything else. Report the time that its answer states.',
    ],
  }),
  definePrompt({
    name: 'cancel_appointment',
    title: 'Cancel an appointment',
    description: 'Cancel an appointment after the user agrees.',
    toolset: 'bookings',
    needs: ['list_bookings', 'get_booking', 'cancel_booking'],
    args: { appointment },
    steps: (facts) => [
      'Cancel an appointment.',
      nowFrom(facts),
      find(facts),
      'Read service, weekday, local time and person back, and wait until the user agrees: it cannot be undone.',
      'Call cancel_booking, and report what was cancelled.',
    ],
  }),
];
