import { signToken, type TokenScope, verifyToken } from '../../lib/crypto/signed-token.ts';
import type { JsonObject } from '../../lib/json.ts';
import { ToolError } from '../core/errors.ts';
import type { SortKey } from './sort-key.ts';

/** Where a search goes on. */
export interface Position {
  /** The page of the platform's list that scanning began with. */
  page: number;
  /** The last record given; undefined at the beginning of a part. */
  after: SortKey | undefined;
}

const scopeOf = (tool: string, filters: JsonObject, key: Buffer): TokenScope => ({
  key,
  purpose: 'cursor',
  context: [tool, filters],
});

/** Makes an opaque cursor. It holds for the same tool, the same filters and the same credential, and for nothing else. */
export function makeCursor({ page, after }: Position, tool: string, filters: JsonObject, key: Buffer): string {
  const payload = JSON.stringify(after ? [page, after.key, after.id] : [page]);
  return signToken(Buffer.from(payload).toString('base64url'), scopeOf(tool, filters, key));
}

/** @throws ToolError when the cursor is not one of ours for this call. */
export function readCursor(cursor: string, tool: string, filters: JsonObject, key: Buffer): Position {
  const payload = verifyToken(cursor, scopeOf(tool, filters, key));
  if (payload === undefined) {
    throw new ToolError(
      'cursor: it does not belong to this search. Repeat the filters exactly, or begin without cursor.',
    );
  }
  const text = Buffer.from(payload, 'base64url').toString('utf8');
  const [page, last, id] = JSON.parse(text) as [number, string?, string?];
  return { page, after: last === undefined || id === undefined ? undefined : { key: last, id } };
}
