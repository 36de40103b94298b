/** What a caller can make the server keep, with the bound of each: the table of docs/security.md. */

import { CACHE_BYTES, MAX_CALLER_VIEWS, MAX_UNVERIFIED_CALLERS, MAX_VERIFIED_CALLERS } from '../src/app/callers.ts';
import { MAX_DASHBOARD_CALLERS } from '../src/app/dashboard.ts';
import { MAX_ROWS, MAX_WAITING_IMPORTS } from '../src/app/dashboard-imports.ts';
import { MAX_CHANGED } from '../src/app/mirror/changes.ts';
import { MAX_RETRIES } from '../src/app/mirror/retries.ts';
import { MAX_UNREADABLE } from '../src/app/mirror/schedule.ts';
import { MAX_EVENT_IDS } from '../src/events/deduplicate.ts';
import { MAX_AGE_MS, MAX_EVENTS } from '../src/events/event-buffer.ts';
import { MAX_SNAPSHOT_RECORDS } from '../src/events/list-snapshot.ts';
import { MAX_DATA_LENGTH } from '../src/events/normalize-payload.ts';
import { MAX_DELIVERY_IDS } from '../src/events/replay-guard.ts';
import { MAX_QUEUED } from '../src/events/retry-queue.ts';
import { MAX_RECORD_STATES } from '../src/events/snapshot-diff.ts';
import { MAX_CALLERS } from '../src/lib/concurrency/rate-limiter.ts';
import {
  LARGE_BODY_BYTES,
  MAX_ALL_BODY_BYTES,
  MAX_BODIES,
  MAX_CALLER_BODIES,
  MAX_CALLER_BODY_BYTES,
} from '../src/lib/http/body-receiver.ts';
import { MAX_DELIVERY_BYTES, MAX_REPORT_BYTES } from '../src/lib/http/body-sizes.ts';
import { MAX_CONNECTIONS, MAX_PIPELINED } from '../src/lib/http/connection-limit.ts';
import { MAX_RECORD_FILES } from '../src/lib/idempotency/file-records.ts';
import { MAX_RECORD_BYTES } from '../src/lib/idempotency/record-file.ts';
import { MAX_CREATED } from '../src/lib/idempotency/shared-store.ts';
import { IDEMPOTENCY_TTL_MS } from '../src/lib/idempotency/store.ts';
import { MAX_LOGGED_CHARACTERS } from '../src/lib/logging/logger.ts';
import { MAX_PREPARED_STATEMENTS } from '../src/lib/postgres/statement-names.ts';
import { MAX_CALLER_SECRETS } from '../src/lib/secrets/secret.ts';
import { MAX_PERIODS, MAX_ZONES } from '../src/lib/time/offset.ts';
import { MAX_BREAKERS } from '../src/metrics/index.ts';
import { MAX_SOURCES } from '../src/platform/admin/call-sources.ts';
import { MAX_COUNTERS } from '../src/platform/auth/login-throttle.ts';
import { MAX_CACHED_BUSINESSES } from '../src/platform/business/cache.ts';
import { MAX_SPANS } from '../src/platform/calendars/busy-spans.ts';
import { MAX_BLOCKS } from '../src/platform/calendars/content-lines.ts';
import { MAX_OCCURRENCES } from '../src/platform/calendars/recurrence.ts';
import { MAX_CALENDAR_BYTES, MAX_CONCURRENT_CALENDARS } from '../src/platform/calendars/settings.ts';
import { MAX_FILE_BYTES } from '../src/platform/dashboard/endpoints-imports.ts';
import { MAX_FEED_BOOKINGS } from '../src/platform/feeds/feed-text.ts';
import { MAX_FEEDS } from '../src/platform/feeds/manage-feeds.ts';
import {
  ADDRESS_LIMIT,
  MAX_CONCURRENT_FEEDS,
  MAX_WAITING_FEEDS,
  TOKEN_LIMIT,
} from '../src/platform/feeds/serve-feed.ts';
import { MAX_FETCHED_BYTES, MAX_VENDOR_RESPONSE_BYTES } from '../src/platform/intake/fetch-json.ts';
import { MAX_CONCURRENT_FETCHES } from '../src/platform/intake/fetch-settings.ts';
import { MAX_BYTES_OF_CALL, MAX_KEPT_REPORTS, MAX_REPORTS_OF_CALL } from '../src/platform/intake/limits.ts';
import { MAX_CONCURRENT, MAX_CONCURRENT_BYTES, MAX_CONCURRENT_REPORT_BYTES } from '../src/platform/serve.ts';
import { MAX_USER_SESSIONS } from '../src/platform/store/accounts/sessions.ts';
import { MAX_KNOWN_WORDS } from '../src/platform/store/sqlite/vocabulary.ts';
import { MAX_PER_MINUTE } from '../src/server/channel/burst-limit.ts';
import { MAX_WAITING } from '../src/server/channel/channel.ts';
import { MAX_SUBSCRIBED_CHARACTERS, MAX_SUBSCRIPTIONS } from '../src/server/subscriptions.ts';
import { MAX_FULL_RECORDS, MAX_OUTCOMES } from '../src/tools/idempotency/memory-store.ts';
import { MAX_CALL_CACHE_BYTES } from '../src/tools/search/call-cache.ts';
import { MAX_SEARCH_CACHE_BYTES } from '../src/tools/search/search-cache.ts';
import {
  ANSWER_TTL_MS,
  ATTEMPTS_TTL_MS,
  MAX_FAILED_CALLERS,
  MAX_PROPOSALS,
  PROPOSAL_TTL_MS,
} from '../src/tools/voice/core/memory.ts';
import { KEYS_MAX_AGE_MS, MAX_BYTES as MAX_ISSUER_BYTES } from '../src/transport/auth/issuer-keys.ts';
import { MAX_FINGERPRINTS } from '../src/transport/fast-path/accepted-fingerprints.ts';
import {
  MAX_DELIVERIES,
  MAX_DELIVERIES_BYTES,
  MAX_PAGE_REQUEST_BYTES,
  MAX_PAGE_REQUESTS,
  MAX_REQUEST_BYTES,
  MAX_STREAM_BYTES,
  MAX_STREAMS,
} from '../src/transport/http/limit-requests.ts';
import { MAX_MESSAGE_VALUES } from '../src/transport/http/parse-body.ts';
import { MAX_IDENTIFIER_LENGTH, MAX_SIGNED_LENGTH } from '../src/transport/limits/identifiers.ts';
import { MAX_LISTEN_BYTES, MAX_WAITING_BYTES } from '../src/transport/limits/long-lived.ts';
import { MAX_INITIALIZE_BYTES } from '../src/transport/sessions/refusals.ts';
import { MAX_REQUESTS } from '../src/transport/sessions/session.ts';
import { IDLE_MS } from '../src/transport/sessions/table.ts';
import { ANSWERS_TTL_MS, MAX_ANSWERS_BYTES } from '../src/transport/voice/signed-answers.ts';

export interface Bound {
  what: string;
  limit: string;
  /** What happens at the limit. */
  reached: string;
  /** The files of `src` that keep it. */
  files: readonly string[];
  /** A file of `test` and the title of a test in it. Absent if nothing can be reached. */
  test?: readonly [file: string, title: string];
}

const count = (value: number) => value.toLocaleString('en-US');
const size = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${count(bytes / 1024 / 1024)} MiB` : `${count(bytes / 1024)} KiB`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;

const half = 'attacks/half-requests.test.ts';
const memory = 'attacks/memory.test.ts';
const kept = 'attacks/kept-state.test.ts';

export const BOUNDS: readonly Bound[] = [
  {
    what: 'prepared statements of a connection to PostgreSQL',
    limit: count(MAX_PREPARED_STATEMENTS),
    reached: 'further ones are parsed each time',
    files: ['lib/postgres/statement-names.ts'],
    test: ['lib/postgres/statement-names.test.ts', 'statements beyond the limit are not prepared'],
  },
  {
    what: 'words that the table of words on SQLite is known to have',
    limit: count(MAX_KNOWN_WORDS),
    reached: 'those that were used last remain; others are added to the table again, which has them',
    files: ['platform/store/sqlite/vocabulary.ts'],
    test: [
      'platform/sqlite/vocabulary.test.ts',
      'words beyond the limit of remembered ones are stored again, and found as before',
    ],
  },
  {
    what: 'cached businesses, for bookings',
    limit: count(MAX_CACHED_BUSINESSES),
    reached: 'the one that was read first is evicted, and read again when it is needed',
    files: ['platform/business/cache.ts'],
    test: ['platform/business-cache.test.ts', 'businesses beyond the limit replace the one that was read first'],
  },
  {
    what: 'connections',
    limit: `${count(MAX_CONNECTIONS)}, plus \`--max-concurrent\` and two for each of \`--sessions\``,
    reached:
      'the oldest idle connection of the client with most idle ones is closed; without idle ones the new one is closed',
    files: ['lib/http/connection-limit.ts', 'lib/http/serve.ts', 'lib/http/stalled-sockets.ts'],
    test: ['lib/serve.test.ts', 'a new connection beyond the limit closes the one that has been idle for longest'],
  },
  {
    what: 'open requests of one connection (pipelining)',
    limit: `${count(MAX_PIPELINED)}, of which one is handled at a time`,
    reached: 'the connection is closed',
    files: ['lib/http/connection-limit.ts'],
    test: ['lib/serve.test.ts', 'a connection with more than 100 open requests is closed'],
  },
  {
    what: 'bodies that are being received',
    limit: `one caller: ${MAX_CALLER_BODIES} and ${size(MAX_CALLER_BODY_BYTES)}; all: ${count(MAX_BODIES)} and ${size(MAX_ALL_BODY_BYTES)}; 30 s each`,
    reached: '503 to the oldest of the caller that sends most',
    files: ['lib/http/body-receiver.ts'],
    test: [half, 'the oldest half-sent body is refused with 503 when one caller sends more than 128'],
  },
  {
    what: `large bodies (above ${size(LARGE_BODY_BYTES)})`,
    limit: 'their `Content-Length` is reserved, or they grow, within these bytes and those of requests in progress',
    reached: '503 before the body is read, or when it grows; smaller bodies of the same caller are still received',
    files: ['lib/http/body-receiver.ts'],
    test: [
      'attacks/memory.test.ts',
      '256 simultaneous bodies of a megabyte %s are bounded, whatever is in them, and small ones are still served',
    ],
  },
  {
    what: 'the last request of an idle connection',
    limit: 'its headers',
    reached: 'its body, and everything that answered it, is dropped with the end of the response',
    files: ['lib/http/serve.ts'],
    test: ['attacks/memory.test.ts', 'hundreds of idle connections whose last request was a megabyte are bounded'],
  },
  {
    what: 'requests in progress',
    limit: `\`--max-concurrent\` and ${size(MAX_REQUEST_BYTES)} of bodies; one caller: a quarter; unverified callers: together a quarter, and each address a quarter of that; pages: ${MAX_PAGE_REQUESTS} and ${size(MAX_PAGE_REQUEST_BYTES)}, each address a quarter`,
    reached: '503',
    files: ['lib/http/permit-pool.ts', 'transport/http/drain.ts', 'transport/http/handler-cache.ts'],
    test: [half, 'one caller holds at most a quarter of the permits'],
  },
  {
    what: 'values in one message',
    limit: count(MAX_MESSAGE_VALUES),
    reached: '413',
    files: ['transport/http/parse-body.ts'],
    test: ['attacks/exhaustion.test.ts', '%s beyond its limit is rejected without an upstream request'],
  },
  {
    what: 'URIs, ids, names, progress tokens',
    limit: `${MAX_IDENTIFIER_LENGTH} characters; cursors and request states ${count(MAX_SIGNED_LENGTH)}`,
    reached: 'error -32602',
    files: ['transport/limits/identifiers.ts'],
    test: [kept, '%s is refused over HTTP, with the id of its request'],
  },
  {
    what: 'streams: `subscriptions/listen`, sessions, calls that wait for their user',
    limit: `${count(MAX_STREAMS)} and ${size(MAX_STREAM_BYTES)} of bodies, with the shares of requests; a subscription ${size(MAX_LISTEN_BYTES)}`,
    reached: `503; 413 for a subscription that is too large; a waiting call of more than ${size(MAX_WAITING_BYTES)} counts as a request, also when its connection is lost`,
    files: ['lib/http/permit-pool.ts', 'transport/sessions/pause.ts', 'events/event-bus.ts'],
    test: [half, 'one caller holds at most a quarter of the streams'],
  },
  {
    what: 'sessions',
    limit: `\`--sessions\`; one caller: a quarter; ${minutes(IDLE_MS)} without a request; the client's description: ${size(MAX_INITIALIZE_BYTES)}`,
    reached: '503; 429 for the share of one caller; 413 for a description that is too large',
    files: ['transport/sessions/table.ts'],
    test: [memory, 'a flood of sessions whose clients describe themselves at length is bounded'],
  },
  {
    what: 'open requests of a session, those whose connection is lost included',
    limit: count(MAX_REQUESTS),
    reached: '503',
    files: [
      'transport/sessions/open-requests.ts',
      'transport/sessions/session.ts',
      'transport/tracing/trace-transport.ts',
    ],
    test: [kept, 'counts calls whose connections are lost until they end, and logs nothing of them'],
  },
  {
    what: "a session's subscriptions",
    limit: `${count(MAX_SUBSCRIPTIONS)} and ${size(MAX_SUBSCRIBED_CHARACTERS)}`,
    reached: 'the oldest end',
    files: ['server/subscriptions.ts'],
    test: [kept, 'keeps 64 KiB of subscribed URIs, and drops the oldest for more'],
  },
  {
    what: 'messages of a channel (`--channel`)',
    limit: `${MAX_PER_MINUTE} events a minute; ${MAX_WAITING} that wait for the client to read`,
    reached: 'further events are counted, and one message has their number',
    files: ['server/channel/burst-limit.ts', 'server/channel/channel.ts'],
    test: ['server/channel.test.ts', 'a channel counts the events that arrive while its client does not read'],
  },
  {
    what: 'callers with state',
    limit: `${MAX_VERIFIED_CALLERS}, and ${MAX_UNVERIFIED_CALLERS} whose keys the platform has not accepted; ${MAX_CALLER_VIEWS} combinations of restrictions each`,
    reached: 'the least recently active one of the same kind loses its caches',
    files: ['app/callers.ts'],
    test: ['attacks/other-callers.test.ts', 'made-up keys do not evict a known caller’s idempotency records'],
  },
  {
    what: 'cached sessions of the dashboard',
    limit: count(MAX_DASHBOARD_CALLERS),
    reached: 'the least recently active one loses its caches',
    files: ['app/dashboard.ts'],
    test: ['app/dashboard/program.test.ts', 'answers more sessions than it keeps caches of'],
  },
  {
    what: 'files that the dashboard imports',
    limit: `1 at a time, with ${count(MAX_ROWS)} rows and ${size(MAX_FILE_BYTES)}; ${MAX_WAITING_IMPORTS} wait`,
    reached: '400, or 503 while others wait; nothing is changed',
    files: [
      'app/dashboard-imports.ts',
      'imports/bookings/columns.ts',
      'imports/bookings/find-records.ts',
      'imports/bookings/import-bookings.ts',
      'imports/bookings/numeric-times.ts',
      'imports/bookings/row-keys.ts',
      'imports/bookings/tally.ts',
      'imports/contacts/columns.ts',
      'imports/contacts/tally.ts',
    ],
    test: ['app/dashboard/imports.test.ts', 'files are imported one after the other, and further ones are refused'],
  },
  {
    what: 'accepted request fingerprints',
    limit: `${MAX_FINGERPRINTS} hashes for each combination`,
    reached: 'all are dropped; the SDK answers the next requests',
    files: ['transport/fast-path/accepted-fingerprints.ts'],
    test: [memory, 'made-up keys, each with its own restrictions and client description, are bounded'],
  },
  {
    what: 'cached searches and calls',
    limit: `${size(CACHE_BYTES)} for each cache of one caller; without authentication ${size(MAX_SEARCH_CACHE_BYTES)} and ${size(MAX_CALL_CACHE_BYTES)}`,
    reached: 'the least recently used entry is dropped',
    files: ['tools/search/json-cache.ts'],
    test: ['tools/search-cache.test.ts', 'a cache of searches counts its keys and entries, not only their values'],
  },
  {
    what: 'create requests (idempotency) to a remote platform',
    limit: `${count(MAX_RECORD_FILES)} files of at most ${size(MAX_RECORD_BYTES)} in the data folder of the user, plus those of the last minute; ${minutes(IDEMPOTENCY_TTL_MS)}`,
    reached: 'the oldest whose outcome is known is forgotten',
    files: ['lib/idempotency/file-records.ts'],
    test: [
      'lib/idempotency/file-records.test.ts',
      'beyond their limit, the oldest completed record files are deleted, and none of unknown outcome',
    ],
  },
  {
    what: 'create requests in memory, where that folder cannot be used',
    limit: `${count(MAX_OUTCOMES)} of one caller, ${MAX_FULL_RECORDS} of them with their record; ${minutes(IDEMPOTENCY_TTL_MS)}`,
    reached: 'the oldest whose outcome is known is forgotten',
    files: ['tools/idempotency/memory-store.ts'],
    test: [
      'tools/memory-store.test.ts',
      'the idempotency store forgets the oldest known outcomes beyond 10,000, and none that is unknown',
    ],
  },
  {
    what: 'create requests in the database of the embedded platform, or of replicas',
    limit: `rows of about 200 bytes, ${minutes(IDEMPOTENCY_TTL_MS)}; as many as the platform executes`,
    reached: 'expired ones are deleted',
    files: ['shared-state/database.ts'],
  },
  {
    what: 'created records that a process keeps in addition to shared create requests',
    limit: `${MAX_CREATED}`,
    reached: 'the oldest is dropped, and read from the platform if it is needed',
    files: ['lib/idempotency/shared-store.ts'],
    test: [
      'lib/idempotency/shared-store.test.ts',
      'a shared store answers with the latest 200 records that it created, and with the ids of earlier ones',
    ],
  },
  {
    what: 'rate limiter',
    limit: `${count(MAX_CALLERS)} callers; unverified ones count by address`,
    reached: 'the least recently active one has its full allowance again',
    files: ['lib/concurrency/rate-limiter.ts'],
    test: [half, 'made-up keys count by address for --rate-limit: each is not another caller'],
  },
  {
    what: "issuer's keys (`oauth`)",
    limit: `${size(MAX_ISSUER_BYTES)}, ${minutes(KEYS_MAX_AGE_MS)}; one fetch at a time`,
    reached: '503',
    files: [],
    test: [
      'attacks/forged-tokens.test.ts',
      'calls get 503, redirects are not followed and the response size is bounded',
    ],
  },
  {
    what: 'event deliveries in progress',
    limit: `${MAX_DELIVERIES} and ${size(MAX_DELIVERIES_BYTES)} of bodies, reports of calls included; ${size(MAX_DELIVERY_BYTES)} each`,
    reached: '503; 413 for a delivery that is too large',
    files: ['lib/http/permit-pool.ts'],
    test: [half, 'event deliveries and /healthz are answered promptly while 300 deliveries are half sent'],
  },
  {
    what: 'known deliveries and events',
    limit: `${count(MAX_DELIVERY_IDS)} deliveries, ${count(MAX_EVENT_IDS)} events and as many changes`,
    reached: 'the oldest is forgotten',
    files: ['events/replay-guard.ts', 'events/deduplicate.ts'],
    test: [memory, 'a flood of large event deliveries is bounded'],
  },
  {
    what: 'recent events',
    limit: `${count(MAX_EVENTS)} of ${size(MAX_DATA_LENGTH)}, ${MAX_AGE_MS / 24 / 3_600_000} days; ${count(MAX_QUEUED)} that wait for replicas`,
    reached: 'long texts of an event are dropped first; then the oldest event',
    files: ['events/event-buffer.ts', 'events/retry-queue.ts'],
    test: [memory, 'a flood of large event deliveries is bounded'],
  },
  {
    what: 'records that the index reads again',
    limit: `${count(MAX_CHANGED)} that wait; ${count(MAX_RETRIES)} whose request failed; ${count(MAX_UNREADABLE)} calls without a readable transcript; the index: \`--index-max-mib\``,
    reached:
      'the oldest waits for the next reading of its list; with more such calls, no other transcripts are requested; with a larger index, the reading stops',
    files: ['app/mirror/changes.ts', 'app/mirror/reader.ts', 'app/mirror/retries.ts', 'app/mirror/schedule.ts'],
    test: [
      'local-index/changes.test.ts',
      'records that change faster than the index reads them replace the oldest, and each waits once',
    ],
  },
  {
    what: 'polled records',
    limit: `${count(MAX_SNAPSHOT_RECORDS)} of a list, ${count(MAX_RECORD_STATES)} digests`,
    reached: 'only both ends of the list are compared, and this is reported',
    files: ['events/list-snapshot.ts', 'events/snapshot-diff.ts'],
    test: [
      'events/polling.test.ts',
      'finds records added on the %s page of a list longer than a snapshot, and reports the gap',
    ],
  },
  {
    what: 'questions and offers to callers of the voice profile, and their wrong answers',
    limit: `for each credential: ${count(MAX_PROPOSALS)} questions for ${minutes(PROPOSAL_TTL_MS)}, as many last answers for ${minutes(ANSWER_TTL_MS)} and offers for ${minutes(PROPOSAL_TTL_MS)}, and ${count(MAX_FAILED_CALLERS)} callers and calls with wrong answers for ${minutes(ATTEMPTS_TTL_MS)}`,
    reached: 'the oldest is forgotten: the caller is asked again',
    files: ['tools/voice/core/memory.ts'],
    test: [
      'voice/tools/memory.test.ts',
      'the voice profile keeps 10,000 proposals, answers, offers and failed callers each, and drops the oldest for more',
    ],
  },
  {
    what: 'answers to signed messages of Vapi, so that a repeated message is not executed twice',
    limit: `${size(MAX_ANSWERS_BYTES)} for ${minutes(ANSWERS_TTL_MS)}, longer than a signature is valid`,
    reached: 'the oldest is forgotten: the message is handled like a new one, and the same booking is not made twice',
    files: ['transport/voice/signed-answers.ts'],
    test: [
      'voice/transport/signed-answers.test.ts',
      'answers to signed messages are kept only up to a limit, and the oldest are dropped',
    ],
  },
  {
    what: 'confirmations, cursors, request states',
    limit: 'nothing is kept: they are signed',
    reached: '',
    files: [],
  },
  { what: 'missed messages of streams', limit: 'nothing is kept: there is no event store', reached: '', files: [] },
  {
    what: 'log line',
    limit: `${count(MAX_LOGGED_CHARACTERS)} characters of each text; refused deliveries and reports of calls once a minute for each source and reason`,
    reached: 'the rest is cut off',
    files: ['lib/logging/logger.ts', 'lib/logging/log-throttle.ts'],
    test: [kept, 'a log line has at most 4,000 characters of one text, and no part of a secret'],
  },
  {
    what: 'audit log',
    limit: 'two lines for each write in progress; ids are cut at 128 characters',
    reached: 'a write waits for its line',
    files: ['audit/file.ts'],
    test: ['server/audit.test.ts', 'writes whole lines for concurrent writes'],
  },
  {
    what: 'metric labels',
    limit: `no text of a caller; ${count(MAX_BREAKERS)} open circuit breakers are counted`,
    reached: 'further breakers are not counted',
    files: ['metrics/index.ts'],
    test: ['attacks/forged-lines.test.ts', 'the metrics contain no name or label from client input'],
  },
  {
    what: 'secrets of callers that the log redacts',
    limit: `${MAX_CALLER_SECRETS} forms`,
    reached: 'the least recently used is dropped; keys are also recognised by their form',
    files: ['lib/secrets/secret.ts'],
    test: ['lib/secrets.test.ts', 'keeps secrets of the operator registered when callers send many'],
  },
  {
    what: 'time zones',
    limit: `${MAX_ZONES} with ${count(MAX_PERIODS)} periods each`,
    reached: 'the offset is computed again',
    files: ['lib/time/offset.ts'],
    test: ['lib/time-zones.test.ts', 'the offset of each zone is right for more zones than are cached'],
  },
  {
    what: "the platform's server: requests in progress",
    limit: `${count(MAX_CONCURRENT)} and ${size(MAX_CONCURRENT_BYTES)} of bodies; reports of calls: ${size(MAX_CONCURRENT_REPORT_BYTES)}`,
    reached: '503',
    files: [
      'platform/serve.ts',
      'platform/availability/time-holds.ts',
      'platform/store/postgres/queues.ts',
      'platform/store/postgres/engine.ts',
    ],
    test: [half, 'the platform’s server answers promptly while 300 requests to it are half sent'],
  },
  {
    what: "the platform's sign-in",
    limit: `attempts of ${count(MAX_COUNTERS)} addresses; two passwords are hashed at once and 20 wait; ${MAX_USER_SESSIONS} sessions of one user, 12 hours`,
    reached: '429; the oldest session of the user ends',
    files: ['platform/auth/login-throttle.ts'],
    test: ['platform/dashboard.test.ts', 'ends when its user has 20 newer ones'],
  },
  {
    what: 'private calendars of staff members',
    limit: `${MAX_CONCURRENT_CALENDARS} at once, of ${size(MAX_CALENDAR_BYTES)}, ${count(MAX_BLOCKS)} events, ${count(MAX_OCCURRENCES)} occurrences and 10 s of processor time each; ${count(MAX_SPANS)} busy times`,
    reached: 'the calendar counts as unreadable: its last good copy is used for a day',
    files: ['platform/calendars/busy-spans.ts', 'platform/calendars/file-zones.ts', 'platform/calendars/series.ts'],
    test: ['platform/calendars/bounds.test.ts', 'a calendar with %s is unreadable'],
  },
  {
    what: 'calendar feeds',
    limit: `${count(MAX_FEEDS)} of a team, with ${count(MAX_FEED_BOOKINGS)} bookings each; ${count(ADDRESS_LIMIT.count)} requests in ${minutes(ADDRESS_LIMIT.windowMs)} from one address and ${count(TOKEN_LIMIT.count)} in ${minutes(TOKEN_LIMIT.windowMs)} for one feed, counted for ${count(MAX_CALLERS)} of each; ${MAX_CONCURRENT_FEEDS} are built at once and ${MAX_WAITING_FEEDS} wait`,
    reached: '400 for a further feed; the last bookings are omitted, which the calendar states; 429',
    files: ['platform/feeds/serve-feed.ts'],
    test: [
      'platform/feeds/access.test.ts',
      'a feed that is fetched too often answers 429 with Retry-After, and others still answer',
    ],
  },
  {
    what: 'calls that are fetched from vendors',
    limit: `${MAX_CONCURRENT_FETCHES} at once, of ${size(MAX_FETCHED_BYTES)} in responses of ${size(MAX_VENDOR_RESPONSE_BYTES)} each`,
    reached: 'the others wait; a larger one is not fetched, and its call stays without turns',
    files: ['platform/claim-worker.ts'],
    test: ['platform/call-fetches/fetching.test.ts', 'a request is not repeated after: %s'],
  },
  {
    what: 'reports of calls',
    limit: `${size(MAX_REPORT_BYTES)} each; ${count(MAX_REPORTS_OF_CALL)} and ${size(MAX_BYTES_OF_CALL)} of one call are combined; ${count(MAX_KEPT_REPORTS)} of one source that are not understood, for 30 days; ${count(MAX_SOURCES)} sources; one count of refusals for each source and reason`,
    reached: '413; 429 for reports that are not understood; the command refuses another source',
    files: ['platform/intake/limits.ts', 'platform/intake/refusals.ts'],
    test: ['voice/intake/reports.test.ts', 'keeps bodies that are not understood only up to a limit'],
  },
  {
    what: 'traces',
    limit: '`OTEL_BSP_MAX_QUEUE_SIZE` (2,048) spans',
    reached: 'further spans are dropped, and counted in the log',
    files: ['tracing/exporter.ts'],
    test: [
      'tracing/export.test.ts',
      'drops spans beyond the queue size, and logs how many when the collector answers again',
    ],
  },
];
