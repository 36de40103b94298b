import type { Contact, Service } from '../../contract/index.ts';
import { ADDRESS, RECEPTIONIST, staffOf, TEAM } from './business.ts';
import { type Calendar, type Minutes, sayClock, sayDay, sayTime, sayWeekday } from './calendar.ts';
import type { Random } from './random.ts';
import type { ScriptVariables } from './scenarios/types.ts';
import { dollars, sayDigits, sayEmail, sayPhone, spell, spellOut } from './speech.ts';

/** A local time in the numbering of `Calendar`. */
interface LocalMoment {
  day: number;
  minute: Minutes;
}

/** The facts of a call, before they are phrased. */
interface CallSituation {
  calendar: Calendar;
  /** Start of the call. */
  call: LocalMoment;
  /** Null for unknown callers; then `alias` is the name that they give. */
  contact: Contact | null;
  alias: string;
  service: Service;
  staff_id: string;
  /** Time of the appointment, and the time that is offered first or that it is moved from. */
  when: LocalMoment;
  other: LocalMoment;
  costOf(service_id: string): number;
}

const HELLO_OPEN = [
  `Thank you for calling ${TEAM.name}, this is ${RECEPTIONIST}. How can I help you?`,
  `${TEAM.name}, ${RECEPTIONIST} speaking, the automated receptionist. What can I do for you?`,
  `Hello, you've reached ${TEAM.name}. I'm ${RECEPTIONIST}. How may I help?`,
  `Good day, ${TEAM.name}, this is ${RECEPTIONIST}.`,
];
const HELLO_CLOSED = [
  `Thank you for calling ${TEAM.name}. The office is closed, but I'm ${RECEPTIONIST} and I can help with appointments.`,
  `${TEAM.name}, this is ${RECEPTIONIST}, the automated receptionist. The office is closed right now. How can I help?`,
  `Hello, you've reached ${TEAM.name} outside office hours. I'm ${RECEPTIONIST}. What can I do for you?`,
];
const BYE = [
  'Is there anything else? ... Then have a nice day.',
  'Thank you for calling, goodbye.',
  'Have a good day.',
  'Thanks for your call. Goodbye.',
  'Take care.',
];

const BOYS = ['Mateo', 'Finn', 'Elijah', 'Kai', 'Oscar'];
const GIRLS = ['Zoe', 'Lily', 'Nia', 'Clara', 'Maya'];
const ELDERS = ['Edith Lamb', 'Opal Finch', 'Rosalind Peck', 'Irma Stroud'];

/** Phrases the facts of a call for use in scripts. */
export function scriptVariables(situation: CallSituation, random: Random): ScriptVariables {
  const { calendar, call, contact, service, when, other } = situation;
  // Drops the bracketed suffix of the hostile contact's name, which was typed and is never spoken.
  const full = (contact?.name ?? situation.alias).replace(/ \[.*/, '');
  const [first = full, ...rest] = full.split(' ');
  const last = rest.join(' ') || first;
  const hours = calendar.hours(call.day);
  const open = hours !== null && call.minute >= hours.open && call.minute < hours.close;
  const day = sayDay(calendar, when.day);
  const time = sayTime(when.minute);
  const otherDay = sayDay(calendar, other.day);
  const otherTime = sayTime(other.minute);
  const elder = random.pick(ELDERS);
  const staffMember = staffOf(situation.staff_id);
  return {
    hello: random.pick(open ? HELLO_OPEN : HELLO_CLOSED),
    bye: random.pick(BYE),
    team: TEAM.name,
    address: ADDRESS,
    me: RECEPTIONIST,
    first,
    last,
    full,
    spelled: spell(last),
    spelledOut: spellOut(last),
    phone: contact?.phone ? sayPhone(contact.phone) : 'the number I am calling from',
    email: contact?.email ? sayEmail(contact.email) : 'the address you have on file',
    service: spokenServiceName(service.name),
    price: dollars(service.price_cents),
    minutes: service.duration_minutes,
    staff: staffMember.name.replace(/^Dr\. \S+/, 'Dr.'),
    day,
    time,
    when: `${day} at ${time}`,
    other: `${otherDay} at ${otherTime}`,
    otherDay,
    otherTime,
    clock: sayClock(when.minute),
    otherClock: sayClock(other.minute),
    member: '### ### ####'.replace(/#/g, () => String(random.int(0, 9))),
    boy: random.pick(BOYS),
    girl: random.pick(GIRLS),
    elder,
    elderSpelled: spell(elder.replace(/.* /, '')),
    today: sayWeekday(calendar, call.day),
    tomorrow: sayWeekday(calendar, call.day + 1),
    cost: (service_id) => dollars(situation.costOf(service_id)),
    digits: sayDigits,
  };
}

/** The conversational name of a service: `Deep cleaning, one quadrant` becomes `deep cleaning`. */
function spokenServiceName(name: string): string {
  const short = name.replace(/,.*| with .*/, '');
  return short.charAt(0).toLowerCase() + short.slice(1);
}

/** Corrects grammar that depends on inserted text: `a extraction`, and a second full stop after `9 a.m.`. */
export function fixGrammar(text: string): string {
  return text.replace(/\b(a)(?= (?:extraction|emergency))/gi, '$1n').replace(/([ap]\.m\.)\.(?!\.)/g, '$1');
}
