import { createHash } from 'node:crypto';
import { nextSlice } from '../../lib/concurrency/slices.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { LARGE_BODY_BYTES } from '../../lib/http/body-receiver.ts';
import { MAX_REPORT_BYTES } from '../../lib/http/body-sizes.ts';
import { BodyTooLargeError, readRequestBody } from '../../lib/http/read-body.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { countUpTo, insertCallReport, sizeOfCall } from '../store/calls/call-reports.ts';
import { acceptedSecrets, findCallSource, updateCallSource } from '../store/calls/call-sources.ts';
import { markChanged } from '../store/change-marker.ts';
import type { CallReportRow, CallSourceRow, Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { type Addressed, addressesOf, decode } from './delivery.ts';
import { MAX_BYTES_OF_CALL, MAX_KEPT_REPORTS, MAX_REPORTS_OF_CALL } from './limits.ts';
import { readReport } from './read-report.ts';
import { rankedReport, recordCall } from './record-call.ts';
import type { RefusalReason, Refusals } from './refusals.ts';
import {
  incomplete,
  notGenuine,
  notUtf8,
  tooLarge,
  tooManyKept,
  unavailable,
  unknownSource,
  wrongMethod,
} from './report-answers.ts';
import { stateOf } from './report-state.ts';
import { VENDORS } from './vendors/index.ts';
import type { ParsedReport, SignatureFailure, Vendor } from './vendors/vendor.ts';

export interface IntakeContext {
  store: Store;
  clock: Clock;
  logger: Logger;
  refusals: Refusals;
  /** The address at which vendors reach this server, without path. Signatures of Twilio cover it. */
  publicUrl?: URL | undefined;
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
  try {
    return await receive(context, sourceId, request, addressed);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    context.logger.warn('a report of a call cannot be stored', { source: sourceId, error });
    return unavailable();
  }
}

async function receive(
  context: IntakeContext,
  sourceId: string,
  request: Request,
  addressed: Addressed,
): Promise<Response> {
  const { store, clock } = context;
  if (request.method !== 'POST') return wrongMethod();
  const source = await store.readUncoordinated((db) => findCallSource(db, sourceId));
  const vendor = source && VENDORS[source.vendor];
  if (!source || !vendor) return unknownSource();
  const now = clock.now();
  const refuse = (reason: RefusalReason, response: Response) => {
    context.refusals.count(source.id, reason, now);
    return response;
  };

  let bytes: Uint8Array;
  try {
    bytes = await readRequestBody(request, MAX_REPORT_BYTES);
  } catch (error) {
    return error instanceof BodyTooLargeError ? refuse('too large', tooLarge()) : refuse('incomplete', incomplete());
  }
  const secrets = await acceptedSecrets(source, () => store.readUncoordinated(store.now));
  const urls = addressesOf(request, addressed, context.publicUrl);
  const failure = vendor.verify({ bytes, headers: request.headers, urls }, secrets, now);
  if (failure) return refuse(REFUSALS[failure], notGenuine(failure));
  const body = decode(bytes);
  if (body === undefined) return refuse('not UTF-8', notUtf8());

  const digest = createHash('sha256').update(bytes).digest('hex');
  const parsed = readReport(vendor, body);
  if (parsed.kind === 'unknown' && parsed.isIrrelevant) {
    return Response.json({ received: true, understood: false, reason: parsed.reason });
  }
  // Other requests are answered between the two parts of a large one.
  if (body.length > LARGE_BODY_BYTES) await nextSlice();
  const stored = await storeReport(context, source, { vendor, parsed, digest, body, now });
  if (stored === 'full') return refuse('too many not understood', tooManyKept());
  if (stored === 'removed') return unknownSource();
  if (stored.understood === false) context.refusals.notUnderstood(source.id);
  return Response.json(
    { received: true, ...stored },
    { status: stored.understood === false && !vendor.expects200 ? 202 : 200 },
  );
}

interface Received {
  vendor: Vendor;
  parsed: ParsedReport;
  digest: string;
  body: string;
  now: number;
}

/** What the answer says beside `received`. */
type Stored =
  | { repeated: true; understood?: undefined }
  | { understood: true; report_id: string; call_id: string | null }
  | { understood: false; report_id: string; reason: string };
/** Why a genuine report was not stored. */
type Unstored = 'full' | 'removed';

/** Stores a report and records its call, in one transaction: what is acknowledged is in the database once. */
function storeReport({ store }: IntakeContext, source: CallSourceRow, received: Received): Promise<Stored | Unstored> {
  const { vendor, digest, body, now } = received;
  return store
    .write(
      async (tx): Promise<Stored> => {
        const { parsed, lastAt } = await fitting(tx, source.id, received);
        const state = stateOf(parsed, source);
        const report: CallReportRow = {
          id: newId('rep'),
          source_id: source.id,
          team_id: source.team_id,
          digest,
          ...state,
          call_id: null,
          // In the order of their arrival, whatever the clock says.
          received_at: Math.max(now, lastAt + 1),
          next_at: state.status === 'pending' ? await store.now(tx) : null,
          attempts: 0,
          leased_by: null,
          leased_until: 0,
          fetched_json: null,
          body,
        };
        if (!(await insertCallReport(tx, report))) return { repeated: true };
        if (!(await updateCallSource(tx, source.id, { last_report_at: now }))) throw new UnstoredError('removed');
        if (state.status === 'pending') markChanged(tx, 'reports');
        if (state.status === 'kept') {
          const kept = await countUpTo(tx, source.id, 'kept', MAX_KEPT_REPORTS + 1);
          if (kept > MAX_KEPT_REPORTS) throw new UnstoredError('full');
          return { understood: false, report_id: report.id, reason: state.problem ?? '' };
        }
        if (parsed.kind !== 'report') return { understood: true, report_id: report.id, call_id: null };
        const call = { teamId: source.team_id, sourceId: source.id, vendor };
        const last = { id: report.id, ...rankedReport(parsed) };
        const recorded = await recordCall(tx, { ...call, callReference: parsed.report.call_id }, now, last);
        return { understood: true, report_id: report.id, call_id: recorded.callId };
      },
      { team: source.team_id },
    )
    .catch((error: unknown) => {
      if (error instanceof UnstoredError) return error.reason;
      throw error;
    });
}

/** Undoes the transaction that would store a report. */
class UnstoredError extends Error {
  override readonly name = 'UnstoredError';
  readonly reason: Unstored;

  constructor(reason: Unstored) {
    super(reason);
    this.reason = reason;
  }
}

/** The parsed report, or that it is not understood because its call has too many reports; and when the last one arrived. */
async function fitting(
  tx: Db,
  sourceId: string,
  { parsed, body }: Received,
): Promise<{ parsed: ParsedReport; lastAt: number }> {
  if (parsed.kind !== 'report') return { parsed, lastAt: 0 };
  const { reports, bytes, lastAt } = await sizeOfCall(tx, sourceId, parsed.report.call_id);
  const isTooMuch = reports >= MAX_REPORTS_OF_CALL || bytes + Buffer.byteLength(body) > MAX_BYTES_OF_CALL;
  if (!isTooMuch) return { parsed, lastAt };
  const reason = `The call has more than ${MAX_REPORTS_OF_CALL} reports, or ${MAX_BYTES_OF_CALL} bytes of them`;
  return { parsed: { kind: 'unknown', event: parsed.event, reason }, lastAt };
}
