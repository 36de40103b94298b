import type { StatedCaller } from '../../lib/http/request-context.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { isSipAddress } from '../../lib/phone/telephone-address.ts';

/** More calls in one message are refused. A model calls one or two at a time. */
export const MAX_TOOL_CALLS = 16;

export interface VapiToolCall {
  id: string;
  name: string;
  /** Unchecked. */
  args: unknown;
}

interface VapiToolCalls {
  calls: VapiToolCall[];
  caller: StatedCaller;
}

/** Maximum length of an id or a name, in characters. */
const MAX_LENGTH = 200;

/**
 * Reads Vapi's server message `tool-calls` (docs.vapi.ai, Server events). Returns a problem, as a sentence without data of
 * the message, for every other one.
 */
export function readToolCalls(body: unknown): VapiToolCalls | { problem: string } {
  const message = isObject(body) ? own(body, 'message') : undefined;
  if (!isObject(message) || own(message, 'type') !== 'tool-calls') {
    return {
      problem:
        'Only messages of the type tool-calls are answered here. Send other server messages, such as end-of-call-report, to the address of a call source: rcpt-mcp calls sources add vapi makes one.',
    };
  }
  const list = own(message, 'toolCallList') ?? own(message, 'toolCalls');
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_TOOL_CALLS) {
    return { problem: `The field toolCallList must be a list of 1 to ${MAX_TOOL_CALLS} tool calls.` };
  }
  const calls = list.flatMap((entry) => readToolCall(entry) ?? []);
  if (calls.length < list.length) return { problem: 'Each tool call in toolCallList needs an id and a name.' };
  return { calls, caller: readCaller(message) };
}

/** Reads `{id, name, parameters}`, or the form of OpenAI: `{id, type: "function", function: {name, arguments}}`. */
function readToolCall(entry: unknown): VapiToolCall | undefined {
  if (!isObject(entry)) return undefined;
  const nested = own(entry, 'function');
  const called = isObject(nested) ? nested : entry;
  const [id, name] = [own(entry, 'id'), own(called, 'name')];
  if (!isShortText(id) || !isShortText(name)) return undefined;
  return { id, name, args: readArguments(own(called, 'arguments') ?? own(called, 'parameters')) };
}

/** Arguments are an object, or an object as JSON text. */
function readArguments(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // The tool refuses a text.
    return value;
  }
}

/**
 * Reads who calls. A web call has no telephone number: what stands there can be from the page that started it. In an address of
 * SIP, the caller has chosen the number.
 */
function readCaller(message: JsonObject): StatedCaller {
  const call = objectIn(message, 'call');
  const id = own(call, 'id');
  const callIds = id === undefined ? [] : [id];
  if (own(call, 'type') === 'webCall') return { callIds, numbers: [null] };
  const stated = [objectIn(call, 'customer'), objectIn(message, 'customer')].map((customer) => own(customer, 'number'));
  const numbers = stated.filter((number) => number !== undefined);
  return { callIds, numbers: numbers.map((number) => (isSipAddress(number) ? null : number)) };
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;

function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function objectIn(value: JsonObject, key: string): JsonObject {
  const inner = own(value, key);
  return isObject(inner) ? inner : {};
}
