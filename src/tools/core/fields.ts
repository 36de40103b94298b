import * as z from 'zod';
import { MAX_PER_PAGE } from '../../contract/index.ts';

/** Input fields that several tools share, described once. */

const identifier = (what: string) => z.string().min(1).max(256).describe(`${what} id`);
export const bookingId = identifier('Booking');
export const contactId = identifier('Contact');
export const callId = identifier('Call');
export const serviceId = identifier('Service');
export const webhookId = identifier('Webhook');

export const startTime = z
  .string()
  .min(1)
  .max(64)
  .describe('ISO 8601: with offset (2026-03-02T09:00-05:00), or local (2026-03-02T09:00)');
export const timeZone = z
  .string()
  .min(1)
  .max(64)
  .describe('IANA zone of a local start_time; default: the business zone');

export const personName = z.string().trim().min(1).max(200);
export const emailAddress = z.email().max(254);
export const phoneNumber = z.string().min(1).max(40).describe('Any usual writing; + and country code is safest');
export const notes = z.string().max(5_000);
export const additionalFields = z
  .record(z.string().min(1).max(64), z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]))
  .describe('Further fields this platform is known to take');

export const page = z.int().min(1).max(1_000_000).optional().describe('1-indexed');
export const perPage = z.int().min(1).max(MAX_PER_PAGE).optional().describe(`Default 25, at most ${MAX_PER_PAGE}`);

/** Input of a list that passes paging straight through. */
export const pageInput = z.strictObject({ page, per_page: perPage });

/** What every list answers with, beside `items`. */
export const pageOutput = {
  page: z.int(),
  per_page: z.int(),
  total: z.int().nullable().describe('Null: the platform did not say'),
  has_more: z.boolean().nullable(),
};
