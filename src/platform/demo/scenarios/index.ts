import { BOOKING } from './booking.ts';
import { CALLBACKS } from './callbacks.ts';
import { COMPLAINTS } from './complaints.ts';
import { LANGUAGES } from './languages.ts';
import { LONG } from './long.ts';
import { MOVING } from './moving.ts';
import { ODD } from './odd.ts';
import { ORDERS } from './orders.ts';
import { QUESTIONS } from './questions.ts';
import type { Scenario, Scenarios } from './types.ts';
import { URGENT } from './urgent.ts';
import { VOICEMAIL } from './voicemail.ts';

/** All scenarios by name. */
export const SCENARIOS: Scenarios = {
  ...BOOKING,
  ...MOVING,
  ...QUESTIONS,
  ...COMPLAINTS,
  ...CALLBACKS,
  ...URGENT,
  ...ODD,
  ...VOICEMAIL,
  ...LANGUAGES,
  ...ORDERS,
  ...LONG,
};

/** Returns a scenario by name; undefined if there is none. */
export function scenarioOf(name: string): Scenario | undefined {
  return Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
}
