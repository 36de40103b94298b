import { createRandom, hashSeed, type Random } from '../../../src/platform/demo/random.ts';
import type { DemoBusiness } from '../../../src/platform/demo/types.ts';
import type { BookingRow, CallRow, ContactRow } from '../../../src/platform/store/schema/schema.ts';
import { createSchedule, DURATIONS, performs } from './schedule.ts';
import { createTalker, type Talker } from './transcripts.ts';
import { pickFrequent, pickSpeech } from './vocabulary.ts';

const TEAM = 'team_large';
/** The clock of programs that use this business: START_DATE of test/support/start-date.cjs. */
export const NOW = Date.UTC(2199, 2, 4, 15);
/** Bookings for each contact, and for each call. */
const PER_CONTACT = 10;
const PER_CALL = 20;

const SERVICE_NAMES = [
  'Check-up',
  'Cleaning',
  'Filling',
  'Crown',
  'Whitening',
  'Root canal',
  'Extraction',
  'Consultation',
];
const CALL_SECONDS = 600;
const AREA_CODES = [212, 315, 347, 518, 585, 607, 631, 646, 716, 718, 845, 914];

/** Rows before the platform computes anything from them, by their tables. */
export interface Invented {
  contacts: Omit<ContactRow, 'derived_version' | 'name_key' | 'phone_key'>;
  bookings: Omit<BookingRow, 'derived_version' | `contact_${'name' | 'email' | 'phone'}_key`>;
  calls: Omit<CallRow, 'derived_version' | 'phone_key'>;
}

/** A business whose records are invented one by one, in the order of their positions. The same size gives the same records. */
export interface LargeBusiness {
  /** Team, users, staff and services. */
  base: DemoBusiness;
  sizes: { contacts: number; bookings: number; calls: number };
  contact(position: number): Invented['contacts'];
  booking(position: number): Invented['bookings'];
  call(position: number): Invented['calls'];
  talker: Talker;
}

/** Invents a business with this many bookings, a contact for every ten and a call of ten minutes for every twenty of them. */
export function createLargeBusiness(bookings: number): LargeBusiness {
  const schedule = createSchedule(bookings, NOW);
  const talker = createTalker();
  const contacts = Math.ceil(bookings / PER_CONTACT);
  const calls = Math.ceil(bookings / PER_CALL);
  /** The first booking of every ten is that of a new contact, the others are those of contacts before it. */
  const contactOf = (position: number) => {
    const latest = Math.ceil(position / PER_CONTACT);
    if (position % PER_CONTACT === 1) return latest;
    return 1 + Math.floor(latest * randomOf('contact of', position).next() ** 0.7);
  };
  const contact = (position: number) => contactRow(position, at(schedule.created, (position - 1) * PER_CONTACT));
  const booking = (position: number): Invented['bookings'] => {
    const index = position - 1;
    const random = randomOf('booking', position);
    const person = contact(contactOf(position));
    const [start, end, created] = [at(schedule.starts, index), at(schedule.ends, index), at(schedule.created, index)];
    const cancelled = random.chance(0.08)
      ? created + Math.floor((Math.min(start, NOW) - created) * random.next())
      : null;
    return {
      ...{ id: idOf('bk', position), team_id: TEAM, position },
      ...{ service_id: `svc_${schedule.serviceIndexes[index]}`, staff_id: `stf_${schedule.staffIndexes[index]}` },
      ...{ contact_id: person.id, contact_name: person.name, contact_email: person.email, contact_phone: person.phone },
      ...{ start_time: start, end_time: end, busy_start: start, busy_end: end },
      ...{ overrides_json: '[]', call_reference: null, sequence: cancelled === null ? 0 : 1 },
      status: cancelled === null ? 'confirmed' : 'cancelled',
      attendance: null,
      notes: random.chance(0.3) ? noteOf(talker, random) : '',
      ...{ created_at: created, updated_at: cancelled ?? created, cancelled_at: cancelled },
    };
  };
  const call = (position: number): Invented['calls'] => {
    const ordinal = Math.min(position * PER_CALL, bookings);
    const random = randomOf('call', position);
    const person = contact(contactOf(ordinal));
    const ended = at(schedule.created, ordinal - 1);
    const isKnown = random.chance(0.85);
    const phone = isKnown ? person.phone : phoneOf(9_000_000 + position);
    const name = isKnown ? person.name : nameOf(random);
    const { language, summary, transcriptJson, hasPromise } = talker.converse(random, name, phone ?? phoneOf(position));
    const isBooked = isKnown && !hasPromise && random.chance(0.6);
    const other = random.pick(['information', 'information', 'price_quote', 'voicemail', 'declined', 'transferred']);
    return {
      ...{ id: idOf('call', position), team_id: TEAM, position },
      direction: random.chance(0.9) ? 'inbound' : 'outbound',
      ...{ status: 'completed', phone, contact_id: isKnown ? person.id : null },
      ...{ started_at: ended - CALL_SECONDS * 1_000, ended_at: ended, duration_seconds: CALL_SECONDS },
      outcome: hasPromise ? 'callback_promised' : isBooked ? 'booked' : other,
      ...{ language, booking_id: isBooked ? idOf('bk', ordinal) : null, summary, transcript_json: transcriptJson },
      ...{ source_id: null, call_reference: null, business_phone: null, recording_url: null },
      ...{ fields_json: null, tools_json: null, further_text: null, erased_at: null },
    };
  };
  return { base: baseOf(schedule.staff), sizes: { contacts, bookings, calls }, contact, booking, call, talker };
}

function baseOf(people: number): DemoBusiness {
  const staff = Array.from({ length: people }, (_, index) => ({
    id: `stf_${index}`,
    name: nameOf(randomOf('staff', index)),
    title: index % 2 === 0 ? 'Dentist' : 'Hygienist',
  }));
  const services = SERVICE_NAMES.map((name, index) => ({
    id: `svc_${index}`,
    name,
    description: null,
    duration_minutes: DURATIONS[index] as number,
    price_cents: 4_000 + 2_500 * index,
    currency: 'USD',
    staff_ids: staff.map(({ id }) => id).filter((_, person) => performs(person, index)),
  }));
  const team = { id: TEAM, name: 'Large practice', time_zone: 'America/New_York', default_country: 'US' };
  const users = [{ id: 'usr_large', email: 'owner@example.com', name: 'Owner', role: 'owner' as const }];
  return { team, users, staff, services, contacts: [], bookings: [], calls: [] };
}

function contactRow(position: number, created: number): Invented['contacts'] {
  const random = randomOf('contact', position);
  const name = nameOf(random);
  const email = random.chance(0.9) ? `Customer.${position}@example.com` : null;
  return {
    ...{ id: idOf('ct', position), team_id: TEAM, position, name, email, email_key: email?.toLowerCase() ?? null },
    // Some have the number of another member of their family.
    phone: random.chance(0.97) ? phoneOf(random.chance(0.02) ? position - 1 : position) : null,
    additional_json: random.chance(0.2)
      ? JSON.stringify({ notes: `Prefers ${random.pick(['mornings', 'text messages'])}` })
      : '{}',
    ...{ created_at: created, updated_at: created },
  };
}

const at = (values: Float64Array, index: number) => values[index] as number;
const randomOf = (kind: string, position: number): Random => createRandom(hashSeed(`${kind} ${position}`));
const phoneOf = (index: number) => `+1${AREA_CODES[index % AREA_CODES.length]}${String(index).padStart(7, '2')}`;
const noteOf = (talker: Talker, random: Random) =>
  Array.from({ length: random.int(3, 12) }, () => pickFrequent(talker.wordsOf('en'), random)).join(' ');

/** A name of which there are many, or one that few have. */
function nameOf(random: Random): string {
  const { firstNames, lastNames, syllables, separator } = pickSpeech(random);
  const first = pickFrequent(firstNames, random);
  const rare = () => Array.from({ length: 3 }, () => random.pick(syllables)).join('');
  const last = random.chance(0.5) ? pickFrequent(lastNames, random) : rare();
  const family = `${last.charAt(0).toUpperCase()}${last.slice(1)}`;
  return separator === '' ? `${family} ${first}` : `${first} ${family}`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id that looks like a random one of `newId`, so that indexes of ids are as large and as scattered as they would be. */
function idOf(prefix: string, position: number): string {
  let text = `${prefix}_`;
  for (let part = 0; part < 4; part++) {
    let mixed = Math.imul(position * 4 + part + 1, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
    for (let shift = 0; shift < 20; shift += 5) text += ALPHABET[(mixed >>> shift) & 31];
  }
  return text;
}
