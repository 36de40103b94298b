import type { Endpoint, Read, Resource } from '../contract/index.ts';
import { isObject } from '../lib/json.ts';

/** 202 Accepted (RFC 9110, 15.3.3): the platform has not carried the request out yet. */
const ACCEPTED = 202;

/**
 * Returns whether a successful response confirms a write: it does not postpone it, reports no failure, and has the id of
 * the record, which is the requested one. Only tools know which values it must have.
 * @param requestedId id in the path of the request; undefined if it creates a record.
 */
export function isConfirmed(
  { method, response: { of } }: Endpoint,
  { status, body, record }: { status: number; body: unknown; record: Read<Resource> | undefined },
  requestedId: unknown,
): boolean {
  if (status === ACCEPTED || record === undefined) return false;
  if (reportsFailure(body) || (isObject(body) && reportsFailure(body.data))) return false;
  const { id, deleted } = record.fields as { id?: string | null; deleted?: boolean };
  if (method === 'DELETE' && deleted === false) return false;
  // The specification does not show the response to a deletion.
  if (!id) return method === 'DELETE' || !Object.hasOwn(of.documented, 'id');
  return !isOtherRecord(record, requestedId);
}

/**
 * Returns whether a response has a record other than the requested one. A record without an id may be the requested one:
 * a read reports the missing field.
 * @param requestedId id in the path of the request; undefined if it has none.
 */
export function isOtherRecord({ fields }: Read<Resource>, requestedId: unknown): boolean {
  const { id } = fields as { id?: string | null };
  return Boolean(id) && requestedId !== undefined && id !== requestedId;
}

/** True for `{ "error": "slot_taken" }`, `{ "success": false }` and the like, which some platforms send with status 200. */
function reportsFailure(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { success, ok, error, errors } = body;
  return success === false || ok === false || isStated(error) || isStated(errors);
}

function isStated(error: unknown): boolean {
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
  return Boolean(error);
}
