import { definePrompt, nowFrom, type PromptFacts, zoneOf } from './define.ts';

const when = {
  description: 'New day and time, such as "next Tuesday at ten"',
  completes: 'coming_day',
  required: true,
} as const;
const zone = { description: 'IANA zone in which the time is meant', completes: 'time_zone' } as const;
const appointment = {
  description: 'Whose appointment it is and when, or its id',
  completes: 'appointment',
  required: true,
} as const;

/** The step that finds the appointment that the user described. */
function find({ has }: PromptFacts): string {
  const ways = ['get_booking if an id is given', has('lookup_caller') && 'lookup_caller for a person', 'list_bookings'];
  return `Find the appointment: ${ways.filter(Boolean).join(', else ')}. If several fit, ask which.`;
}

const openTimes = ({ has }: PromptFacts): string | false =>
  has('find_open_times') && 'find_open_times: is the time free? If not, offer those nearest to it.';

export const appointmentPrompts = [
  definePrompt({
    name: 'book_appointment',
    title: 'Book an appointment',
    description: 'Find a free time and book it, after a yes.',
    toolset: 'bookings',
    needs: ['create_booking'],
    args: {
      service: { description: 'What is to be booked', completes: 'service' },
      when: { description: 'Day and time, such as "next Tuesday at ten"', completes: 'coming_day' },
      customer: { description: 'Who it is for: name, telephone or e-mail', completes: 'customer' },
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
        : facts.has('lookup_caller') && 'lookup_caller finds out whether the person is known.',
      openTimes(facts),
      'Ask for what is missing. Read service, weekday, local time and person back, and wait for a yes.',
      'create_booking, then report the time as its answer states it.',
    ],
  }),
  definePrompt({
    name: 'move_appointment',
    title: 'Move an appointment',
    description: 'Move an appointment to another time, after a yes.',
    toolset: 'bookings',
    needs: ['list_bookings', 'get_booking', 'update_booking'],
    args: { appointment, when, time_zone: zone },
    steps: (facts) => [
      'Move an appointment.',
      nowFrom(facts),
      zoneOf(facts),
      find(facts),
      openTimes(facts),
      'Read old and new time back, with weekdays, and wait for a yes.',
      'update_booking with start_time alone keeps everything else. Report the time as its answer states it.',
    ],
  }),
  definePrompt({
    name: 'cancel_appointment',
    title: 'Cancel an appointment',
    description: 'Cancel an appointment, after a yes.',
    toolset: 'bookings',
    needs: ['list_bookings', 'get_booking', 'cancel_booking'],
    args: { appointment },
    steps: (facts) => [
      'Cancel an appointment.',
      nowFrom(facts),
      find(facts),
      'Read service, weekday, local time and person back, and wait for a yes: it cannot be undone.',
      'cancel_booking, then say what was cancelled.',
    ],
  }),
];
