import * as z from 'zod';
import { MAX_PER_PAGE } from '../../contract/index.ts';

/** Input fields that several tools share. Each call builds a new schema. */

const identifier = (record: string) => z.string().trim().min(1).max(256).describe(`${record} id`);
export const bookingId = () => identifier('Booking');
export const contactId = () => identifier('Contact');
export const callId = () => identifier('Call');
export const serviceId = () => identifier('Service');
export const serviceIdOrName = () => z.string().min(1).max(256).describe('Service id or name');
export const webhookId = () => identifier('Webhook');
export const staffId = () => z.string().min(1).max(256).describe('Staff id or name');

export const startTime = () => z.string().min(1).max(64).describe('ISO 8601: with offset, or local (2026-03-02T09:00)');
export const timeZone = () =>
  z.string().min(1).max(64).describe('IANA zone of a local start_time; default: the business zone');

export const weekday = () => z.string().min(3).max(12).describe('Checked against the date');
export const clockChange = () => z.enum(['earlier', 'later']).describe('If a clock change makes start_time ambiguous');

export const personName = () => z.string().trim().min(1).max(200);
export const emailAddress = () => z.email().max(254);
/** A number without its description, which a tool beside this one has. */
export const anyPhoneNumber = () => z.string().min(1).max(40);
export const phoneNumber = () => anyPhoneNumber().describe('Any format; + and country code is safest');
export const notes = () => z.string().trim().max(5_000);
export const additionalFields = () =>
  z
    .record(z.string().min(1).max(64), z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]))
    .describe('Other fields that this platform accepts');

const page = () => z.int().min(1).max(1_000_000).optional();
export const perPage = () =>
  z.int().min(1).max(MAX_PER_PAGE).optional().describe(`Default 25, at most ${MAX_PER_PAGE}`);

/** Paging of a list, passed to the platform as it is. */
export const paging = () => ({ page: page(), per_page: perPage() });

/** Time window of a list. `to` as a date includes that day. */
export const window = () => ({
  from: z.string().min(1).max(64).optional().describe('Date (local day), time, or today'),
  to: z.string().min(1).max(64).optional().describe('Like from; a date is included'),
});

/** An operator of other search engines, which is a word here: a search with it would find less than with either side. */
const OR = /\s(?:OR|\|\|?)\s/;
const PHRASES = /"[^"]*"/g;

/** Words that are searched. */
export const words = (max = 200) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !OR.test(text.replace(PHRASES, '')), {
      error: 'all words must occur, and there is no OR: make a call for each alternative. Write the word in lower case',
    });

/** Search input of a list. */
export const searching = () => ({
  query: words().optional().describe('Words that must occur'),
  order: z.enum(['asc', 'desc']).optional(),
  cursor: z.string().min(1).max(512).optional(),
});

export const unchangedSince = () =>
  z.string().min(1).max(64).optional().describe('updated_at as read: refuses if changed since');

export const detail = () => z.enum(['brief', 'full']).optional().describe('Default brief');
export const status = () => z.string().trim().min(1).max(64).optional();
