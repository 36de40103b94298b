import type { CallReport } from '../../contract/index.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import type { ConnectionSettings } from '../outgoing/settings.ts';
import { type PendingFetch, recordFetch } from '../store/calls/call-fetches.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { createFetchJson } from './fetch-json.ts';
import type { FetchSettings } from './fetch-settings.ts';
import { readReport, storableReport } from './read-report.ts';
import { recordCall } from './record-call.ts';
import { VENDORS } from './vendors/index.ts';
import { VendorRequestError } from './vendors/vendor.ts';

interface FetchOptions {
  settings: FetchSettings;
  connection: ConnectionSettings;
  /** Aborts the fetch. */
  signal: AbortSignal;
}

/** Fetches a call that a report announced from its vendor. @throws VendorRequestError if the vendor does not return it. */
export async function fetchCall(
  { vendor: name, body, credential }: PendingFetch,
  { settings, connection, signal: closing }: FetchOptions,
): Promise<CallReport> {
  const vendor = VENDORS[name];
  const parsed = vendor && body !== null ? readReport(vendor, body) : undefined;
  const what = parsed && parsed.kind !== 'unknown' ? parsed.fetch : undefined;
  if (!vendor?.fetchCall || !what) throw new VendorRequestError('There is nothing to fetch any more.', false);
  if (credential === null) throw new VendorRequestError('The source has no API key any more.', false);
  const limit = new AbortController();
  const tooLong = new VendorRequestError(`${name} took too long.`, true);
  const limitTimer = setTimeout(() => limit.abort(tooLong), settings.timeoutMs);
  try {
    const { requestMs: timeoutMs, origins } = settings;
    const signal = AbortSignal.any([closing, limit.signal]);
    const get = createFetchJson({ connection, signal, timeoutMs, origins });
    // Registered, so that logs redact it.
    const key = new Secret(credential);
    return await vendor.fetchCall(what, key.reveal(), get);
  } finally {
    clearTimeout(limitTimer);
  }
}

/** Stores what was fetched, and records the call with it, unless another process fetched it meanwhile. */
export async function recordFetchedCall(
  tx: Db,
  store: Store,
  { pending, workerId, report }: { pending: PendingFetch; workerId: string; report: CallReport },
): Promise<void> {
  const { team_id: teamId, source_id: sourceId } = pending;
  const callReference = pending.call_reference ?? report.call_id;
  const fetched_json = JSON.stringify(storableReport({ ...report, call_id: callReference }));
  const outcome = { status: 'understood', problem: null, next_at: null, fetched_json } as const;
  const isOurs = await recordFetch(tx, { id: pending.id, workerId }, { ...outcome, call_reference: callReference });
  const vendor = VENDORS[pending.vendor];
  if (isOurs && vendor) await recordCall(tx, { teamId, sourceId, vendor, callReference }, await store.now(tx));
}
