import type { CallReport } from '../../contract/index.ts';
import { exceededBound, isObject, type JsonObject, setMember } from '../../lib/json.ts';
import type { ParsedReport, Vendor } from './vendors/vendor.ts';

/** Bounds of a body that is parsed: a call of three hours has a tenth. */
const MAX_DEPTH = 32;
const MAX_VALUES = 500_000;
const MAX_MEMBERS = 2_000;

/** Reads a genuine body. One that is no JSON object, or no form, is unknown like any other that is not understood. */
export function readReport(vendor: Vendor, body: string): ParsedReport {
  const isForm = vendor.contentType === 'form' || (vendor.contentType === 'json or form' && !/^\s*\{/.test(body));
  const parsed = isForm ? parseForm(body) : parseJson(body);
  if (typeof parsed === 'string') return { kind: 'unknown', event: null, reason: parsed };
  return vendor.read(parsed);
}

function parseJson(body: string): JsonObject | string {
  const exceeded = exceededBound(body, { depth: MAX_DEPTH, values: MAX_VALUES, members: MAX_MEMBERS });
  if (exceeded) return `The body has too many levels, members or values (${exceeded})`;
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return 'The body is no JSON object';
    return hasUnstorable(body) ? (storable(value) as JsonObject) : value;
  } catch {
    return 'The body is no JSON';
  }
}

/** Fields of a form (`application/x-www-form-urlencoded`). Of a field that occurs twice, the first value counts. */
function parseForm(body: string): JsonObject {
  const fields: JsonObject = {};
  for (const [name, value] of new URLSearchParams(body)) {
    if (!Object.hasOwn(fields, name)) setMember(fields, name, storableText(value));
  }
  return fields;
}

/** Returns a report of fetched values as a database can store it. */
export const storableReport = (report: CallReport): CallReport => storable(report) as CallReport;

/** True for JSON that may have texts with U+0000 or lone surrogates. They are escaped: the body itself is valid UTF-8. */
const hasUnstorable = (body: string) => /\\u(?:0000|d[89a-f])/i.test(body);

/** Copies a value without what a database cannot store: U+0000 and lone surrogates in its texts. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) setMember(copy, storableText(name), storable(member));
  return copy;
}

const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed();
