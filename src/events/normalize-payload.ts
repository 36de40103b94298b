import { isObject, type JsonObject } from '../lib/json.ts';
import type { Kind, PlatformEvent } from './event.ts';

/** Records larger than this are kept without their long parts (transcripts), in characters of JSON. */
const MAX_DATA = 8_192;
/** Of what is left then, no text is longer. */
const MAX_TEXT = 500;
/** Identifiers have no spaces: what has some is a text. */
const ID = /^\S{1,256}$/u;

type Known = Exclude<Kind, 'unknown'>;

/** Words that platforms use for their records. */
const KIND_WORDS: Record<Known, RegExp> = {
  booking: /^(booking|appointment|reservation)s?$/i,
  call: /^(call|conversation)s?$/i,
  contact: /^(contact|customer)s?$/i,
};
/** Fields that only one kind of record has. */
const KIND_FIELDS: Record<Known, readonly string[]> = {
  booking: ['service_id', 'start_time', 'booking_id'],
  call: ['transcript', 'duration_seconds', 'started_at', 'direction', 'call_id'],
  contact: ['email', 'phone', 'contact_id'],
};
const ALL_KINDS = Object.keys(KIND_WORDS) as Known[];
/** A few words of somebody's vocabulary: what is longer is no event type. */
const TYPE = /^[\p{L}\p{N}_.:()/&+-]{1,64}$/u;

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : undefined;
const first = (source: JsonObject, names: readonly string[]) =>
  names.map((name) => text(source[name])).find((value) => value !== undefined);

/** What a notification says, wherever it says it: the specification shows neither names nor payload (Events). */
export interface NormalizedEvent extends Omit<PlatformEvent, 'id' | 'receivedAt' | 'source' | 'at'> {
  /** The event's own id, where there is one that is surely not the record's. */
  id?: string;
  /** When it happened; undefined when the notification does not say. */
  at?: string;
}

/** Reads a notification tolerantly: under each of the usual names, in each of the usual envelopes. */
export function normalizePayload(body: JsonObject): NormalizedEvent {
  const type = typeOf(body);
  const said = kindOfType(type);
  const { record, nested, named } = recordOf(body, said);
  const kind = named ?? said ?? kindOfRecord(record) ?? 'unknown';
  const recordId = first(record, kind === 'unknown' ? ['id'] : ['id', `${kind}_id`]) ?? first(body, [`${kind}_id`]);
  // Of a record without an envelope, `id` and `created_at` are the record's own.
  const id = first(body, ['event_id', 'notification_id', 'message_id', ...(nested ? ['id'] : [])]);
  const at = instantOf(body, ['time', 'timestamp', 'occurred_at', ...(nested ? ['created_at', 'created'] : [])]);
  return {
    type,
    kind,
    ...(id && ID.test(id) ? { id } : {}),
    ...(at ? { at } : {}),
    ...(recordId && ID.test(recordId) ? { recordId } : {}),
    data: bounded(record),
  };
}

function typeOf(body: JsonObject): string {
  const inner = isObject(body.event) ? [body.event.type, body.event.name] : [];
  const said = [body.type, body.event, body.event_type, body.name, body.topic, ...inner];
  return said.find((word): word is string => typeof word === 'string' && TYPE.test(word)) ?? 'unknown';
}

/** The record, and its kind where the field that holds it is named after it: a booking has a `contact`, and is none. */
function recordOf(body: JsonObject, said: Known | undefined): { record: JsonObject; nested: boolean; named?: Known } {
  const outer = [body.data, body.payload, body.object, body.record].find(isObject);
  const inner = outer && [outer.object, outer.record].find(isObject);
  const holder = inner ?? outer ?? body;
  for (const kind of ALL_KINDS) {
    const record = holder[kind];
    if (isObject(record) && (said ?? kindOfRecord(holder) ?? kind) === kind)
      return { record, nested: true, named: kind };
  }
  return { record: holder, nested: holder !== body };
}

function kindOfType(type: string): Known | undefined {
  const words = type.split(/[^\p{L}]+/u);
  return ALL_KINDS.find((kind) => words.some((word) => KIND_WORDS[kind].test(word)));
}

function kindOfRecord(record: JsonObject): Known | undefined {
  return ALL_KINDS.find((kind) => KIND_FIELDS[kind].some((name) => name in record));
}

/** A time as ISO 8601, or as seconds or milliseconds since the epoch. */
function instantOf(source: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = source[name];
    const number = typeof value === 'number' ? (value < 1e11 ? value * 1_000 : value) : Date.parse(String(value));
    if ((typeof value === 'string' || typeof value === 'number') && Math.abs(number) < 8.64e15)
      return new Date(number).toISOString();
  }
  return undefined;
}

/** A record, small enough to keep many: of a large one the short fields, and those of the person in it. */
export function bounded(record: JsonObject): JsonObject {
  if (JSON.stringify(record).length <= MAX_DATA) return record;
  const short = (source: JsonObject) =>
    Object.entries(source).filter(([, value]) => !(typeof value === 'string' && value.length > MAX_TEXT));
  const kept = short(record).flatMap(([name, value]): [string, unknown][] => {
    if (!isObject(value)) return Array.isArray(value) ? [] : [[name, value]];
    const inner = short(value).filter(([, field]) => field === null || typeof field !== 'object');
    return [[name, Object.fromEntries(inner)]];
  });
  const small = Object.fromEntries(kept);
  return JSON.stringify(small).length <= MAX_DATA ? small : {};
}
