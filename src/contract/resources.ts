import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { calendarNoteSchema } from './availability.ts';
import { NO_SHOW } from './booking-status.ts';
import { reportedToolSchema } from './call-report.ts';
import {
  email,
  freeText,
  id,
  knownValues,
  label,
  ofExtension,
  personName,
  phone,
  speakerName,
  timestamp,
  word,
} from './fields.ts';
import { defineResource, type RecordOf } from './resource.ts';
import { ALL_SCOPES } from './scopes.ts';

/** The person of a booking (specification, Resources, Booking, `contact`). A platform may omit fields. */
export const bookingContactSchema = memoize(() =>
  z.object({
    name: personName().nullish(),
    email: email().nullish(),
    phone: phone().nullish(),
  }),
);

/** A rule that a booking deliberately violates. */
const overrideSchema = memoize(() =>
  z.object({
    rule: word(),
    by: label().describe('Who decided: the API key with its name'),
  }),
);
export type Override = z.infer<ReturnType<typeof overrideSchema>>;

/** An appointment. */
export const Booking = defineResource({
  kind: 'booking',
  documented: () => ({
    id: id(),
    service_id: id(),
    start_time: timestamp().describe('Start of the appointment'),
    contact: bookingContactSchema(),
    notes: freeText(),
  }),
  chosen: () => ({
    status: word().meta(knownValues('confirmed', 'cancelled', NO_SHOW)),
    end_time: timestamp(),
    staff_id: id(),
    contact_id: id(),
    created_at: timestamp(),
    updated_at: timestamp(),
    cancelled_at: timestamp().nullable(),
    service_name: label()
      .meta(ofExtension('booking_details'))
      .describe('Name at present, also of a service that the business no longer has'),
    staff_name: label()
      .meta(ofExtension('booking_details'))
      .describe('Name at present, also of a person whom the business no longer has'),
    overrides: z
      .array(overrideSchema())
      .meta(ofExtension('booking_rules'))
      .describe('Rules that were deliberately not applied, and by whom'),
    call_reference: label()
      .nullable()
      .meta(ofExtension('call_reference'))
      .describe('The call in which it was last changed, by its id in the system that reports the call'),
  }),
});
export type Booking = RecordOf<typeof Booking>;

const calendars = () =>
  z
    .array(calendarNoteSchema())
    .meta(ofExtension('booking_calendars'))
    .describe(
      'The private calendar of the staff member, if it is not up to date. Only responses that make or place a booking have it',
    );

/** A booking in the response to its creation. */
export const CreatedBooking = defineResource({
  kind: 'booking',
  documented: () => Booking.documented,
  chosen: () => ({
    ...Booking.chosen,
    contact_created: z
      .boolean()
      .nullable()
      .meta(ofExtension('contact_created'))
      .describe(
        'True if the contact was added with the booking, false if it existed; null if the key may not read contacts. Only this response has it',
      ),
    calendars: calendars(),
  }),
});
export type CreatedBooking = RecordOf<typeof CreatedBooking>;

/** A booking in the response to a change. */
export const UpdatedBooking = defineResource({
  kind: 'booking',
  documented: () => Booking.documented,
  chosen: () => ({ ...Booking.chosen, calendars: calendars().optional() }),
});
export type UpdatedBooking = RecordOf<typeof UpdatedBooking>;

/** A customer profile. The specification shows none of its fields but `id`. */
export const Contact = defineResource({
  kind: 'contact',
  documented: () => ({ id: id() }),
  additional: () => z.union([z.string(), z.number(), z.boolean(), z.null()]),
  chosen: () => ({
    name: personName(),
    email: email().nullable(),
    phone: phone().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
});
export type Contact = RecordOf<typeof Contact>;

const callFields = () => ({
  direction: word().meta(knownValues('inbound', 'outbound')),
  status: word().meta(knownValues('completed', 'missed', 'voicemail')),
  phone: phone().nullable().describe("The other party's number; null if withheld"),
  contact_id: id().nullable(),
  started_at: timestamp(),
  duration_seconds: z.number().min(0),
  outcome: word().describe('Result of the call, such as `booked`, `callback_promised`, `voicemail`'),
});

const contactName = () =>
  personName()
    .nullish()
    .meta(ofExtension('call_details'))
    .describe('Name of the contact at present; null without one, and for keys without `read:contacts`');
const language = () => word().describe('BCP 47 tag of the language spoken');
const callReferenceField = () =>
  label().nullable().meta(ofExtension('call_sources')).describe('The id of the call in the system that reported it');
const summary = () => freeText().nullable().describe('A few sentences about what was said');

/** A call in notifications of events, which have no texts about it. */
export const CallEvent = defineResource({
  kind: 'call',
  documented: () => ({ id: id() }),
  chosen: callFields,
});

/** A call in the form of lists. The specification shows none of its fields but `id`. */
export const Call = defineResource({
  kind: 'call',
  documented: () => ({ id: id() }),
  chosen: () => ({
    ...callFields(),
    contact_name: contactName(),
    language: language().meta(ofExtension('call_details')),
    summary: summary().meta(ofExtension('call_details')),
    call_reference: callReferenceField(),
  }),
});
export type Call = RecordOf<typeof Call>;

/** One turn of a conversation. */
const transcriptTurnSchema = memoize(() =>
  z.object({
    speaker: speakerName().describe('Other platforms may send a name'),
    text: freeText(),
    offset_seconds: z.number().min(0).describe('Seconds from the start of the call to the start of the turn'),
  }),
);
export type TranscriptTurn = z.infer<ReturnType<typeof transcriptTurnSchema>>;

/** A call in detailed form (`GET /v1/calls/{id}`). */
export const CallDetail = defineResource({
  kind: 'call',
  documented: () => ({ id: id() }),
  chosen: () => ({
    ...callFields(),
    contact_name: contactName(),
    ended_at: timestamp(),
    language: language(),
    summary: summary(),
    booking_id: id().nullable().describe('The booking made, moved or cancelled in the call'),
    booking_ids: z.array(id()).meta(ofExtension('call_reference')).describe('All bookings changed in the call'),
    source_name: label()
      .nullable()
      .meta(ofExtension('call_sources'))
      .describe('The source that reported the call; null for calls that none did'),
    call_reference: callReferenceField(),
    business_phone: phone()
      .nullable()
      .meta(ofExtension('call_sources'))
      .describe('The number of the business that was called or that called'),
    recording_url: freeText().nullable().meta(ofExtension('call_sources')).describe('Address of the recording'),
    fields: z
      .record(z.string(), z.union([freeText(), z.number(), z.boolean(), z.null()]))
      .nullable()
      .meta({ ...ofExtension('call_sources'), untrusted: true })
      .describe('Facts that the voice agent extracted from the conversation'),
    tools: z
      .array(reportedToolSchema())
      .nullable()
      .meta(ofExtension('call_sources'))
      .describe('Tools that the voice agent called'),
    transcript: z.array(transcriptTurnSchema()),
  }),
});
export type CallDetail = RecordOf<typeof CallDetail>;

/** A price of a service, from a day on. */
const servicePriceSchema = memoize(() =>
  z.object({
    from: z.iso.date().nullable().describe('First day; null for the first price'),
    price_cents: z.int().min(0).describe("In the currency's minor unit (cents)"),
  }),
);
export type ServicePrice = z.infer<ReturnType<typeof servicePriceSchema>>;

/** A bookable service that carries pricing. The specification shows none of its fields but `id`. */
export const Service = defineResource({
  kind: 'service',
  documented: () => ({ id: id() }),
  chosen: () => ({
    name: label(),
    description: label().nullable(),
    duration_minutes: z.number().positive(),
    price_cents: z.int().min(0).describe("In the currency's minor unit (cents)"),
    currency: word().describe('ISO 4217 code'),
    staff_ids: z.array(id()).describe('Staff members who perform it'),
    prices: z
      .array(servicePriceSchema())
      .optional()
      .meta(ofExtension('service_prices'))
      .describe('All its prices in order of time, if it has several; `price_cents` is the one of today'),
  }),
});
export type Service = RecordOf<typeof Service>;

/** A subscription of a team to event notifications. The specification shows none of its fields. */
export const Webhook = defineResource({
  kind: 'webhook',
  documented: () => ({}),
  chosen: () => ({
    id: id(),
    url: label(),
    events: z.array(label()).describe('Names from the event catalogue'),
    active: z.boolean().describe('True if events are delivered to it'),
    disabled_reason: label().nullable().describe('Why the platform stopped delivering to it; null while it is active'),
    disabled_at: timestamp().nullable(),
    consecutive_failures: z.int().min(0).describe('Failed delivery attempts since the last successful one'),
    last_delivery_at: timestamp().nullable().describe('Time of the last delivery attempt'),
    last_delivery_status: word()
      .nullable()
      .describe('Result of the last attempt: an HTTP status, or the reason why there was no response'),
    created_at: timestamp(),
  }),
});
export type Webhook = RecordOf<typeof Webhook>;

/** A subscription in the response to its creation. */
export const CreatedWebhook = defineResource({
  kind: 'webhook',
  documented: () => Webhook.documented,
  chosen: () => ({
    ...Webhook.chosen,
    secret: z
      .string()
      .min(1)
      .describe('Signing secret (Standard Webhooks: `whsec_` and base64). Only this response has it'),
  }),
});
export type CreatedWebhook = RecordOf<typeof CreatedWebhook>;

/** An event type that a webhook can subscribe to. */
export const WebhookEvent = defineResource({
  kind: 'webhook_event',
  documented: () => ({}),
  chosen: () => ({ name: label(), description: label() }),
});
export type WebhookEvent = RecordOf<typeof WebhookEvent>;

/** Payload of a webhook delivery. The specification shows neither event names nor the payload (Events). */
export const Notification = defineResource({
  kind: 'notification',
  documented: () => ({}),
  chosen: () => ({
    id: id().describe('Id of the event: the same in each of its deliveries'),
    type: word().describe('Name from the event catalogue'),
    time: timestamp().describe('Time of the event'),
    team_id: id(),
    data: z.record(z.string(), z.unknown()).describe('The record at that time, in the form of lists'),
  }),
});
export type Notification = RecordOf<typeof Notification>;

/** Response to a deletion. The specification does not show its form. */
export const Deleted = defineResource({
  kind: 'deleted',
  documented: () => ({}),
  chosen: () => ({ id: id(), deleted: z.boolean() }),
});
export type Deleted = RecordOf<typeof Deleted>;

/** A key in the response to its creation. The specification shows the request's fields, not the response. */
export const ApiKey = defineResource({
  kind: 'api_key',
  documented: () => ({}),
  chosen: () => ({
    id: id(),
    name: label(),
    key: z.string().describe('The key. Only this response has it'),
    scopes: z.array(z.enum(ALL_SCOPES)),
    created_at: timestamp(),
    expires_at: timestamp(),
  }),
});
export type ApiKey = RecordOf<typeof ApiKey>;
