import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { isObject } from '../../lib/json.ts';

/** A JSON-RPC error for what could not be taken; `id` is null where the sender's is not known (JSON-RPC 2.0, 5.1). */
export interface Refusal {
  jsonrpc: '2.0';
  id: RequestId | null;
  error: { code: number; message: string };
}

/** What a line of input is: a message, what to answer instead, or nothing that anybody waits for. */
export type Frame = { message: JSONRPCMessage } | { refusal: Refusal } | { ignored: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads one line, without its end.
 * @param known says of a value that it is a message, if it knows: looking at it with the SDK's schemas takes longer.
 */
export function readFrame(line: Uint8Array, known?: (value: unknown) => boolean): Frame {
  let value: unknown;
  try {
    const text = utf8.decode(line).trim();
    if (text === '') return { ignored: 'an empty line' };
    value = JSON.parse(text);
  } catch {
    // Bytes that are not UTF-8 are refused as well: replaced characters would be written to the platform.
    return refused(PARSE_ERROR, 'Parse error: the line is not JSON in UTF-8', null);
  }
  if (known?.(value)) return { message: value as JSONRPCMessage };
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return notAMessage(value);
  }
}

export function refused(code: number, message: string, id: RequestId | null): { refusal: Refusal } {
  return { refusal: { jsonrpc: '2.0', id, error: { code, message } } };
}

function notAMessage(value: unknown): Frame {
  if (Array.isArray(value)) return refused(INVALID_REQUEST, 'Invalid request: batches are not supported', null);
  if (!isObject(value)) return refused(INVALID_REQUEST, 'Invalid request: not a JSON object', null);
  // An answer to an answer would go back and forth for ever.
  if ('result' in value || 'error' in value) return { ignored: 'a response that is none' };
  const { id } = value;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return refused(INVALID_REQUEST, 'Invalid request: not a JSON-RPC 2.0 request or notification', known);
}
