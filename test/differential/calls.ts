import { writeOut } from '../../src/lib/search/spellings.ts';
import { createRandom, type Random } from '../../src/platform/demo/random.ts';
import type { DemoBusiness } from '../../src/platform/demo/types.ts';
import type { Call } from './compare.ts';
import { FIRST_NAMES, LAST_NAMES, QUERIES, SENTENCES } from './texts.ts';
import { NOW, phoneOf } from './world.ts';

const DAY = 24 * 3_600_000;
type Args = Record<string, unknown>;
type Draw = (random: Random, world: DemoBusiness) => unknown;

/** An argument that a call has with a probability. */
type Argument = readonly [name: string, probability: number, draw: Draw];

const from =
  (...values: readonly unknown[]): Draw =>
  (random) =>
    random.pick(values);
const idOf =
  (list: 'services' | 'staff' | 'contacts' | 'bookings' | 'calls', absent: string): Draw =>
  (random, world) =>
    random.chance(0.04) ? absent : random.pick<{ id: string }>(world[list]).id;

const service: Draw = (random, world) =>
  random.chance(0.5)
    ? idOf('services', 'svc_none')(random, world)
    : random.pick(['Check-up', 'crown', 'canal', 'zahn']);
const staff: Draw = (random, world) =>
  random.chance(0.5)
    ? idOf('staff', 'stf_none')(random, world)
    : random.pick(['ben smith', 'smithson', 'Ana', 'darcy']);
const contactId = idOf('contacts', 'ct_none');

/** A day, a local time or an instant, also the exact start of a booking. */
const moment: Draw = (random, world) => {
  const time = Date.parse(NOW) + random.int(-65, 35) * DAY;
  const kind = random.int(0, 6);
  if (kind === 0) return random.pick(['today', 'yesterday', 'tomorrow']);
  if (kind === 1) return random.pick(world.bookings).start_time;
  if (kind === 2) return random.pick(world.calls).started_at;
  if (kind === 3) return `${new Date(time).toISOString().slice(0, 10)}T09:00`;
  return new Date(time).toISOString().slice(0, 10);
};

/** Writes the umlauts of a text in another way, most times. */
const respelled = (random: Random, text: string) =>
  random.pick([
    writeOut(text),
    text.normalize('NFD').replace(/\u0308/g, ''),
    text.replace(/ae/gi, 'ä').replace(/oe/gi, 'ö').replace(/ue/gi, 'ü'),
    text,
  ]);

const name: Draw = (random) => {
  const whole = respelled(random, `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`);
  return random.pick([
    whole,
    whole.toLowerCase(),
    whole.slice(0, random.int(2, 6)),
    random.pick(LAST_NAMES),
    whole.slice(2),
  ]);
};

/** A telephone number of a contact, of a caller or of none, in one of many writings. */
const phone: Draw = (random) => {
  const number = phoneOf(random.pick([random.int(0, 130), random.int(500, 580), 9_999]));
  const last = number.slice(-4);
  return random.pick([
    number,
    `(212) 555-${last}`,
    `212.555.${last}`,
    `1 212 555 ${last}`,
    `212555${last}`,
    `555-${last}`,
  ]);
};

const email: Draw = (random) =>
  random.pick([
    `customer.${random.int(0, 62)}@example.com`,
    `CUSTOMER.${random.int(0, 62)}@EXAMPLE.COM`,
    'none@example.com',
  ]);

/** Words of different fields of a record, some of which are in other records; or an id. */
const fields: Draw = (random, { services, staff, contacts, bookings, calls }) => {
  if (random.chance(0.3)) return random.pick<{ id: string }>(random.pick([services, contacts, bookings, calls])).id;
  const part = () =>
    random.pick([
      random.pick([...services, ...staff]).name,
      random.pick(LAST_NAMES),
      random.pick(FIRST_NAMES).slice(0, 4),
      random.pick(['cancelled', 'confirmed', 'inbound', 'callback', 'en', 'first visit']),
    ]);
  return `${part()} ${part()}`;
};

/** A text of the list of queries, or a part of a sentence, which may begin and end inside of words. */
const query: Draw = (random, world) => {
  const kind = random.int(0, 11);
  if (kind > 9) return fields(random, world);
  if (kind < 5) return random.pick(QUERIES);
  if (kind === 5) return name(random, world);
  if (kind === 6) return phone(random, world);
  if (kind === 7) return email(random, world);
  const sentence = respelled(random, random.pick(SENTENCES));
  const start = random.int(0, sentence.length - 3);
  const part = sentence.slice(start, start + random.int(2, 20)).trim();
  return part === '' ? 'crown' : random.chance(0.3) ? `"${part}"` : part;
};

const status = from('active', 'confirmed', 'cancelled', 'Cancelled', 'canceled', 'rejected', 'pending');
const callStatus = from('completed', 'missed', 'Missed', 'voicemail', 'booked', 'callback promised', 'unheard');
const outcome = from('booked', 'callback_promised', 'Callback promised', 'hung up', 'voicemail', 'spam');
const language = from('en', 'EN', 'en-US', 'es', 'de', 'ja', 'fr', 'english');
const direction = from('inbound', 'outbound', 'Inbound', 'sideways');
const order = from('asc', 'desc');
const perPage = from(1, 2, 3, 7, 25, 50, 100);
const flag = from(true, false);

const WINDOW: readonly Argument[] = [
  ['from', 0.4, moment],
  ['to', 0.3, moment],
];
const LISTING: readonly Argument[] = [
  ['query', 0.4, query],
  ['order', 0.4, order],
  ['per_page', 0.6, perPage],
];

/** The tools of the comparison, each with its arguments. Those that are required have probability 1. */
const TOOLS: readonly (readonly [tool: string, ...args: Argument[]])[] = [
  [
    'list_bookings',
    ...WINDOW,
    ...LISTING,
    ['service_id', 0.25, service],
    ['staff_id', 0.2, staff],
    ['contact_id', 0.2, contactId],
    ['status', 0.3, status],
    ['detail', 0.2, from('full', 'brief')],
  ],
  [
    'list_contacts',
    ...LISTING,
    ['last_visit_before', 0.25, moment],
    ['no_appointment_ahead', 0.25, flag],
    ['service_id', 0.2, service],
    ['detail', 0.2, from('full', 'brief')],
  ],
  [
    'list_calls',
    ...WINDOW,
    ...LISTING,
    ['direction', 0.2, direction],
    ['status', 0.2, callStatus],
    ['outcome', 0.2, outcome],
    ['language', 0.2, language],
    ['contact_id', 0.15, contactId],
    ['has_contact', 0.2, flag],
    ['min_duration_seconds', 0.2, from(1, 12, 13, 60, 61, 600, 601)],
    ['sort', 0.3, from('time', 'duration')],
  ],
  [
    'search_calls',
    ['query', 1, query],
    ...WINDOW,
    ['speaker', 0.2, from('caller', 'agent', 'Caller', 'system', 'nurse')],
    ['outcome', 0.15, outcome],
    ['language', 0.15, language],
    ['order', 0.4, order],
    ['limit', 0.6, from(1, 2, 5, 10, 50)],
  ],
  ['lookup_caller', ['query', 1, (random, world) => random.pick([name, phone, email, query])(random, world)]],
  [
    'summarize_activity',
    ['kind', 1, from('bookings')],
    ...WINDOW,
    ['group_by', 0.8, groupsOf('day', 'week', 'month', 'weekday', 'hour', 'service', 'staff', 'status', 'customer')],
    ['service_id', 0.2, service],
    ['staff_id', 0.2, staff],
    ['status', 0.3, status],
    ['contact_id', 0.15, contactId],
    ['query', 0.2, query],
    ['order', 0.3, from('count', 'value')],
    ['limit', 0.4, from(1, 3, 10, 200)],
  ],
  [
    'summarize_activity',
    ['kind', 1, from('calls')],
    ...WINDOW,
    [
      'group_by',
      0.8,
      groupsOf('day', 'week', 'month', 'weekday', 'hour', 'status', 'outcome', 'direction', 'language', 'caller'),
    ],
    ['status', 0.2, callStatus],
    ['outcome', 0.2, outcome],
    ['direction', 0.2, direction],
    ['language', 0.2, language],
    ['contact_id', 0.15, contactId],
    ['query', 0.2, query],
    ['order', 0.3, from('count', 'seconds')],
    ['limit', 0.4, from(1, 3, 10, 200)],
  ],
  [
    'find_follow_ups',
    ...WINDOW,
    ['kind', 0.3, from('callback', 'quote', 'refund', 'booking', 'waiting_list')],
    ['status', 0.7, from('open', 'contacted', 'done', 'all')],
    ['limit', 0.5, from(1, 3, 10, 100)],
  ],
];

function groupsOf(...groupings: readonly string[]): Draw {
  return (random) => Array.from({ length: random.int(1, 2) }, () => random.pick(groupings));
}

/** Returns a random call of one of the named tools. The same seed and world give the same one. */
export function randomCall(seed: number, world: DemoBusiness, only: readonly string[]): Call {
  const random = createRandom(seed);
  // The first values of neighbouring seeds resemble each other.
  random.next();
  const [tool, ...candidates] = random.pick(TOOLS.filter(([name]) => only.includes(name)));
  const args: Args = {};
  for (const [argument, probability, draw] of candidates) {
    // Drawn in any case, so that one argument does not depend on whether there is another.
    const value = draw(random, world);
    if (random.chance(probability)) args[argument] = value;
  }
  return { tool, args };
}
