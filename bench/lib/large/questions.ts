import { createRandom, type Random } from '../../../src/platform/demo/random.ts';
import type { LargeBusiness } from './business.ts';

/** A call of a tool. */
export interface Question {
  tool: string;
  args: Record<string, unknown>;
}

type Args = Record<string, unknown>;
interface Source {
  random: Random;
  business: LargeBusiness;
}
type Ask = (source: Source) => Args;

const DAY = 24 * 3_600_000;
const date = (time: number) => new Date(time).toISOString().slice(0, 10);
const dayOf = ({ random, business }: Source) => business.booking(random.int(1, business.sizes.bookings)).start_time;
const contactOf = ({ random, business }: Source) => business.contact(random.int(1, business.sizes.contacts));
/** A word between two ranks of the vocabulary, of which rank 0 is the most frequent. */
const word = ({ random, business }: Source, from: number, to: number) =>
  business.talker.wordsOf('en')[random.int(from, to)] as string;

function phone(source: Source): string {
  for (;;) {
    const found = contactOf(source).phone;
    if (found !== null) return found;
  }
}

function email(source: Source): string {
  for (;;) {
    const found = contactOf(source).email;
    if (found !== null) return found;
  }
}

const YEAR = { from: '2198-03-04', to: '2199-03-03' };
const summary = (kind: string, ...groupings: string[]): Ask => {
  return () => ({ kind, ...YEAR, ...(groupings.length > 0 ? { group_by: groupings } : {}) });
};

/** All questions: what is asked, the tool, and its arguments, which are others with each repetition. */
const QUESTIONS: readonly (readonly [name: string, tool: string, ask: Ask])[] = [
  [
    'bookings of a week',
    'list_bookings',
    (source) => {
      const day = dayOf(source);
      return { from: date(day), to: date(day + 6 * DAY) };
    },
  ],
  ['bookings of a customer', 'list_bookings', (source) => ({ contact_id: contactOf(source).id })],
  [
    'cancelled bookings of a service',
    'list_bookings',
    ({ random }) => ({ service_id: `svc_${random.int(0, 7)}`, status: 'cancelled', order: 'desc' }),
  ],
  ['bookings with a word in the notes', 'list_bookings', (source) => ({ query: word(source, 100, 2_000) })],
  ['caller by telephone number', 'lookup_caller', (source) => ({ query: phone(source) })],
  ['caller by e-mail', 'lookup_caller', (source) => ({ query: email(source) })],
  ['caller by name', 'lookup_caller', (source) => ({ query: contactOf(source).name })],
  ['transcripts: a frequent word', 'search_calls', (source) => ({ query: word(source, 5, 40) })],
  [
    'transcripts: two frequent words',
    'search_calls',
    (source) => ({ query: `${word(source, 5, 40)} ${word(source, 5, 40)}` }),
  ],
  ['transcripts: a rare word', 'search_calls', (source) => ({ query: word(source, 15_000, 19_999) })],
  [
    'transcripts: a frequent and a rare word',
    'search_calls',
    (source) => ({ query: `${word(source, 5, 40)} ${word(source, 15_000, 19_999)}` }),
  ],
  ['transcripts: a word that none has', 'search_calls', ({ random }) => ({ query: `xylophone${random.int(1, 99)}q` })],
  [
    'transcripts: a part of a rare word',
    'search_calls',
    (source) => ({ query: word(source, 15_000, 19_999).slice(1, -1) }),
  ],
  ['transcripts: a part of many words', 'search_calls', (source) => ({ query: word(source, 150, 400).slice(1, -1) })],
  [
    'transcripts: a phrase',
    'search_calls',
    ({ random }) => ({ query: random.pick(['"call you back"', '"written quote"']) }),
  ],
  [
    'transcripts: a phrase of frequent words',
    'search_calls',
    (source) => ({ query: `"${word(source, 5, 40)} ${word(source, 5, 40)} ${word(source, 5, 40)}"` }),
  ],
  ['transcripts: a telephone number', 'search_calls', (source) => ({ query: phone(source) })],
  ['transcripts: the last four digits', 'search_calls', (source) => ({ query: phone(source).slice(-4) })],
  ['transcripts: a word, oldest first', 'search_calls', (source) => ({ query: word(source, 5, 40), order: 'asc' })],
  ['transcripts: a word in Spanish calls', 'search_calls', () => ({ query: 'presupuesto', language: 'es' })],
  ['a year of bookings', 'summarize_activity', summary('bookings')],
  ['a year of bookings by month', 'summarize_activity', summary('bookings', 'month')],
  ['a year of bookings by service', 'summarize_activity', summary('bookings', 'service')],
  ['a year of bookings by staff', 'summarize_activity', summary('bookings', 'staff')],
  ['a year of bookings by day', 'summarize_activity', summary('bookings', 'day')],
  ['a year of bookings by month and staff', 'summarize_activity', summary('bookings', 'month', 'staff')],
  ['a year of bookings by customer', 'summarize_activity', summary('bookings', 'customer')],
  ['a year of calls by outcome', 'summarize_activity', summary('calls', 'outcome')],
  ['promises of 30 days', 'find_follow_ups', () => ({})],
  ['promises of 30 days, all', 'find_follow_ups', () => ({ status: 'all', limit: 100 })],
  ['promises since the first call', 'find_follow_ups', () => ({ from: '2180-01-01', status: 'all' })],
  ['customers with a name', 'list_contacts', (source) => ({ query: contactOf(source).name })],
  ['customers with a part of a name', 'list_contacts', (source) => ({ query: contactOf(source).name.slice(1, -1) })],
  ['customers with an e-mail', 'list_contacts', (source) => ({ query: email(source) })],
  [
    'customers who did not return',
    'list_contacts',
    ({ random }) => ({ last_visit_before: `2199-02-0${random.int(1, 9)}`, no_appointment_ahead: true }),
  ],
  ['calls with an outcome', 'list_calls', ({ random }) => ({ outcome: random.pick(['booked', 'information']) })],
  [
    'calls of a week',
    'list_calls',
    (source) => {
      const day = dayOf(source);
      return { from: date(day - 6 * DAY), to: date(day) };
    },
  ],
  ['calls from a number', 'list_calls', (source) => ({ query: phone(source) })],
  ['bookings with a name', 'list_bookings', (source) => ({ query: contactOf(source).name })],
  [
    'bookings with a first name and a service',
    'list_bookings',
    (source) => ({
      query: `${contactOf(source).name.split(' ')[0]} ${source.random.pick(['root canal', 'whitening'])}`,
    }),
  ],
  [
    'bookings with a last name, latest first',
    'list_bookings',
    (source) => {
      return { query: contactOf(source).name.split(' ').at(-1), order: 'desc' };
    },
  ],
  [
    'bookings with a word that none has',
    'list_bookings',
    ({ random }) => ({ query: `xylophone${random.int(1, 99)}q` }),
  ],
  ['calls with a name', 'list_calls', (source) => ({ query: contactOf(source).name })],
  ['calls with a last name', 'list_calls', (source) => ({ query: contactOf(source).name.split(' ').at(-1) })],
  ['calls with a frequent word', 'list_calls', (source) => ({ query: word(source, 5, 40) })],
  ['calls with a rare word', 'list_calls', (source) => ({ query: word(source, 5_000, 19_999) })],
  [
    'a year of bookings with a rare word',
    'summarize_activity',
    (source) => ({
      ...summary('bookings')(source),
      query: word(source, 2_000, 9_999),
    }),
  ],
];

/** The names of all questions, in the order in which they are shown. */
export const QUESTION_NAMES: readonly string[] = QUESTIONS.map(([name]) => name);

/** Returns a question with arguments from the records of a business. The same number gives the same ones. */
export function questionOf(name: string, number: number, business: LargeBusiness): Question {
  const [, tool, ask] = QUESTIONS.find(([one]) => one === name) ?? [];
  if (!tool || !ask) throw new Error(`There is no question ${name}.`);
  const random = createRandom(number * 7_919 + QUESTION_NAMES.indexOf(name));
  random.next();
  return { tool, args: ask({ random, business }) };
}
