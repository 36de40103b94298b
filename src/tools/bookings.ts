import * as z from 'zod';
import type { Booking, CreateBooking, Read } from '../contract/index.ts';
import { quoted, say, trusted } from '../lib/sentence.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import type { ClockChange } from '../lib/time/parse.ts';
import { findAlternatives } from './availability/alternatives.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import * as field from './core/fields.ts';
import { findOpenTimes } from './find-open-times.ts';
import { cancelAndVerify, createBookingIdempotently, isCancelled, updateAndVerify } from './idempotency/bookings.ts';
import { updateConcurrently } from './idempotency/concurrent-update.ts';
import {
  BRIEF_BOOKING,
  bookingAnswer,
  bookingOutput,
  bookingShape,
  bookingTime,
  presentBooking,
} from './presenters/booking.ts';
import { allOf, equals, matchesQuery, withinWindow } from './search/filters.ts';
import { list, listOutput, listSummary } from './search/list-tool.ts';

const contactInput = () => ({
  contact_email: field.emailAddress().optional(),
  contact_phone: field.phoneNumber().optional(),
});

/** Input that `start_time` is interpreted with. */
const startInput = () => ({
  time_zone: field.timeZone().optional(),
  weekday: field.weekday().optional(),
  clock_change: field.clockChange().optional(),
});

interface StartOptions {
  time_zone?: string | undefined;
  weekday?: string | undefined;
  clock_change?: ClockChange | undefined;
}

/** Parses the start of a booking, which must be in the future. */
function parseFutureStart(text: string, options: StartOptions, context: ToolContext): string {
  const start = context.time.parse(text, options.time_zone, {
    weekday: options.weekday,
    clockChange: options.clock_change,
    clockChangeArgument: 'clock_change',
  });
  if (Date.parse(start) > context.clock.now()) return start;
  const now = context.time.describe(new Date(context.clock.now()).toISOString());
  const local = context.time.describe(start)?.local;
  const present = `${now?.weekday} ${now?.local} (${context.time.zone})`;
  throw new ToolError(say`${trusted(local ?? start)} is in the past: now it is ${trusted(present)}.`);
}

/** Converts an instant to UTC, the only form that is sent to the platform. A UTC instant stays unchanged. */
function toUtc(instant: string): string {
  return instant.endsWith('Z') ? instant : new Date(instant).toISOString();
}

/** Adds the other documented fields of a booking to a change of it. */
function withDocumentedFields({ fields }: Read<typeof Booking>, change: CreateBooking): CreateBooking {
  const { contact } = fields;
  const body: CreateBooking = {};
  if (fields.service_id) body.service_id = fields.service_id;
  if (fields.start_time) body.start_time = toUtc(fields.start_time);
  if (typeof fields.notes === 'string') body.notes = fields.notes;
  if (contact) {
    body.contact = {
      ...(contact.name ? { name: contact.name } : {}),
      ...(contact.email ? { email: contact.email } : {}),
      ...(contact.phone ? { phone: contact.phone } : {}),
    };
  }
  const merged = { ...body.contact, ...change.contact };
  return { ...body, ...change, ...(Object.keys(merged).length > 0 ? { contact: merged } : {}) };
}

export const bookingTools = [
  defineTool({
    name: 'list_bookings',
    title: 'List bookings',
    description:
      'List or search appointments by time, words, service or status. Without filters: one page as the platform orders it.',
    toolset: 'bookings',
    effect: 'read',
    scope: 'read:bookings',
    input: () =>
      z.strictObject({
        ...field.window(),
        service_id: field.serviceId().optional(),
        status: field.status(),
        ...field.searching(),
        ...field.paging(),
        detail: field.detail(),
      }),
    output: () => z.object({ items: z.array(bookingShape()), ...listOutput(), time_zone: z.string() }),
    summary: (output) => listSummary(output, 'bookings'),
    async run(input, context) {
      const { api, time, signal } = context;
      const window = time.range(input);
      const verdict = allOf<typeof Booking>([
        (window.from || window.to) && withinWindow(window, ({ fields }) => fields.start_time),
        input.service_id && equals(input.service_id, ({ fields }) => fields.service_id),
        input.status && equals(input.status, ({ fields }) => fields.status),
        input.query && matchesQuery(input.query, context),
      ]);
      const page = await list(
        {
          tool: 'list_bookings',
          fetch: (query) => api.listBookings({ query, signal }),
          shape: (read: Read<typeof Booking>) => presentBooking(read, time),
          brief: BRIEF_BOOKING,
          sortKey: ({ fields }) => utcInstant(fields.start_time),
          order: 'asc',
          verdict,
          window,
        },
        input,
        context,
      );
      return { ...page, time_zone: time.zone };
    },
  }),
  defineTool({
    name: 'get_booking',
    title: 'Get a booking',
    description: 'Read one appointment by its id.',
    toolset: 'bookings',
    effect: 'read',
    scope: 'read:bookings',
    input: () => z.strictObject({ booking_id: field.bookingId() }),
    output: () => bookingOutput(),
    async run({ booking_id: id }, { api, time, signal }) {
      return bookingAnswer({ result: await api.getBooking({ id, signal }) }, time);
    },
  }),
  findOpenTimes,
  defineTool({
    name: 'create_booking',
    title: 'Book an appointment',
    description:
      'Book an appointment: a service, a start time and the person it is for. Most platforms need contact_email or contact_phone.',
    toolset: 'bookings',
    effect: 'create',
    scope: 'write:bookings',
    input: () =>
      z.strictObject({
        service_id: field.serviceId(),
        start_time: field.startTime(),
        ...startInput(),
        contact_name: field.personName(),
        ...contactInput(),
        notes: field.notes().optional(),
        allow_duplicate: z.boolean().optional().describe('Book the same a second time'),
      }),
    output: () => bookingOutput(),
    summary: (output) => `Booked for ${bookingTime(output)}.`,
    async run(input, context) {
      const contact = {
        name: input.contact_name,
        ...(input.contact_email ? { email: input.contact_email } : {}),
        ...(input.contact_phone ? { phone: await context.phone(input.contact_phone) } : {}),
      };
      const body: CreateBooking = {
        service_id: input.service_id,
        start_time: parseFutureStart(input.start_time, input, context),
        contact,
        ...(input.notes === undefined ? {} : { notes: input.notes }),
      };
      return bookingAnswer(await createBookingIdempotently(body, input.allow_duplicate, context), context.time);
    },
    async suggestAlternatives(input, context) {
      const start = parseFutureStart(input.start_time, input, context);
      return findAlternatives({ serviceId: input.service_id, start }, context);
    },
  }),
  defineTool({
    name: 'update_booking',
    title: 'Change a booking',
    description: 'Move or change an appointment; fields not given stay as they are.',
    toolset: 'bookings',
    effect: 'update',
    scope: 'write:bookings',
    input: () =>
      z.strictObject({
        booking_id: field.bookingId(),
        service_id: field.serviceId().optional(),
        start_time: field.startTime().optional(),
        ...startInput(),
        contact_name: field.personName().optional(),
        ...contactInput(),
        notes: field.notes().optional().describe('Replaces the notes'),
        if_unchanged_since: field.unchangedSince(),
      }),
    output: () => bookingOutput(),
    summary: (output) => `Changed: it is now on ${bookingTime(output)}.`,
    async run({ booking_id: id, time_zone, weekday, clock_change, if_unchanged_since, ...change }, context) {
      const { api, signal } = context;
      if (Object.keys(change).length === 0) throw new ToolError('Give at least one field to change.');
      // All input is parsed before the first request to the platform.
      const options = { time_zone, weekday, clock_change };
      const start = change.start_time && parseFutureStart(change.start_time, options, context);
      if (weekday && !start) throw new ToolError('weekday belongs to start_time: give both.');
      const phone = change.contact_phone && (await context.phone(change.contact_phone));
      const contact = {
        ...(change.contact_name ? { name: change.contact_name } : {}),
        ...(change.contact_email ? { email: change.contact_email } : {}),
        ...(phone ? { phone } : {}),
      };
      const requested: CreateBooking = {
        ...(change.service_id ? { service_id: change.service_id } : {}),
        ...(start ? { start_time: start } : {}),
        ...(Object.keys(contact).length > 0 ? { contact } : {}),
        ...(change.notes === undefined ? {} : { notes: change.notes }),
      };
      const updated = await updateConcurrently(
        {
          key: ['booking', id],
          change: requested,
          since: if_unchanged_since,
          read: () => api.getBooking({ id, signal }),
          write: (write) => updateAndVerify(id, write, context),
          merge: withDocumentedFields,
        },
        context,
      );
      return bookingAnswer(updated, context.time);
    },
    async suggestAlternatives(input, context) {
      if (!input.start_time && !input.service_id) return undefined;
      const { fields } = await context.api.getBooking({ id: input.booking_id, signal: context.signal });
      const serviceId = input.service_id ?? fields.service_id;
      const start = input.start_time ? parseFutureStart(input.start_time, input, context) : fields.start_time;
      return serviceId && start
        ? findAlternatives({ serviceId, start, excludedBookingId: input.booking_id }, context)
        : undefined;
    },
  }),
  defineTool({
    name: 'cancel_booking',
    title: 'Cancel a booking',
    description: 'Cancel an appointment and free its slot.',
    toolset: 'bookings',
    effect: 'delete',
    scope: 'write:bookings',
    input: () => z.strictObject({ booking_id: field.bookingId() }),
    output: () => bookingOutput(),
    summary: (output) => `The platform accepted the cancellation of the booking on ${bookingTime(output)}.`,
    async confirm({ booking_id: id }, { api, time, signal }) {
      const read = await api.getBooking({ id, signal });
      if (isCancelled(read)) return undefined;
      const start = trusted(bookingTime(bookingAnswer({ result: read }, time)));
      const name = read.fields.contact?.name;
      return say`Cancel booking ${id} on ${start}, of ${name ? quoted(name) : trusted('a person the platform does not name')}?`;
    },
    async run({ booking_id: id }, context) {
      return bookingAnswer(await cancelAndVerify(id, context), context.time);
    },
  }),
];
