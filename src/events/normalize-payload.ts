import { isObject, type JsonObject } from '../lib/json.ts';
import { KIND_WORDS, type Kind, type PlatformEvent } from './event.ts';

/** Maximum size of a stored record, in characters of JSON. Larger ones lose their long parts, such as transcripts. */
export const MAX_DATA_LENGTH = 8_192;
/** Maximum length of a text in a truncated record, in characters. */
const MAX_TEXT_LENGTH = 500;
/** Identifiers have no spaces and no control characters; a value with spaces is a text. */
const ID = /^[^\s\p{C}]{1,256}$/u;

type KnownKind = Exclude<Kind, 'unknown'>;

/** Fields that only one kind of record has. */
const KIND_FIELDS: Record<KnownKind, readonly string[]> = {
  booking: ['service_id', 'start_time', 'booking_id'],
  call: ['transcript', 'duration_seconds', 'started_at', 'direction', 'call_id'],
  contact: ['email', 'phone', 'contact_id'],
};
const ALL_KINDS = Object.keys(KIND_WORDS) as KnownKind[];
/** An event type in any platform's vocabulary. Longer texts are not event types. */
const EVENT_TYPE = /^[\p{L}\p{N}_.:()/&+-]{1,64}$/u;

/** The type of an event whose notification names none. */
export const UNKNOWN_TYPE = 'unknown';

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : undefined;
const first = (source: JsonObject, names: readonly string[]) =>
  names.map((name) => text(source[name])).find((value) => value !== undefined);

/** The content of a notification. The specification shows neither its field names nor its envelope (Events). */
interface NormalizedEvent extends Omit<PlatformEvent, 'id' | 'receivedAt' | 'source' | 'at'> {
  /** The event's own id. Absent if it could be the record's id. */
  id?: string;
  /** Time of the change, if the notification has it. */
  at?: string;
}

/** Reads a notification tolerantly: each of the usual field names, in each of the usual envelopes. */
export function normalizePayload(body: JsonObject): NormalizedEvent {
  const type = typeOf(body);
  const kindByType = kindOfType(type);
  const { record, nested, kindByField } = recordOf(body, kindByType);
  const kind = kindByField ?? kindByType ?? kindOfRecord(record) ?? 'unknown';
  const recordId = first(record, kind === 'unknown' ? ['id'] : ['id', `${kind}_id`]) ?? first(body, [`${kind}_id`]);
  // In a record without an envelope, `id` and `created_at` are the record's own.
  const id = first(body, ['event_id', 'notification_id', 'message_id', ...(nested ? ['id'] : [])]);
  const at = instantOf(body, ['time', 'timestamp', 'occurred_at', ...(nested ? ['created_at', 'created'] : [])]);
  return {
    type,
    kind,
    ...(id && id !== recordId && ID.test(id) ? { id } : {}),
    ...(at ? { at } : {}),
    ...(recordId && ID.test(recordId) ? { recordId } : {}),
    data: truncateRecord(record),
  };
}

function typeOf(body: JsonObject): string {
  const inner = isObject(body.event) ? [body.event.type, body.event.name] : [];
  const candidates = [body.type, body.event, body.event_type, body.name, body.topic, ...inner];
  return candidates.find((word): word is string => typeof word === 'string' && EVENT_TYPE.test(word)) ?? UNKNOWN_TYPE;
}

/**
 * Returns the record, and its kind if the field that contains it is named after the kind. The event's type takes
 * precedence, because a booking contains a `contact`.
 */
function recordOf(
  body: JsonObject,
  kindByType: KnownKind | undefined,
): { record: JsonObject; nested: boolean; kindByField?: KnownKind } {
  const outer = [body.data, body.payload, body.object, body.record].find(isObject);
  const inner = outer && [outer.object, outer.record].find(isObject);
  const container = inner ?? outer ?? body;
  for (const kind of ALL_KINDS) {
    const record = container[kind];
    if (isObject(record) && (kindByType ?? kindOfRecord(container) ?? kind) === kind)
      return { record, nested: true, kindByField: kind };
  }
  return { record: container, nested: container !== body };
}

function kindOfType(type: string): KnownKind | undefined {
  const words = type.split(/[^\p{L}]+/u);
  return ALL_KINDS.find((kind) => words.some((word) => KIND_WORDS[kind].test(word)));
}

function kindOfRecord(record: JsonObject): KnownKind | undefined {
  return ALL_KINDS.find((kind) => KIND_FIELDS[kind].some((name) => name in record));
}

/** A time without a zone is none: the zone of this server would decide. */
const ZONED = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i;

/** Reads a time in ISO 8601, or in seconds or milliseconds since the epoch. Returns ISO 8601. */
function instantOf(source: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = source[name];
    const isText = typeof value === 'string' && ZONED.test(value);
    const number = typeof value === 'number' ? (value < 1e11 ? value * 1_000 : value) : Date.parse(String(value));
    if ((isText || typeof value === 'number') && Math.abs(number) < 8.64e15) return new Date(number).toISOString();
  }
  return undefined;
}

/** Reduces a large record to its short fields and those of the objects in it, so that many fit into memory. */
export function truncateRecord(record: JsonObject): JsonObject {
  if (JSON.stringify(record).length <= MAX_DATA_LENGTH) return record;
  const short = (source: JsonObject) =>
    Object.entries(source).filter(([, value]) => !(typeof value === 'string' && value.length > MAX_TEXT_LENGTH));
  const fields = short(record).flatMap(([name, value]): [string, unknown][] => {
    if (!isObject(value)) return Array.isArray(value) ? [] : [[name, value]];
    const inner = short(value).filter(([, field]) => field === null || typeof field !== 'object');
    return [[name, Object.fromEntries(inner)]];
  });
  const truncated = Object.fromEntries(fields);
  return JSON.stringify(truncated).length <= MAX_DATA_LENGTH ? truncated : {};
}
