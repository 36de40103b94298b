import type { Contact, Service } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import type { UnreportedCall } from '../store/calls/calls.ts';
import { SERVICES, serviceOf } from './business.ts';
import { calendarOf, iso } from './calendar.ts';
import { fictionalPhone } from './contacts.ts';
import { createRandom, hashSeed } from './random.ts';
import { SCENARIOS, scenarioOf } from './scenarios/index.ts';
import { performScript } from './script.ts';
import { fixGrammar, scriptVariables } from './slots.ts';

/** Scenarios whose scripts name a specific person of the demo, so that no other caller can use them. */
const PERSONAL_SCENARIOS = new Set(['long_estimate', 'order_for_reader', 'refund_already_settled']);

/** Scenarios to simulate first, so that the first few calls show the variety of calls. */
const FIRST_SCENARIOS = [
  'callback_biopsy',
  'order_last_caller',
  'refund_double_charge',
  'price_crown',
  'es_prices',
  'swelling_911',
];

/**
 * The scenarios that can be simulated: those without an appointment, because a simulated call cannot make, move or
 * cancel one. Shuffled, so that consecutive calls differ in topic.
 */
export const SIMULATED_SCENARIOS: readonly string[] = Object.entries(SCENARIOS)
  .filter(([name, scenario]) => !scenario.booking && scenario.direction !== 'outbound' && !PERSONAL_SCENARIOS.has(name))
  .map(([name]) => ({
    name,
    key: FIRST_SCENARIOS.includes(name) ? FIRST_SCENARIOS.indexOf(name) : FIRST_SCENARIOS.length + hashSeed(name),
  }))
  .sort((a, b) => a.key - b.key)
  .map(({ name }) => name);

/** Names that callers without a contact give. */
const UNKNOWN_CALLERS = ['Sam Pickering', 'Dolores Whitcomb', 'Nadia Brooks'];

interface SimulateOptions {
  /** When the call ends, in epoch milliseconds. */
  now: number;
  /** Number of earlier calls. Determines the caller, and the scenario unless one is named. */
  sequence: number;
  scenario?: string;
  contacts: Contact[];
  services: Service[];
}

/** Creates a call that ends at `now`, as a telephone system would record it. Throws `RangeError` for an unknown scenario. */
export function simulateCall(options: SimulateOptions): UnreportedCall {
  const { now, sequence, contacts, services } = options;
  const callNumber = Math.abs(Math.trunc(sequence));
  const name = options.scenario ?? SIMULATED_SCENARIOS[callNumber % SIMULATED_SCENARIOS.length] ?? '';
  const scenario = SIMULATED_SCENARIOS.includes(name) ? scenarioOf(name) : undefined;
  if (!scenario) throw new RangeError(`unknown scenario ${name}; available: ${SIMULATED_SCENARIOS.join(', ')}`);
  const random = createRandom(hashSeed(`${name} ${callNumber}`));
  const callers = contacts.filter((contact) => contact.phone && contact.name.length <= 60);
  // Advertising, wrong numbers and attacks come from unknown callers.
  const isUnknownCaller =
    callers.length === 0 || ['spam', 'wrong_number', 'hung_up', 'declined'].includes(scenario.outcome);
  const contact = isUnknownCaller ? null : random.pick(callers);
  const service = random.pick(services.length > 0 ? services : SERVICES);
  const calendar = calendarOf(now);
  const situation = {
    calendar,
    contact,
    alias: random.pick(UNKNOWN_CALLERS),
    service,
    staff_id: 'stf_whitfield',
    when: { day: calendar.workdayAfter(3), minute: 10 * 60 },
    other: { day: calendar.workdayAfter(2), minute: 14 * 60 },
    costOf: (id: string) => (services.find((one) => one.id === id) ?? serviceOf(id)).price_cents,
  };
  const variables = scriptVariables({ ...situation, call: calendar.local(now) }, random);
  const { transcript, seconds } = performScript(fixGrammar(scenario.script(variables)), random);
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
    summary: scenario.summary && fixGrammar(scenario.summary(variables)),
    booking_id: null,
    transcript,
  };
}
