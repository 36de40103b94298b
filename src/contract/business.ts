import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { isCountryCode, isCurrencyCode, isTimeZone } from '../lib/text/locale.ts';
import { formatMinutes, MINUTES_PATTERN } from '../lib/time/minutes.ts';
import { checkOpeningHours, OpeningHoursError, parseOpeningHours } from '../lib/time/opening-hours.ts';
import { readMinutes } from '../lib/time/typed-minutes.ts';
import { label } from './fields.ts';

/** Ids of services and staff members in the business file, which are also their ids on the wire. */
const slug = () => {
  const error = 'must be 1 to 60 of a-z, 0-9, _ and -, such as deep_cleaning';
  return z.string({ error }).regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, { error });
};

const name = (example: string) => {
  const error = `must be a text of 1 to 200 characters, such as ${example}`;
  return z
    .string({ error })
    .trim()
    .refine((value) => value !== '' && value.length <= 200, { error })
    .meta({ minLength: 1, maxLength: 200 });
};

const text = (max: number) => {
  const error = `must be a text of at most ${max} characters`;
  return z.string({ error }).trim().max(max, { error });
};

const checked = (isValid: (value: string) => boolean, error: string) => z.string({ error }).refine(isValid, { error });

/** Minutes, hours, days and weeks: `45m`, `1h30m`, `180d`. Others, such as `90 Minuten`, are written like these. */
const durationText = (text: string) => {
  const minutes = MINUTES_PATTERN.test(text) ? undefined : readMinutes(text.trim());
  return minutes === undefined ? text : formatMinutes(minutes);
};

const duration = (example: string) => {
  const error = `must be a duration such as ${example}`;
  return z
    .string({ error })
    .overwrite(durationText)
    .regex(MINUTES_PATTERN, { error })
    .meta({ examples: [example] });
};

const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

/** A date of the business's calendar. */
const date = () => {
  const error = 'must be a date such as 2026-11-26';
  return z
    .string({ error })
    .refine((value) => z.regexes.date.test(value), { error })
    .meta({ pattern: DATE_PATTERN, examples: ['2026-11-26'] });
};

const LOCAL_MINUTE = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;

/** A date, or a local time of the business. */
const dateOrMinute = () => {
  const error = 'must be a date such as 2026-12-21, or a local time such as 2026-12-21T13:00';
  const isValid = (value: string) =>
    z.regexes.date.test(value) || (LOCAL_MINUTE.test(value) && z.regexes.date.test(value.slice(0, 10)));
  return z
    .string({ error })
    .refine(isValid, { error })
    .meta({
      pattern: `${DATE_PATTERN}|${LOCAL_MINUTE.source}`,
      examples: ['2026-12-21', '2026-12-21T13:00'],
    });
};

/** Opening hours: one text, or a list of texts that apply together. */
const openingHours = () =>
  z
    .union([z.string(), z.array(z.string()).min(1)], {
      error: 'must be a text or a list of texts, such as Mon-Fri 08:00-12:00, 13:00-17:00',
    })
    .superRefine((value, context) => {
      try {
        checkOpeningHours(typeof value === 'string' ? value : value.join('; '));
      } catch (error) {
        if (!(error instanceof OpeningHoursError)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
      }
    });

/** The times of one day: `09:00-12:00, 13:00-15:00`. */
const dayHours = () => {
  const error =
    'must be times of a day such as 09:00-12:00, 13:00-15:00; a night is two days: 20:00-24:00, and 00:00-04:00 on the next';
  const isValid = (value: string) => {
    try {
      parseOpeningHours(`daily ${value}`);
      return true;
    } catch (cause) {
      if (cause instanceof OpeningHoursError) return false;
      throw cause;
    }
  };
  // Semicolons would begin the hours of other days.
  return z.string({ error }).refine((value) => !value.includes(';') && isValid(value), { error });
};

const inOrder = (period: { from: string; to?: string | undefined }) =>
  period.to === undefined || period.from <= period.to;
const IN_ORDER = { error: 'must not be before from', path: ['to'] };

const price = () =>
  z
    .number({ error: 'must be an amount such as 115.00' })
    .min(0, { error: 'must not be negative' })
    .max(90_000_000_000, { error: 'must be at most 90000000000' })
    .meta({ examples: [115] });

/** Days on which the whole business is closed. `to` is inclusive; without it, one day. */
const Closure = () =>
  z
    .strictObject({
      from: date().meta({ description: 'First day' }),
      to: date().optional().meta({ description: 'Last day; default: from' }),
      reason: text(200)
        .nullish()
        .meta({ description: 'Callers can hear it', examples: ['Thanksgiving'] }),
    })
    .refine(inOrder, IN_ORDER)
    .meta({ description: 'Days on which the business is closed; the reason is public' });

/** Other hours on certain days: extra openings and short days. */
const SpecialHours = () =>
  z
    .strictObject({
      from: date().meta({ description: 'First day' }),
      to: date().optional().meta({ description: 'Last day; default: from' }),
      hours: dayHours().meta({ description: 'Times of the day', examples: ['09:00-12:00, 13:00-15:00'] }),
      reason: text(200)
        .nullish()
        .meta({ description: 'Callers can hear it', examples: ['Market day'] }),
      staff: z.array(slug()).optional().meta({ description: 'Only these people work these hours; default: everybody' }),
    })
    .refine(inOrder, IN_ORDER)
    .meta({ description: 'Other hours on certain days: an extra opening, or a short day' });

/** Local times in the order of texts. A date begins at midnight, and as an end is inclusive. */
const absenceStart = (from: string) => (from.includes('T') ? from : `${from}T00:00`);
const absenceEnd = (to: string) => (to.includes('T') ? to : `${to}T24:00`);

const TimeOff = () =>
  z
    .strictObject({
      from: dateOrMinute().meta({ description: 'First day, or a local time' }),
      to: dateOrMinute().optional().meta({ description: 'Last day (default: from), or a local time' }),
    })
    .refine(({ from, to }) => to !== undefined || !from.includes('T'), {
      error: 'is required if from is a local time, such as 2026-12-21T17:00',
      path: ['to'],
    })
    .refine(({ from, to }) => to === undefined || absenceStart(from) < absenceEnd(to), {
      error: 'must be after from',
      path: ['to'],
    })
    .meta({ description: 'Absence; a date means the whole day, and `to` is inclusive if it is a date' });

const PriceChange = () =>
  z
    .strictObject({
      from: date().meta({ description: 'First day of the price' }),
      price: price().meta({ description: 'In the currency of the business' }),
    })
    .meta({ description: 'The price from a date on' });

/** Prices of a service from later dates on, those that were in force included. */
export const MAX_PRICE_CHANGES = 100;
/** How long an appointment of a service lasts at most, in days. */
export const MAX_SERVICE_DAYS = 2;

const ServiceEntry = () =>
  z.strictObject({
    id: slug().meta({ description: 'Never change it: bookings refer to it', examples: ['cleaning'] }),
    name: name('Cleaning')
      .optional()
      .meta({ description: 'Default for a new service: its id', examples: ['Cleaning'] }),
    description: text(1000)
      .nullish()
      .meta({ description: 'What it is, for the assistant and the dashboard', examples: ['Scaling and polish.'] }),
    duration: duration('45m').optional().meta({ description: 'Length of the appointment' }),
    price: price().optional().meta({
      description:
        'From today on; if price_changes begins earlier, the price before it. Default for a new service: 0, and callers hear that it is free of charge',
    }),
    price_changes: z
      .array(PriceChange())
      .max(MAX_PRICE_CHANGES)
      .optional()
      .meta({ description: 'Prices from later dates on, and those of the past' }),
    buffer_before: duration('5m')
      .optional()
      .meta({ description: 'Time before the appointment in which the person takes no other' }),
    buffer_after: duration('10m')
      .optional()
      .meta({ description: 'Time after the appointment in which the person takes no other' }),
    staff: z
      .union([z.literal('all'), z.array(slug()).max(500)], {
        error: 'must be all or a list of ids such as [lee, ortiz]',
      })
      .optional()
      .meta({ description: 'Who performs it: all, or their ids', examples: [['lee', 'ortiz']] }),
    minimum_notice: duration('2h').nullish().meta({ description: 'For this service, instead of rules.minimum_notice' }),
    booking_window: duration('180d')
      .nullish()
      .meta({ description: 'For this service, instead of rules.booking_window' }),
    active: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .meta({ description: 'false: customers cannot book it' }),
  });

const StaffEntry = () =>
  z.strictObject({
    id: slug().meta({ description: 'Never change it: bookings refer to it', examples: ['lee'] }),
    name: name('Dr. Dana Lee')
      .optional()
      .meta({ description: 'Default for a new person: the id', examples: ['Dr. Dana Lee'] }),
    title: text(200)
      .optional()
      .meta({ description: 'Profession or function', examples: ['Dentist'] }),
    opening_hours: openingHours()
      .nullish()
      .meta({
        description: 'Working hours of this person; default: the opening hours',
        examples: [['Mon-Thu 08:00-16:00', '1st,3rd Sat 09:00-12:00']],
      }),
    time_off: z.array(TimeOff()).max(500).optional().meta({ description: 'Absences' }),
    calendar: text(2000)
      .nullish()
      .meta({ description: 'Secret address of a private calendar (iCalendar); its busy times are not offered' }),
    active: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .meta({ description: 'false: the person gets no bookings' }),
  });

const Rules = () =>
  z.strictObject({
    minimum_notice: duration('2h')
      .nullish()
      .meta({ description: 'Shortest time between booking and appointment; see notice_counts' }),
    notice_counts: z
      .enum(['all_hours', 'opening_hours'], { error: 'must be all_hours or opening_hours' })
      .optional()
      .meta({
        description:
          'opening_hours: only hours in which the business is open count as notice. 1d is then 24 opening hours, several working days: write one working day as its hours, such as 9h',
      }),
    booking_window: duration('180d').nullish().meta({ description: 'Longest time between booking and appointment' }),
    slot_interval: duration('15m').optional().meta({ description: 'Time between two offered start times' }),
    max_per_customer_and_day: z
      .int({ error: 'must be a whole number such as 1' })
      .min(1)
      .max(1000)
      .nullish()
      .meta({ description: 'Maximum number of bookings of one customer on one day' }),
    max_per_day: z
      .int({ error: 'must be a whole number such as 40' })
      .min(1)
      .max(100_000)
      .nullish()
      .meta({ description: 'Maximum number of bookings of the business on one day' }),
  });

const UserEntry = () =>
  z.strictObject({
    email: z
      .email({ error: 'must be an e-mail address such as owner@example.com' })
      .max(254)
      .meta({ description: 'Address to sign in with', examples: ['owner@example.com'] }),
    name: name('Pat Owner')
      .optional()
      .meta({ description: 'Default for a new user: the address', examples: ['Pat Owner'] }),
    role: z
      .enum(['owner', 'admin', 'member'], { error: 'must be owner, admin or member' })
      .optional()
      .meta({ description: 'Default for a new user: member. At least one user must be an owner' }),
  });

let schema: ReturnType<typeof createSchema> | undefined;

/**
 * The business file (`business.yaml`), which is also the body of the business endpoints: what the business is. Each field
 * may be absent, and only what is present is changed. Built on first use, because most processes never need it.
 */
export function businessFile() {
  schema ??= createSchema();
  return schema;
}

const createSchema = () =>
  z.strictObject({
    name: name('Bright Smile Dental')
      .optional()
      .meta({ description: 'Name of the business', examples: ['Bright Smile Dental'] }),
    time_zone: checked(isTimeZone, 'must be an IANA time zone such as America/Denver')
      .optional()
      .meta({ description: 'IANA time zone of all dates and times in the file', examples: ['America/Denver'] }),
    country: checked(isCountryCode, 'must be an ISO 3166 country code such as US')
      .meta({ pattern: '^[A-Z]{2}$' })
      .optional()
      .meta({ description: 'ISO 3166 code; telephone numbers without + are of this country', examples: ['US'] }),
    currency: checked(isCurrencyCode, 'must be an ISO 4217 currency code such as USD')
      .meta({ pattern: '^[A-Z]{3}$' })
      .optional()
      .meta({ description: 'ISO 4217 code of all prices', examples: ['USD'] }),
    opening_hours: openingHours()
      .nullish()
      .meta({
        description: 'Weekly hours; null: no hours are set, and no booking is refused because of them',
        examples: [['Mon-Fri 08:00-12:00, 13:00-17:00', '1st,3rd Sat 09:00-12:00']],
      }),
    closures: z.array(Closure()).max(1000).optional().meta({ description: 'Days on which the business is closed' }),
    special_hours: z
      .array(SpecialHours())
      .max(1000)
      .optional()
      .meta({ description: 'Other hours on certain days: extra openings and short days' }),
    services: z.array(ServiceEntry()).max(2000).optional().meta({ description: 'What can be booked' }),
    staff: z.array(StaffEntry()).max(2000).optional().meta({ description: 'The people who perform services' }),
    rules: Rules().optional().meta({ description: 'When bookings are accepted' }),
    users: z.array(UserEntry()).max(1000).optional().meta({ description: 'Who may sign in to the dashboard' }),
  });

/** The lists of the business file whose entries have keys, so that an entry that is missing can be removed deliberately. */
export const PRUNABLE_LISTS = [
  'closures',
  'special_hours',
  'services',
  'price_changes',
  'staff',
  'time_off',
  'users',
] as const;
export type PrunableList = (typeof PRUNABLE_LISTS)[number];

/** Body of planning and applying a change of the business: extension `business_changes`. */
export const businessChangeSchema = memoize(() =>
  z.strictObject({
    business: businessFile(),
    prune: z
      .array(z.enum(PRUNABLE_LISTS))
      .optional()
      .describe('Lists whose entries are removed if `business` has the list without them'),
    revision: z
      .int()
      .min(1)
      .optional()
      .describe('The revision that the change was planned for; another one is refused with 412'),
  }),
);

/** One difference between two states of a business. */
export const businessDifferenceSchema = memoize(() =>
  z.object({
    kind: z.enum(['add', 'change', 'archive', 'remove']),
    path: z.string().describe('In the business file: `services.cleaning.price`'),
    text: label().describe('In words, on one line'),
  }),
);
export type BusinessChange = z.infer<ReturnType<typeof businessDifferenceSchema>>;

export type BusinessFile = z.infer<ReturnType<typeof businessFile>>;
