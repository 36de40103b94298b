import { isCountryCode, isTimeZone } from '../../lib/text/locale.ts';
import { checkOpeningHours, OpeningHoursError } from '../../lib/time/opening-hours.ts';
import { defineOption, InvalidValueError, PLATFORM_CLIENTS, SERVERS } from './option.ts';
import { text } from './value-types.ts';

/** Opening hours that are not in the written form. `errorMessage` gives the written form of what a person may have typed. */
export class InvalidHoursError extends InvalidValueError {
  constructor(
    message: string,
    readonly typed: string,
  ) {
    super(message);
  }
}

function readTimeZone(value: string, names: string): string {
  if (isTimeZone(value)) return value;
  throw new InvalidValueError(`${names} must be an IANA name, such as America/New_York; "${value}" is not one.`);
}

function readCountry(value: string, names: string): string {
  const code = value.toUpperCase();
  if (isCountryCode(code)) return code;
  throw new InvalidValueError(`${names} must be an ISO 3166 code, such as US; "${code}" is not one.`);
}

function readOpeningHours(value: string, names: string): string {
  try {
    checkOpeningHours(value);
    return value;
  } catch (error) {
    if (error instanceof OpeningHoursError) throw new InvalidHoursError(`${names}: ${error.message}`, value);
    throw error;
  }
}

/** Time zone, country and opening hours of the business. */
export const BUSINESS_OPTIONS = [
  defineOption({
    name: 'time-zone',
    env: 'RCPT_TIME_ZONE',
    flag: true,
    type: text(readTimeZone),
    defaultDescription: 'that of the business; UTC if a platform does not state it',
    description: 'IANA time zone of the business; times are shown in it, and local times are read in it',
    example: 'America/New_York',
    commands: [...PLATFORM_CLIENTS, 'business init'],
  }),
  defineOption({
    name: 'default-country',
    env: 'RCPT_DEFAULT_COUNTRY',
    flag: true,
    type: text(readCountry),
    defaultDescription: 'that of the business; none if a platform does not state it',
    description: 'country (ISO 3166 code) of telephone numbers that are written without +',
    example: 'US',
    commands: [...SERVERS, 'business init'],
  }),
  defineOption({
    name: 'opening-hours',
    env: 'RCPT_OPENING_HOURS',
    flag: true,
    type: text(readOpeningHours),
    defaultDescription: 'those of the demo business; with --base-url Mon-Fri 09:00-17:00, stated as an assumption',
    description: 'hours for appointments: find_open_times offers them, and a booking outside them must be confirmed',
    example: '"Mon-Fri 08:00-12:00,13:00-17:00; Sat 09:00-12:00"',
    commands: [...PLATFORM_CLIENTS, 'business init'],
  }),
] as const;
