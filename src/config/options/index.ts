import { AUTH_OPTIONS } from './auth.ts';
import { BOOKING_OPTIONS } from './bookings.ts';
import { BUSINESS_OPTIONS } from './business.ts';
import { BUSINESS_FILE_OPTIONS } from './business-file.ts';
import { CALENDAR_OPTIONS } from './calendars.ts';
import { CALL_OPTIONS } from './calls.ts';
import { COMMAND_OPTIONS } from './commands.ts';
import { CONNECTION_OPTIONS } from './connection.ts';
import { EVENT_OPTIONS } from './events.ts';
import { LISTEN_OPTIONS } from './listen.ts';
import { INDEX_OPTIONS } from './local-index.ts';
import { OPERATION_OPTIONS } from './operation.ts';
import type { Option } from './option.ts';
import { PEOPLE_OPTIONS } from './people.ts';
import { TOOL_OPTIONS } from './tools.ts';
import { VOICE_OPTIONS } from './voice.ts';

const ROWS = [
  ...CONNECTION_OPTIONS,
  ...BUSINESS_OPTIONS,
  ...TOOL_OPTIONS,
  ...VOICE_OPTIONS,
  ...LISTEN_OPTIONS,
  ...AUTH_OPTIONS,
  ...OPERATION_OPTIONS,
  ...EVENT_OPTIONS,
  ...INDEX_OPTIONS,
  ...COMMAND_OPTIONS,
  ...BUSINESS_FILE_OPTIONS,
  ...BOOKING_OPTIONS,
  ...PEOPLE_OPTIONS,
  ...CALL_OPTIONS,
  ...CALENDAR_OPTIONS,
] as const;

type Row = (typeof ROWS)[number];
type Value<R> = R extends Option<string, infer T> ? T : never;

export type OptionName = Row['name'];

/** Every option, in the order of `--help`. Flags, environment names, help and docs/options.md are generated from this table. */
export const OPTIONS: readonly Option<OptionName>[] = ROWS;

/** The typed values of a run. An option without a default is undefined unless it is set. */
export type OptionValues = {
  readonly [R in Row as R['name']]: R extends { default: unknown } ? Value<R> : Value<R> | undefined;
};

/** Returns all options: the values, and the default of each option without one. */
export function withDefaults(values: Partial<OptionValues>): OptionValues {
  const defaults = Object.fromEntries(OPTIONS.map((option) => [option.name, option.default]));
  // The types of the defaults are those of their rows: `defineOption` checks each.
  return { ...(defaults as unknown as OptionValues), ...values };
}
