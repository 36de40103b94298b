import * as z from 'zod';
import { email, freeText, id, label, personName, phone, timestamp, word } from './fields.ts';
import { defineResource, type ReadFields, type RecordOf } from './resource.ts';
import { ALL_SCOPES } from './scopes.ts';

/** The person of a booking (specification, Resources, Booking, `contact`). A platform may omit fields. */
export const BookingContact = z.object({
  name: personName().nullish(),
  email: email().nullish(),
  phone: phone().nullish(),
});
export type BookingContact = z.infer<typeof BookingContact>;

/** An appointment. */
export const Booking = defineResource({
  kind: 'booking',
  documented: () => ({
    id: id(),
    service_id: id(),
    /** Start of the appointment. */
    start_time: timestamp(),
    contact: BookingContact,
    notes: freeText(),
  }),
  chosen: () => ({
    /** `confirmed` or `cancelled` on the embedded platform. */
    status: word(),
    end_time: timestamp(),
    staff_id: id(),
    contact_id: id(),
    created_at: timestamp(),
    updated_at: timestamp(),
    cancelled_at: timestamp().nullable(),
  }),
});
export type Booking = RecordOf<typeof Booking>;

/** A customer profile. The specification shows none of its fields but `id`. */
export const Contact = defineResource({
  kind: 'contact',
  documented: () => ({ id: id() }),
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
  /** `inbound` or `outbound`. */
  direction: word(),
  /** `completed`, `missed` or `voicemail` on the embedded platform. */
  status: word(),
  /** The other party's number; null if withheld. */
  phone: phone().nullable(),
  contact_id: id().nullable(),
  started_at: timestamp(),
  duration_seconds: z.number().min(0),
  /** Result of the call, such as `booked`, `callback_promised`, `voicemail`. */
  outcome: word(),
});

/** A call in the form of lists. The specification shows none of its fields but `id`. */
export const Call = defineResource({ kind: 'call', documented: () => ({ id: id() }), chosen: callFields });
export type Call = RecordOf<typeof Call>;

/** One turn of a conversation. */
export const TranscriptTurn = z.object({
  /** `caller` or `receptionist` on the embedded platform; other platforms may send a name. */
  speaker: personName(),
  text: freeText(),
  /** Seconds from the start of the call to the start of the turn. */
  offset_seconds: z.number().min(0),
});
export type TranscriptTurn = z.infer<typeof TranscriptTurn>;

/** A call in detailed form (`GET /v1/calls/{id}`). */
export const CallDetail = defineResource({
  kind: 'call',
  documented: () => ({ id: id() }),
  chosen: () => ({
    ...callFields(),
    ended_at: timestamp(),
    /** BCP 47 tag of the language spoken. */
    language: word(),
    /** A few sentences about what was said. */
    summary: freeText().nullable(),
    /** The booking made, moved or cancelled in the call. */
    booking_id: id().nullable(),
    transcript: z.array(TranscriptTurn),
  }),
});
export type CallDetail = RecordOf<typeof CallDetail>;

/** A bookable service that carries pricing. The specification shows none of its fields but `id`. */
export const Service = defineResource({
  kind: 'service',
  documented: () => ({ id: id() }),
  chosen: () => ({
    name: label(),
    description: label().nullable(),
    duration_minutes: z.number().positive(),
    /** In the currency's minor unit (cents). */
    price_cents: z.int().min(0),
    /** ISO 4217 code. */
    currency: word(),
    /** Staff members who perform it. */
    staff_ids: z.array(id()),
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
    /** Names from the event catalogue. */
    events: z.array(label()),
    /** True if events are delivered to it. */
    active: z.boolean(),
    /** Why the platform stopped delivering to it; null while it is active. */
    disabled_reason: label().nullable(),
    disabled_at: timestamp().nullable(),
    /** Failed delivery attempts since the last successful one. */
    consecutive_failures: z.int().min(0),
    /** Time of the last delivery attempt. */
    last_delivery_at: timestamp().nullable(),
    /** Result of the last attempt: an HTTP status, or the reason why there was no response. */
    last_delivery_status: word().nullable(),
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
    /** Signing secret (Standard Webhooks: `whsec_` and base64). Only this response has it. */
    secret: z.string().min(1),
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
    /** Id of the event: the same in each of its deliveries. */
    id: id(),
    /** Name from the event catalogue. */
    type: word(),
    /** Time of the event. */
    time: timestamp(),
    team_id: id(),
    /** The record at that time, in the form of lists. */
    data: z.record(z.string(), z.unknown()),
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
    /** The key. Only this response has it. */
    key: z.string(),
    scopes: z.array(z.enum(ALL_SCOPES)),
    created_at: timestamp(),
    expires_at: timestamp(),
  }),
});
export type ApiKey = RecordOf<typeof ApiKey>;

export type ReadBooking = ReadFields<typeof Booking>;
