import type { ToolDefinition, ToolServices } from '../../tools/index.ts';
import { days } from './days.ts';
import { records } from './records.ts';
import { zones } from './zones.ts';

/**
 * What can be completed, and with what: ids for addresses; for the arguments of prompts, which people fill in, words
 * that say which record is meant, with its id.
 */
export const COMPLETIONS = {
  booking_id: 'ids of bookings, found by id, name or time',
  contact_id: 'ids of contacts, found by id, name or telephone number',
  call_id: 'ids of calls, found by id, time, outcome or telephone number',
  appointment: 'appointments still to come: `name, weekday date time (id)`',
  customer: 'contacts: `name, telephone number (id)`',
  call: 'calls: `weekday date time, outcome, telephone number (id)`',
  service: 'names of services',
  coming_day: 'today and the 13 days after it',
  past_day: 'today and the 13 days before it',
  time_zone: 'IANA zones, that of the business first',
} as const;
export type CompletionKind = keyof typeof COMPLETIONS;

/** Values that begin with, or are about, what was typed so far. Never fails. */
export type Completer = (typed: string) => Promise<string[]>;

/** The completers of a server: those whose records its tools may list. */
export type Completers = { readonly [K in CompletionKind]?: Completer };

export function completersFor(tools: readonly ToolDefinition[], services: ToolServices): Completers {
  const all = { ...Object.fromEntries(records(tools, services)), ...days(services), ...zones(services) };
  return Object.fromEntries(Object.entries(all).map(([kind, complete]) => [kind, safe(kind, complete, services)]));
}

/** A suggestion that cannot be had is none: a person who is typing is not told why. */
function safe(kind: string, complete: Completer, { logger }: ToolServices): Completer {
  return async (typed) => {
    try {
      return await complete(typed);
    } catch (error) {
      logger.debug('completion failed', { kind, error });
      return [];
    }
  };
}
