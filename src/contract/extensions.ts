import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { defineResource, type Read, type RecordOf } from './resource.ts';

/**
 * What a platform can do in addition to the specification (platform-extensions.md). The embedded platform announces
 * all of them, those that search what is computed from its records only when that is computed. A later version of an extension includes the earlier ones; an incompatible change gets another name.
 */
export const EXTENSIONS = {
  merge_updates: { version: 1 },
  optimistic_locking: { version: 1 },
  booking_details: { version: 1 },
  booking_time_filter: { version: 1 },
  contact_created: { version: 1 },
  booking_calendars: { version: 1 },
  new_contact: { version: 1 },
  contact_choice: { version: 1 },
  service_prices: { version: 1 },
  call_details: { version: 1 },
  call_sources: { version: 1 },
  call_reference: { version: 1 },
  no_shows: { version: 1 },
  service_duration: { version: 1 },
  booking_rules: { version: 1 },
  staff: { version: 1 },
  staff_assignment: { version: 1 },
  availability: { version: 1 },
  calendar_conflicts: { version: 1 },
  business: { version: 1 },
  business_changes: { version: 1 },
  affected_details: { version: 1 },
  calendar_feeds: { version: 1 },
  call_search: { version: 1 },
  list_filters: { version: 1 },
  follow_ups: { version: 1 },
  activity_summary: { version: 1 },
  write_outcomes: { version: 1 },
} as const satisfies Record<string, { version: number }>;

export type ExtensionName = keyof typeof EXTENSIONS;
const EXTENSION_NAMES = Object.keys(EXTENSIONS) as ExtensionName[];

/** Response of `GET /v1/capabilities`: each extension's name with its version and, possibly, further fields. */
export const Capabilities = defineResource({
  kind: 'capabilities',
  documented: () => ({}),
  chosen: () => ({ extensions: z.record(z.string(), z.unknown()).meta({ untrusted: true }) }),
});

/** Where a business is: its IANA time zone, and the ISO 3166 code of its country. */
interface Place {
  time_zone?: string | undefined;
  country?: string | undefined;
}

/**
 * What the embedded platform announces, apart from those of which it cannot make use at present.
 * @param place of the caller's business: also a key that may not read more of it needs it to show times.
 */
export const announcement = (
  except: readonly ExtensionName[],
  place: Place | undefined,
): RecordOf<typeof Capabilities> => ({
  extensions: Object.fromEntries(
    EXTENSION_NAMES.filter((name) => !except.includes(name)).map((name) => [
      name,
      { version: EXTENSIONS[name].version, ...(name === 'business' ? place : {}) },
    ]),
  ),
});

const placeSchema = memoize(() => z.object({ time_zone: z.string().optional(), country: z.string().optional() }));

/** Returns where the business is, as far as the platform announces it. */
export const announcedPlace = ({ fields }: Read<typeof Capabilities>): Place =>
  placeSchema().safeParse(fields.extensions?.business).data ?? {};

const announcementSchema = memoize(() => z.looseObject({ version: z.int().min(1) }));

/** Returns the announced extensions that this program knows. Ignores unknown and malformed entries. */
export function announcedExtensions({ fields }: Read<typeof Capabilities>): ReadonlySet<ExtensionName> {
  return new Set(EXTENSION_NAMES.filter((name) => announcementSchema().safeParse(fields.extensions?.[name]).success));
}
