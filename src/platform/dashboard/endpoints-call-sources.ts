import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import { VENDOR_NAMES } from '../intake/vendors/vendor.ts';
import { nameField } from '../rules/fields.ts';
import type { DashboardEndpoint } from './endpoint.ts';

/** Reports in one list. */
export const LISTED_REPORTS = 100;
/** Longer than any secret or key of a vendor, in characters. */
const MAX_SECRET_LENGTH = 2_000;

const secrets = () => ({
  secret: z
    .string()
    .min(1)
    .max(MAX_SECRET_LENGTH)
    .optional()
    .describe('Signs reports. Only for vendors that make it themselves'),
  credential: z
    .string()
    .min(1)
    .max(MAX_SECRET_LENGTH)
    .optional()
    .describe('API key of the vendor, with which calls are fetched'),
});

export const callSource = () =>
  z.strictObject({
    id: z.string(),
    vendor: z.enum(VENDOR_NAMES),
    name: z.string(),
    path: z.string().describe('Where the vendor sends reports, on this server'),
    url: z.string().nullable().describe('The whole address, if the public address of this server is known'),
    created_at: timestamp(),
    last_report_at: timestamp().nullable(),
    previous_secret_until: timestamp().nullable().describe('Until when the secret before the last one is accepted'),
    awaits_secret: z.boolean().describe('Refuses reports until `rotateCallSource` stores the secret of the vendor'),
    has_credential: z.boolean(),
    counts: z.record(z.string(), z.int()).describe('Reports by what became of them'),
    refused: z.array(z.strictObject({ reason: z.string(), count: z.int(), last_at: timestamp() })),
  });

const vendor = () =>
  z.strictObject({
    vendor: z.enum(VENDOR_NAMES),
    name: z.string().describe('What people call it'),
    secret_from: z.enum(['us', 'vendor']).describe('Who makes the secret'),
    takes_credential: z.boolean(),
  });

const report = () =>
  z.strictObject({
    id: z.string(),
    received_at: timestamp(),
    event: z.string().nullable().describe("The vendor's name of the event"),
    call_reference: z.string().nullable(),
    call_id: z.string().nullable(),
    status: z.string(),
    problem: z.string().nullable(),
  });

const SOURCES = '/dashboard/teams/{team_id}/call-sources';

/** The sources of calls of a team, with what became of their reports. */
export const CALL_SOURCE_ENDPOINTS = {
  listCallSources: {
    method: 'GET',
    path: SOURCES,
    access: 'admin',
    body: null,
    data: () => z.strictObject({ sources: z.array(callSource()), vendors: z.array(vendor()) }),
  },
  addCallSource: {
    method: 'POST',
    path: SOURCES,
    access: 'admin',
    body: z.strictObject({ vendor: z.enum(VENDOR_NAMES), name: nameField(), ...secrets() }),
    data: () =>
      z.strictObject({
        source: callSource(),
        secret: z.string().nullable().describe('The secret, if this server made it. Not shown again'),
      }),
  },
  rotateCallSource: {
    method: 'POST',
    path: `${SOURCES}/{source_id}/rotate`,
    access: 'admin',
    body: z.strictObject(secrets()),
    data: () =>
      z.strictObject({
        source: callSource(),
        secret: z.string().nullable().describe('The new secret, if this server made it. Not shown again'),
      }),
  },
  removeCallSource: {
    method: 'DELETE',
    path: `${SOURCES}/{source_id}`,
    access: 'admin',
    body: null,
    data: () => z.strictObject({ id: z.string(), deleted: z.literal(true) }),
  },
  listCallReports: {
    method: 'GET',
    path: `${SOURCES}/{source_id}/reports`,
    access: 'admin',
    body: null,
    data: () => z.array(report()).max(LISTED_REPORTS),
  },
} as const satisfies Record<string, DashboardEndpoint>;
