import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BOUNDS } from '../../scripts/bounds.ts';

/** docs/security.md has the bound of everything that a caller can make the server keep. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

/** Collections that no caller can grow: why, and in which files. */
const OTHERS: Record<string, readonly string[]> = {
  'filled during one call, from what it reads': [
    'api/scan.ts',
    'lib/promises/candidates.ts',
    'platform/business/equal-names.ts',
    'events/platform-feed.ts',
    'tools/follow-ups/activity.ts',
    'tools/follow-ups/resolution.ts',
    'tools/core/other-forms.ts',
    'tools/idempotency/field-values.ts',
    'tools/output/hidden-records.ts',
    'lib/redaction/cards.ts',
    'lib/redaction/echoes.ts',
    'lib/redaction/numbers.ts',
    'lib/redaction/tokens.ts',
    'tools/presenters/record.ts',
    'tools/list-staff.ts',
    'tools/activity/language.ts',
    'tools/activity/price-list.ts',
    'tools/activity/show-groups.ts',
    'tools/activity/sums.ts',
    'lib/activity/tally.ts',
    'tools/availability/alternatives.ts',
    'tools/availability/busy-intervals.ts',
    'tools/availability/free-ranges.ts',
    'tools/availability/known-staff.ts',
    'tools/bookings/open-times-answer.ts',
    'tools/availability/schedule-snapshot.ts',
    'tools/idempotency/webhooks.ts',
    'tools/output/protect.ts',
    'lib/redaction/turns.ts',
    'tools/bookings/checks/check-booking.ts',
    'tools/search/booking-filters.ts',
    'lib/search/terms.ts',
    'lib/search/sequences.ts',
    'lib/search/words.ts',
    'tools/search/record-names.ts',
    'tools/webhooks/subscription.ts',
    'tools/search/value-filter.ts',
    'tools/search/visit-filters.ts',
    'tools/search/visits.ts',
    'tools/contacts/ask-for-person.ts',
    'platform/availability/place.ts',
    'platform/deliveries/record.ts',
    'platform/routes/summary.ts',
    'platform/store/search/booking-words.ts',
    'platform/store/search/contact-search.ts',
    'platform/store/search/search.ts',
    'platform/store/search/word-candidates.ts',
    'platform/store/bookings/booking-days/columns.ts',
    'platform/derived/booking-days.ts',
    'platform/store/summary/booking-summary.ts',
    'platform/store/summary/booking-sums.ts',
    'platform/store/summary/callers.ts',
    'platform/store/summary/customer-summary.ts',
    'platform/store/summary/customers.ts',
    'platform/store/summary/sum-days.ts',
    'app/mirror/refresh-records.ts',
    'platform/mirror/records.ts',
    'platform/mirror/write-rows.ts',
    'platform/store/search/contact-visits.ts',
    'platform/mirror/index.ts',
    'platform/intake/vendors/turns.ts',
    'platform/store/promises/kept-promises.ts',
    'platform/store/postgres/words.ts',
    'lib/secrets/secret-fields.ts',
  ],
  'one entry for a thing of the program: tools, options, scopes, words': [
    'api/extensions.ts',
    'app/compose.ts',
    'platform/derived/announced.ts',
    'platform/store/change-marker.ts',
    'lib/promises/topics.ts',
    'platform/store/prepared.ts',
    'lib/dates-in-words/month-words.ts',
    'tools/voice/said/clock/clock-forms.ts',
    'lib/redaction/words.ts',
    'lib/phone/said-number/words.ts',
  ],
  'one entry for each open request of a pool, or of stdio': [
    'transport/stdio/pending-requests.ts',
    'api/network/node-sender.ts',
    'transport/sessions/pause.ts',
    'server/views/announce.ts',
  ],
  'one entry for each booking that was changed in one call, of which at most 100 changes are read': [
    'platform/rules/booking-calls.ts',
  ],
  'one entry for each team whose bookings are being stored, until they are': ['platform/store/postgres/decide.ts'],
  'SQL of the program, of which the cache keeps 200 statements': ['platform/store/sqlite/dialect.ts'],
  'one entry for each key of the database, token of the file, or key of this process': [
    'platform/last-use.ts',
    'platform/index.ts',
    'transport/auth/token.ts',
  ],
  'bounded by the settings of deliveries': ['platform/deliveries/claims.ts', 'platform/deliveries/in-flight.ts'],
  'one entry for each process that delivers': ['platform/deliveries/heartbeat.ts'],
  'filled by a command of the operator, or by an owner, from the rows of one file or of one batch of it': [
    'platform/admin/contacts.ts',
    'platform/admin/import-bookings.ts',
    'platform/intake/import-calls.ts',
    'platform/rules/contact-index.ts',
    'platform/rules/person-times.ts',
    'platform/store/calls/call-references.ts',
    'platform/store/calls/calls.ts',
    'platform/store/contacts/contact-batch.ts',
    'platform/store/contacts/contacts-by-phone.ts',
  ],
  'one entry for a thing of the business file, whose lists are bounded, or for a day of one question': [
    'tools/availability/why-none.ts',
    'tools/availability/placed-work.ts',
    'lib/time/zone-days.ts',
    'platform/seed.ts',
    'platform/availability/availability.ts',
    'platform/availability/free-starts.ts',
    'platform/availability/local-days.ts',
    'platform/admin/demo.ts',
    'platform/business/changes.ts',
    'platform/dashboard/staff-calendars.ts',
    'platform/business/colleagues.ts',
    'platform/business/definition.ts',
    'platform/business/merge-list.ts',
    'platform/business/merge-special-hours.ts',
    'platform/business/new-business.ts',
    'lib/time/opening-hours.ts',
    'tools/views/placed-hours.ts',
    'tools/bookings/private-busy.ts',
    'lib/time/day-axis.ts',
    'tools/voice/said/days/asked-days.ts',
    'tools/voice/said/said-start.ts',
    'tools/voice/business/wanted-slots.ts',
  ],
  'listeners: one for each stream and part of the program': ['lib/concurrency/listeners.ts'],
};

const files = (readdirSync(`${root}/src`, { recursive: true }) as string[])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/^(cli|platform\/demo|public)\//.test(file));

it.each(BOUNDS.map((bound) => [bound.what, bound] as const))(
  'the bound of %s names its files and its test',
  (_, bound) => {
    for (const file of bound.files) expect(files).toContain(file);
    const [file, title] = bound.test ?? [];
    if (file !== undefined && title !== undefined) expect(read(`test/${file}`), title).toContain(title);
    else expect(`${bound.limit} ${bound.what}`).toMatch(/nothing is kept|replicas/);
  },
);

it('every collection that stays in memory has a bound in the table, or cannot be grown by a caller', () => {
  // What a browser keeps ends with its page.
  const ours = files.filter((file) => !file.startsWith('web/'));
  const collections = ours.filter((file) => /new (Map|Set)(<[^\n]*>)?\(\)|new LRUCache/.test(read(`src/${file}`)));
  expect(collections.length).toBeGreaterThan(20);
  const known = new Set([...BOUNDS.flatMap((bound) => bound.files), ...Object.values(OTHERS).flat()]);
  expect(collections.filter((file) => !known.has(file))).toEqual([]);
  expect(
    Object.values(OTHERS)
      .flat()
      .filter((file) => !files.includes(file)),
  ).toEqual([]);
});
