import { createHash } from 'node:crypto';
import { DatabaseError } from '../../lib/database-error.ts';
import { BodyTooLargeError, readRequestBody } from '../../lib/http/read-body.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { countUpTo, insertCallReport } from '../store/call-reports.ts';
import { findCallSource, secretsOf, updateCallSource } from '../store/call-sources.ts';
import { markChanged } from '../store/change-marker.ts';
import type { CallReportRow, CallSourceRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { readReport } from './read-report.ts';
import { recordCall } from './record-call.ts';
import type { RefusalReason, Refusals } from './refusals.ts';
import { stateOf } from './report-state.ts';
import { VENDORS } from './vendors/index.ts';
import type { Reading, SignatureFailure } from './vendors/vendor.ts';

/** Maximum size of a delivery, in bytes: a call of three hours with the time of each word has about one million. */
export const MAX_REPORT_BYTES = 2 * 1024 * 1024;
/** Reports of one source that are kept although they are not understood. */
export const MAX_KEPT_REPORTS = 500;

export interface IntakeContext {
  store: Store;
  clock: Clock;
  logger: Logger;
  refusals: Refusals;
  /** The address at which vendors reach this server, without path. Signatures of Twilio cover it. */
  publicUrl?: URL | undefined;
}

/** Where a request was sent: its protocol is that of the client, as a trusted proxy states it. */
export interface Addressed {
  protocol?: string | undefined;
}

const REFUSALS: Record<SignatureFailure, RefusalReason> = {
  'no signature': 'no signature',
  'malformed headers': 'malformed signature',
  clock: 'timestamp outside of the window',
  signature: 'wrong signature',
};

/**
 * Handles `POST /api/intake/{source_id}`: verifies a delivery over its raw bytes, stores it, and records the call that it is
 * about, in one transaction before the answer. A delivery that was received before changes nothing.
 */
export async function receiveReport(
  context: IntakeContext,
  sourceId: string,
  request: Request,
  addressed: Addressed,
): Promise<Response> {
  const { store, clock, refusals } = context;
  if (request.method !== 'POST')
    return answer(405, 'method_not_allowed', 'Reports of calls are POST requests.', { allow: 'POST' });
  const source = await store.readUncoordinated((db) => findCallSource(db, sourceId));
  const vendor = source && VENDORS[source.vendor];
  if (!source || !vendor) return answer(404, 'not_found', 'There is no such source of calls. Nothing was stored.');
  const now = clock.now();
  const refuse = (reason: RefusalReason, response: Response) => {
    refusals.count(source.id, reason, now);
    context.logger.info('a report of a call was refused', { source: source.id, reason });
    return response;
  };

  let bytes: Uint8Array;
  try {
    bytes = await readRequestBody(request, MAX_REPORT_BYTES);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return refuse('too large', tooLarge());
    return refuse('incomplete', answer(400, 'bad_request', 'The body is incomplete. Nothing was stored.'));
  }
  const secrets = secretsOf(source, await store.readUncoordinated(store.now)).map(({ value }) => value);
  const urls = addressesOf(request, addressed, context.publicUrl);
  const failure = vendor.verify({ bytes, headers: request.headers, urls }, secrets, now);
  if (failure) return refuse(REFUSALS[failure], notGenuine(failure));
  const body = decode(bytes);
  if (body === undefined)
    return refuse('not UTF-8', answer(400, 'bad_request', 'The body is no text in UTF-8. Nothing was stored.'));

  const reading = readReport(vendor, body);
  const digest = createHash('sha256').update(bytes).digest('hex');
  try {
    const stored = await storeReport(context, source, { reading, digest, body, now });
    if (stored === 'full') return refuse('too many not understood', tooManyKept());
    return Response.json(
      { received: true, ...stored },
      { status: stored.understood === false && !vendor.expects200 ? 202 : 200 },
    );
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    context.logger.error('a report of a call cannot be stored', { source: source.id, error });
    return answer(503, 'unavailable', 'The report cannot be stored now. Send it again.', { 'retry-after': '10' });
  }
}

interface Received {
  reading: Reading;
  digest: string;
  body: string;
  now: number;
}

/** What the answer says beside `received`. */
type Stored =
  | { repeated: true; understood?: undefined }
  | { understood: true; report_id: string; call_id: string | null }
  | { understood: false; report_id: string; reason: string };

/** Stores a report and records its call, in one transaction: what is acknowledged is in the database once. */
function storeReport(
  { store }: IntakeContext,
  source: CallSourceRow,
  { reading, digest, body, now }: Received,
): Promise<Stored | 'full'> {
  const state = stateOf(reading, source);
  return store
    .write(
      async (tx): Promise<Stored | 'full'> => {
        const report: CallReportRow = {
          id: newId('rep'),
          source_id: source.id,
          team_id: source.team_id,
          digest,
          ...state,
          call_id: null,
          received_at: now,
          next_at: state.status === 'pending' ? await store.now(tx) : null,
          attempts: 0,
          leased_by: null,
          leased_until: 0,
          fetched_json: null,
          body,
        };
        if (!(await insertCallReport(tx, report))) return { repeated: true };
        await updateCallSource(tx, source.id, { last_report_at: now });
        if (state.status === 'pending') markChanged(tx);
        if (state.status === 'kept') {
          const kept = await countUpTo(tx, source.id, 'kept', MAX_KEPT_REPORTS + 1);
          if (kept > MAX_KEPT_REPORTS) throw new TooManyKeptError();
          return { understood: false, report_id: report.id, reason: state.problem ?? '' };
        }
        if (state.call_reference === null) return { understood: true, report_id: report.id, call_id: null };
        const call = { teamId: source.team_id, sourceId: source.id, vendor: vendorOf(source) };
        const recorded = await recordCall(tx, { ...call, callReference: state.call_reference }, now);
        return { understood: true, report_id: report.id, call_id: recorded.callId };
      },
      { team: source.team_id },
    )
    .catch((error: unknown) => {
      if (error instanceof TooManyKeptError) return 'full' as const;
      throw error;
    });
}

/** Undoes the transaction that would keep one report too many. */
class TooManyKeptError extends Error {
  override readonly name = 'TooManyKeptError';
}

function vendorOf(source: CallSourceRow) {
  const vendor = VENDORS[source.vendor];
  if (!vendor) throw new Error(`no adapter for ${source.vendor}`);
  return vendor;
}

/** The addresses that the vendor may have used: a proxy may have changed the host and the protocol. */
function addressesOf(request: Request, { protocol }: Addressed, publicUrl: URL | undefined): string[] {
  const { host, pathname, search } = new URL(request.url);
  const path = pathname + search;
  const bases = [
    ...(publicUrl ? [publicUrl.href.replace(/\/$/, '')] : []),
    ...(protocol ? [`${protocol}//${host}`] : []),
    `https://${host}`,
    `http://${host}`,
  ];
  return [...new Set(bases.map((base) => base + path))];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of a body that every database can store. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

const notGenuine = (failure: SignatureFailure) =>
  answer(
    401,
    'unauthorized',
    failure === 'clock'
      ? 'The report is too old, or a clock is wrong. Nothing was stored.'
      : 'The report could not be verified with the secret of this source. Nothing was stored.',
  );
const tooManyKept = () =>
  answer(
    429,
    'too_many',
    `This source has sent ${MAX_KEPT_REPORTS} reports that are not understood. Nothing was stored. The operator sees them with rcpt-mcp calls sources log.`,
    { 'retry-after': '3600' },
  );
// Closes the connection, because the rest of the body is not read.
const tooLarge = () =>
  answer(413, 'too_large', `A report has at most ${MAX_REPORT_BYTES} bytes. Nothing was stored.`, {
    connection: 'close',
  });

function answer(status: number, error: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error, message }, { status, headers });
}
