import {
  INVALID_REQUEST,
  isJSONRPCNotification,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { isObject } from '../../lib/json.ts';
import { findLongIdentifier, identifierError, MAX_IDENTIFIER_LENGTH } from '../limits/identifiers.ts';

/** A JSON-RPC error for a line that is no message; `id` is null if the sender's is unknown (JSON-RPC 2.0, 5.1). */
export interface Refusal {
  jsonrpc: '2.0';
  id: RequestId | null;
  error: { code: number; message: string };
}

/** A line of input: a message, an error to answer with, or a line that expects no answer. */
export type ParsedLine = { message: JSONRPCMessage } | { refusal: Refusal } | { ignored: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses one line, without the newline. */
export function parseMessage(line: Uint8Array): ParsedLine {
  let value: unknown;
  try {
    const text = utf8.decode(line).trim();
    if (text === '') return { ignored: 'an empty line' };
    value = JSON.parse(text);
  } catch {
    // Invalid UTF-8 is refused as well: replacement characters would be written to the platform.
    return refused(PARSE_ERROR, 'Parse error: the line is not JSON in UTF-8', null);
  }
  let message: JSONRPCMessage;
  try {
    message = readMessage(value);
  } catch {
    return notAMessage(value);
  }
  const long = findLongIdentifier(message);
  if (!long) return { message };
  // Only requests are answered.
  if (!('id' in message && 'method' in message)) return { ignored: 'a message with a long identifier' };
  const { status: _, ...refusal } = identifierError(message, long);
  return { refusal };
}

/** Without an id first as a notification: the SDK tries a request, and makes the texts of errors that are dropped. */
const readMessage = (value: unknown): JSONRPCMessage =>
  isObject(value) && !('id' in value) && isJSONRPCNotification(value) ? value : parseJSONRPCMessage(value);

export function refused(code: number, message: string, id: RequestId | null): { refusal: Refusal } {
  return { refusal: { jsonrpc: '2.0', id, error: { code, message } } };
}

function notAMessage(value: unknown): ParsedLine {
  if (Array.isArray(value)) return refused(INVALID_REQUEST, 'Invalid request: batches are not supported', null);
  if (!isObject(value)) return refused(INVALID_REQUEST, 'Invalid request: not a JSON object', null);
  // Answering a response could cause an endless exchange of errors.
  if ('result' in value || 'error' in value) return { ignored: 'a malformed response' };
  const { id } = value;
  const isShort = typeof id === 'string' && id.length <= MAX_IDENTIFIER_LENGTH;
  const known = isShort || typeof id === 'number' ? id : null;
  return refused(INVALID_REQUEST, 'Invalid request: not a JSON-RPC 2.0 request or notification', known);
}
