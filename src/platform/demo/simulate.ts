import type { CallDetail, Contact, Service } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { SERVICES, serviceOf } from './business.ts';
import { calendarOf, iso } from './calendar.ts';
import { fictionalPhone } from './contacts.ts';
import { seeded, seedOf } from './random.ts';
import { SCENARIOS, scenarioOf } from './scenarios/index.ts';
import { perform } from './script.ts';
import { grammatical, slotsFor } from './slots.ts';

/** Scripts that name a certain person of the demo, so that nobody else can speak them. */
const PERSONAL = new Set(['long_estimate', 'order_for_reader', 'refund_already_settled']);

/** What comes first, so that the first few simulated calls already show what calls can be like. */
const FIRST = [
  'callback_biopsy',
  'order_last_caller',
  'refund_double_charge',
  'price_crown',
  'es_prices',
  'swelling_911',
];

/**
 * The calls that can be simulated: everything that needs no appointment, because a call alone cannot make, move or
 * cancel one. Shuffled, so that calls in a row differ in theme.
 */
export const SIMULATED_SCENARIOS: readonly string[] = Object.entries(SCENARIOS)
  .filter(([name, scenario]) => !scenario.booking && scenario.direction !== 'outbound' && !PERSONAL.has(name))
  .map(([name]) => ({ name, key: FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length + seedOf(name) }))
  .sort((a, b) => a.key - b.key)
  .map(({ name }) => name);

/** Who the telephone side calls when nobody it knows is on the line. */
const STRANGERS = ['Sam Pickering', 'Dolores Whitcomb', 'Nadia Brooks'];

export interface SimulateOptions {
  /** When the call ends, in epoch milliseconds. */
  now: number;
  /** Counts the calls that were simulated: chooses the scenario, unless one is named, and the person. */
  sequence: number;
  scenario?: string;
  contacts: Contact[];
  services: Service[];
}

/** A new call that has just ended at `now`, as the telephone side of a platform would record it. */
export function simulateCall(options: SimulateOptions): CallDetail {
  const { now, sequence, contacts, services } = options;
  const turn = Math.abs(Math.trunc(sequence));
  const name = options.scenario ?? SIMULATED_SCENARIOS[turn % SIMULATED_SCENARIOS.length] ?? '';
  const scenario = SIMULATED_SCENARIOS.includes(name) ? scenarioOf(name) : undefined;
  if (!scenario) throw new RangeError(`no scenario ${name}; there are: ${SIMULATED_SCENARIOS.join(', ')}`);
  const random = seeded(seedOf(`${name} ${turn}`));
  const callers = contacts.filter((contact) => contact.phone && contact.name.length <= 60);
  // Advertising, wrong numbers and attacks come from people nobody knows.
  const stranger = callers.length === 0 || ['spam', 'wrong_number', 'hung_up', 'declined'].includes(scenario.outcome);
  const contact = stranger ? null : random.pick(callers);
  const service = random.pick(services.length > 0 ? services : SERVICES);
  const calendar = calendarOf(now);
  const words = {
    calendar,
    contact,
    alias: random.pick(STRANGERS),
    service,
    staff_id: 'stf_whitfield',
    when: { day: calendar.workdayAfter(3), minute: 10 * 60 },
    other: { day: calendar.workdayAfter(2), minute: 14 * 60 },
    costOf: (id: string) => (services.find((one) => one.id === id) ?? serviceOf(id)).price_cents,
  };
  const slots = slotsFor({ ...words, call: calendar.local(now) }, random);
  const { transcript, seconds } = perform(grammatical(scenario.script(slots)), random);
  return {
    id: newId('call'),
    direction: 'inbound',
    status: scenario.status ?? 'completed',
    phone: contact ? contact.phone : fictionalPhone(`${random.pick(['518', '646', '914'])} 01${random.int(80, 99)}`),
    contact_id: contact?.id ?? null,
    started_at: iso(now - seconds * 1000),
    ended_at: iso(now),
    duration_seconds: seconds,
    outcome: scenario.outcome,
    language: scenario.language ?? 'en',
    summary: scenario.summary && grammatical(scenario.summary(slots)),
    booking_id: null,
    transcript,
  };
}
