import { openToken, sealToken, type TokenScope } from '../../lib/crypto/signed-token.ts';
import type { JsonObject } from '../../lib/json.ts';
import { ToolError } from '../core/errors.ts';
import type { SortKey } from './sort-key.ts';

/** Position at which a search continues. */
export interface Position {
  /** First page of the scan of the platform's list. */
  startPage: number;
  /** Sort key of the last record that was returned; undefined at the start of a scan. */
  after: SortKey | undefined;
}

const scopeOf = (tool: string, filters: JsonObject, signingKey: Buffer): TokenScope => ({
  key: signingKey,
  purpose: 'cursor',
  context: [tool, filters],
});

/**
 * Returns an opaque cursor, which is valid only for the same tool, filters and credential. It is encrypted, because the
 * sort key may be a name or contain a number that the answer masks.
 */
export function makeCursor(
  { startPage, after }: Position,
  tool: string,
  filters: JsonObject,
  signingKey: Buffer,
): string {
  const payload = JSON.stringify(after ? [startPage, after.key, after.id] : [startPage]);
  return sealToken(payload, scopeOf(tool, filters, signingKey));
}

/** @throws ToolError if the cursor was altered, or belongs to another tool, filters or credential. */
export function readCursor(cursor: string, tool: string, filters: JsonObject, signingKey: Buffer): Position {
  const payload = openToken(cursor, scopeOf(tool, filters, signingKey));
  if (payload === undefined) throw foreignCursor();
  const [startPage, key, id] = JSON.parse(payload) as [number, string?, string?];
  return { startPage, after: key === undefined || id === undefined ? undefined : { key, id } };
}

/** Returns the refusal of a cursor that was altered, or belongs to another list. */
export const foreignCursor = () =>
  new ToolError('cursor: it does not belong to this search. Repeat the filters exactly, or begin without cursor.');
