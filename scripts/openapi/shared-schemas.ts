import { isDeepStrictEqual } from 'node:util';
import { calendarNoteSchema } from '../../src/contract/index.ts';
import { isObject, type JsonObject } from '../../src/lib/json.ts';
import { callSource } from '../../src/platform/dashboard/endpoints-call-sources.ts';
import { notes, readAs } from '../../src/platform/dashboard/endpoints-imports.ts';
import { listedKey } from '../../src/platform/dashboard/endpoints-keys.ts';
import { type Components, jsonSchemaOf, refTo } from './schemas.ts';

/** What several answers have, as `components.schemas`. */
export const SHARED_SCHEMAS: Components = {
  ApiKeyState: jsonSchemaOf(listedKey(), 'output'),
  CalendarNote: jsonSchemaOf(calendarNoteSchema(), 'output'),
  CallSource: jsonSchemaOf(callSource(), 'output'),
  ImportNotes: jsonSchemaOf(notes(), 'output'),
  ReadAs: jsonSchemaOf(readAs(), 'output'),
};

/** Names these schemas in a part of the document instead of repeating them. */
export const withReferences = (part: JsonObject): JsonObject => replaceShared(part) as JsonObject;

function replaceShared(part: unknown): unknown {
  const [name] = Object.entries(SHARED_SCHEMAS).find(([, shared]) => isDeepStrictEqual(shared, part)) ?? [];
  if (name !== undefined) return refTo('schemas', name);
  if (Array.isArray(part)) return part.map(replaceShared);
  if (!isObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replaceShared(value)]));
}
