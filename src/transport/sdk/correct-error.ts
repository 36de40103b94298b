import { randomUUID } from 'node:crypto';
import { type JSONRPCMessage, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { formatPath } from '../../lib/field-path.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { truncate } from '../../lib/text/text.ts';

/** Issues that a message lists. */
const MAX_ISSUES = 3;
/** Maximum length of an issue, in characters. */
const MAX_ISSUE_LENGTH = 120;

/** What the SDK writes before the issues of a tool call. */
const OF_TOOL_CALL = 'Invalid tools/call request: ';

/**
 * Corrects an error that the SDK makes of an exception: code -32603 with the exception's message. If `params` do not fit
 * their schema, the code is -32602 (JSON-RPC 2.0, 5.1) and the message names the fields, also for a tool call, to which the
 * SDK gives that code itself. The message of any other exception goes to the log, under an id. Errors with `data` are this
 * program's own.
 */
export function correctError(message: JSONRPCMessage, logger: Logger): JSONRPCMessage {
  if (!('error' in message) || !isObject(message.error)) return message;
  const { code, message: text, data } = message.error;
  const raw = String(text).replace(OF_TOOL_CALL, '');
  if (data !== undefined || (code !== ProtocolErrorCode.InternalError && raw === text)) return message;
  return { ...message, error: explain(raw, logger) };
}

function explain(text: string, logger: Logger): { code: number; message: string } {
  const issues = schemaIssues(text);
  if (issues) return { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${describe(issues)}` };
  const id = randomUUID();
  logger.error('internal error', { error_id: id, error: text });
  const message = `Internal error ${id}. The server's log has the details under this id.`;
  return { code: ProtocolErrorCode.InternalError, message };
}

interface SchemaIssue {
  path: readonly PropertyKey[];
  /** The type, of a value that has another one or is missing. */
  expected?: unknown;
  message: string;
}

/** Returns the issues that zod serialises as the message of its error; undefined for any other text. */
function schemaIssues(text: string): SchemaIssue[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length > 0 && value.every(isIssue) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isIssue = (value: unknown): value is SchemaIssue & JsonObject =>
  isObject(value) && Array.isArray(value.path) && typeof value.message === 'string';

function describe(issues: readonly SchemaIssue[]): string {
  const lines = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, expected, message }) =>
      truncate(`${formatPath(path)}: ${expected ? `must be ${expected}` : message}`, MAX_ISSUE_LENGTH),
    );
  const more = issues.length - lines.length;
  return `${lines.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
