import { isObject, type JsonObject } from '../../lib/json.ts';

/** Maximum length of what a client names or chooses as a name: ids, URIs, names, progress tokens. In characters. */
export const MAX_IDENTIFIER_LENGTH = 256;
/** Maximum length of a text that this server has signed and the client returns: cursors, request states. */
export const MAX_SIGNED_LENGTH = 1_024;

/** Paths of identifiers in a JSON-RPC message of MCP, with the maximum length of each. */
const IDENTIFIERS: readonly (readonly [path: string, max: number])[] = [
  ['id', MAX_IDENTIFIER_LENGTH],
  ['method', MAX_IDENTIFIER_LENGTH],
  ['params.name', MAX_IDENTIFIER_LENGTH],
  ['params.uri', MAX_IDENTIFIER_LENGTH],
  ['params.cursor', MAX_SIGNED_LENGTH],
  ['params.requestState', MAX_SIGNED_LENGTH],
  ['params.requestId', MAX_IDENTIFIER_LENGTH],
  ['params.progressToken', MAX_IDENTIFIER_LENGTH],
  ['params._meta.progressToken', MAX_IDENTIFIER_LENGTH],
  ['params.ref.name', MAX_IDENTIFIER_LENGTH],
  ['params.ref.uri', MAX_IDENTIFIER_LENGTH],
  ['params.argument.name', MAX_IDENTIFIER_LENGTH],
];
const SPLIT = IDENTIFIERS.map(([path, max]) => ({ path, max, steps: path.split('.') }));
/** The URIs of `subscriptions/listen`. */
const SUBSCRIBED = 'params.notifications.resourceSubscriptions';

/** An identifier that is too long. */
interface LongIdentifier {
  path: string;
  max: number;
}

/** Finds the first identifier of a message that is too long: a client could make the server keep it. */
export function findLongIdentifier(message: unknown): LongIdentifier | undefined {
  if (!isObject(message)) return undefined;
  const long = SPLIT.find(({ steps, max }) => isLonger(valueAt(message, steps), max));
  if (long) return { path: long.path, max: long.max };
  const subscribed = valueAt(message, SUBSCRIBED.split('.'));
  const isLong = Array.isArray(subscribed) && subscribed.some((uri) => isLonger(uri, MAX_IDENTIFIER_LENGTH));
  return isLong ? { path: SUBSCRIBED, max: MAX_IDENTIFIER_LENGTH } : undefined;
}

/** Returns the JSON-RPC error for such a message, with its HTTP status. */
export function identifierError(message: unknown, { path, max }: LongIdentifier) {
  const id = path !== 'id' && isObject(message) && isRequestId(message.id) ? message.id : null;
  const isInvalidRequest = path === 'id' || path === 'method';
  const kind = isInvalidRequest ? 'Invalid request' : 'Invalid params';
  const error = {
    code: isInvalidRequest ? -32_600 : -32_602,
    message: `${kind}: ${path} has more than ${max} characters. Nothing was done.`,
  };
  return { status: id === null ? 400 : 200, jsonrpc: '2.0' as const, id, error };
}

const isRequestId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number';

const isLonger = (value: unknown, max: number) => typeof value === 'string' && value.length > max;

function valueAt(value: JsonObject, steps: readonly string[]): unknown {
  let current: unknown = value;
  for (const step of steps) {
    if (!isObject(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}
