import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../lib/json.ts';
import { ToolError } from '../core/errors.ts';
import type { Place } from './order.ts';

/** Where a search goes on. */
export interface Position {
  /** The page of the platform's list that scanning began with. */
  page: number;
  /** The last record given; undefined at the beginning of a part. */
  after: Place | undefined;
}

const CHECK_BYTES = 12;

function check(payload: string, tool: string, filters: JsonObject, key: Buffer): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(filters).sort()))
    .digest('base64url');
  const mac = createHmac('sha256', key)
    .update(JSON.stringify([tool, digest, payload]))
    .digest();
  return mac.subarray(0, CHECK_BYTES).toString('base64url');
}

/** Makes an opaque cursor. It holds for the same tool, the same filters and the same credential, and for nothing else. */
export function makeCursor({ page, after }: Position, tool: string, filters: JsonObject, key: Buffer): string {
  const payload = Buffer.from(JSON.stringify(after ? [page, after.key, after.id] : [page])).toString('base64url');
  return `${payload}.${check(payload, tool, filters, key)}`;
}

/** @throws ToolError when the cursor is not one of ours for this call. */
export function readCursor(cursor: string, tool: string, filters: JsonObject, key: Buffer): Position {
  const [payload = '', mac = ''] = cursor.split('.');
  // Compared as text: decoding would overlook what stands behind the last whole byte.
  const given = Buffer.from(mac);
  const right = Buffer.from(check(payload, tool, filters, key));
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new ToolError(
      'cursor: it does not belong to this search. Repeat the filters exactly, or begin without cursor.',
    );
  }
  const text = Buffer.from(payload, 'base64url').toString('utf8');
  const [page, last, id] = JSON.parse(text) as [number, string?, string?];
  return { page, after: last === undefined || id === undefined ? undefined : { key: last, id } };
}
