import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * A wall clock can be set. Durations, timeouts and ages are measured by the monotonic clock (`performance.now`,
 * `Clock.monotonic`); each file that reads the wall clock is listed here with its reason.
 */
const root = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file.replaceAll('\\', '/'), readFileSync(`${root}/${file}`, 'utf8')] as const);

const WALL_CLOCK = /\bDate\.now\b|\bDate\(\)|(?<!\b(?:performance|store|engine))\.now\(/;

const READERS: Record<string, string> = {
  'lib/time/clock.ts': 'defines the clocks',
  'public/platform.ts': 'passes the clock of the caller on',
  // Timestamps that people or other programs read.
  'lib/logging/logger.ts': 'time of a log line',
  'audit/index.ts': 'time of an audit record',
  'tracing/clock.ts': 'time of a span, corrected when the clock is set',
  'metrics/process.ts': 'start of the process, for Prometheus',
  'app/dashboard-imports.ts': 'the present day, and which appointments are ahead',
  'cli/commands/restore.ts': 'names the database that is kept',
  'cli/commands/contacts.ts': 'whether a date of birth is in the future',
  'cli/doctor/callers.ts': 'whether tokens have expired',
  'cli/calls/read-report.ts': 'whether a call that is imported is in the future',
  'cli/calls/erase.ts': 'which calls are older than a number of days',
  'platform/store/inspect/inspect-health.ts': 'age of refused deliveries, whose times are instants',
  'app/business-settings.ts': 'present offset of the zone of the business, and of the configured one',
  'app/event-sources.ts': 'compared with the times of events',
  'app/polling.ts': 'time since which events are complete',
  'events/event-buffer.ts': 'age of events, whose times are instants',
  'events/event-feed.ts': 'age of a restored database, noticed at an instant',
  'events/platform-feed.ts': 'time at which an event was received, and the age of events',
  'events/shared-log.ts': 'time at which a restored database was noticed',
  'events/polling.ts': 'time at which an event was received',
  'events/webhook-receiver.ts': 'time at which an event was received, and the age of its signature (Standard Webhooks)',
  'platform/admin/business.ts': 'bookings in the future, and times of records',
  'platform/admin/calls.ts': 'times of a record',
  'platform/admin/import-bookings.ts': 'times of records, and which appointments are ahead',
  'platform/admin/call-sources.ts': 'times of a record, and the age of a signature',
  'platform/intake/receive.ts': 'time at which a report arrived, and the age of its signature',
  'platform/admin/contacts.ts': 'times of a record',
  'platform/admin/customer-data.ts': 'when a customer gets a copy of their data',
  'platform/admin/erasure.ts': 'times of records, and whether a booking has ended',
  'platform/admin/erase-old-calls.ts': 'when a call was erased',
  'platform/dashboard/staff-calendars.ts': 'what a change of the business compares with the present day',
  'platform/dashboard/business.ts': 'which bookings are ahead',
  'platform/dashboard/erasures.ts': 'whether a booking that may be the customer’s has ended',
  'platform/dashboard/merges.ts': 'times of records, and which bookings are ahead',
  'platform/admin/users.ts': 'times of a record',
  'platform/admin/webhooks.ts': 'time of an event',
  'platform/index.ts': 'times of records',
  'platform/mirror/index.ts': 'time of a record',
  'platform/mirror/place.ts': 'times of reading and leases in a file, compared between processes and after restarts',
  'platform/admin/demo.ts': 'the day that the demo is relative to',
  'platform/demo/follow-clock.ts': 'whether the day has changed',
  'platform/routes/availability.ts': 'free times in the future',
  'platform/routes/calendar-conflicts.ts': 'age of private calendars',
  'platform/routes/business.ts': 'prices of today, and bookings ahead',
  'cli/business/show.ts': 'closures ahead',
  'cli/commands/backup.ts': 'the time in the name of a copy',
  'cli/commands/agenda.ts': 'the present day, and the time that is marked on it',
  'platform/routes/bookings.ts': 'times of records, and whether a booking is in the future',
  'platform/routes/contacts.ts': 'times of a record',
  'platform/routes/webhooks.ts': 'times of a record',
  'platform/follow-ups/mark-promise.ts': 'time of a mark',
  'platform/last-use.ts': 'last use of a key or a feed, as the operator reads it',
  'platform/admin/calendar-feeds.ts': 'times of a record',
  'platform/routes/calendar-feeds.ts': 'times of a record',
  'platform/feeds/serve-feed.ts': 'today, around which a feed has bookings',
  'server/resources/booking-calendar.ts': 'time of a booking whose platform states no time of its change',
  'tools/account.ts': 'the current time, for the model',
  'tools/bookings/private-busy.ts': 'bookings that are not over',
  'tools/activity/window.ts': 'the current month',
  'tools/search/open-end.ts': 'the present day, for a named week or month',
  'tools/services.ts': 'price changes ahead',
  'tools/keys.ts': 'expiry date of a key',
  'tools/core/now.ts': 'the current time, for the model',
  'tools/search/visits.ts': 'appointments before and after now',
  'tools/search/visit-filters.ts': 'appointments before and after now',
  'tools/search/run-search.ts': 'time at which records were read, for the model',
  // Calendars: what is today, tomorrow or past.
  'server/completion/days.ts': 'calendar days from today',
  'server/completion/records.ts': 'bookings in the future come first',
  'tools/bookings/start-time.ts': 'a booking is in the future',
  'tools/voice/core/office.ts': 'today, tomorrow, and appointments in the future',
  'tools/contacts/ask-for-person.ts': 'appointments in the future',
  'tools/contacts/notes-on-change.ts': 'appointments in the future',
  'tools/contacts/scan-for-person.ts': 'appointments in the future',
  'tools/follow-ups/activity.ts': 'appointments in the past',
  'tools/follow-ups/find-follow-ups.ts': 'the last thirty days',
  'tools/follow-ups/rows.ts': 'promises that are overdue',
  'tools/bookings/cancel-booking.ts': 'whether a booking has begun',
  'tools/bookings/find-open-times.ts': 'free times in the future',
  'tools/bookings/open-times-answer.ts': 'whether a window begins with the present',
  'tools/availability/alternatives.ts': 'free times in the future',
  'tools/setup/parse-days.ts': 'days that are not over',
  'tools/core/tool-time.ts': 'relative dates',
  'tools/views/index.ts': 'the current time and day, for the view',
  'cli/doctor/locale.ts': 'shows the local time',
  // Expiry dates, which are instants that another process or program chose.
  'platform/admin/keys.ts': 'expiry date of a key',
  'platform/routes/api-keys.ts': 'expiry date of a key',
  'platform/auth/keys.ts': 'expiry date of a key',
  'platform/auth/session-caller.ts': 'expiry date of a dashboard session',
  'platform/dashboard/sign-in.ts': 'expiry date of a dashboard session',
  'platform/dashboard/users.ts': 'expiry date of a password link',
  'platform/dashboard/keys.ts': 'expiry date of a key',
  'app/dashboard.ts': 'expiry date of a dashboard session',
  'transport/auth/token.ts': 'expiry date of a token',
  'cli/bookings/import/import-bookings.ts': 'the present day, and which appointments are ahead',
  'cli/commands/bookings.ts': 'the present day, and the month before it',
  'cli/commands/tokens.ts': 'expiry date of a token',
  'cli/doctor/certificate.ts': 'expiry date of a certificate',
  'tools/core/confirm.ts': 'expiry of a confirmation, which any replica verifies; refused if the clock was set back',
  'platform/deliveries/heartbeat.ts': 'notices that the machine slept, while the monotonic clock stood still',
  'transport/auth/issuer-keys.ts': 'notices that the clock was set back',
  // Comparisons with the clock of another machine.
  'api/attempt.ts': 'Retry-After with a date',
  'platform/intake/fetch-json.ts': 'Retry-After with a date',
  'cli/doctor/endpoints.ts': 'compares the clock with that of the platform',
  'lib/files/file-lock.ts': 'age of a lock file, which a file server may date',
  'lib/idempotency/file-records.ts':
    'age of records in files, which processes of one computer share; corrected when the clock is set back',
};

// A page shows the time of the computer that it is looked at on.
const readers = sources
  .filter(([file]) => !file.startsWith('web/'))
  .filter(([, text]) => text.split('\n').some(readsWallClock))
  .map(([file]) => file);

function readsWallClock(line: string): boolean {
  return WALL_CLOCK.test(line.replace(/^\s*(?:\/\/|\*|\/\*).*/, ''));
}

it('only the listed files read the wall clock, each for an instant and never for a duration', () => {
  expect(readers.filter((file) => !(file in READERS))).toEqual([]);
});

it('every listed file reads the wall clock', () => {
  expect(Object.keys(READERS).filter((file) => !readers.includes(file))).toEqual([]);
});

it('recognises a read of the wall clock, and none of another clock', () => {
  for (const line of [
    'const deadline = Date.now() + ms;',
    'const { now = Date.now } = options;',
    'return new Date();',
    'if (clock.now() > until) return;',
    'const at = context.clock.now();',
  ])
    expect(readsWallClock(line), line).toBe(true);
  for (const line of [
    'const startedAt = performance.now();',
    'const until = clock.monotonic() + ms;',
    'const now = await store.now(db);',
    ' * Unlike `now()`, `clock_timestamp()` advances during a transaction.',
    'return new Date(time).toISOString();',
  ])
    expect(readsWallClock(line), line).toBe(false);
});
