import { type JsonObject, setMember } from '../../../lib/json.ts';

/** More than forms of telephone systems have. */
const MAX_PAIRS = 500;

/** Returns the pairs of a body in form encoding, in their order; undefined if there are more than any form has. */
export function formPairs(bytes: Uint8Array): [name: string, value: string][] | undefined {
  let separators = 0;
  for (const byte of bytes) if (byte === AMPERSAND && ++separators >= MAX_PAIRS) return undefined;
  return [...new URLSearchParams(Buffer.from(bytes).toString('utf8'))];
}

const AMPERSAND = 0x26;

/** Returns the fields of a form. Of a name that occurs more than once, the first value counts. */
export function formFields(bytes: Uint8Array): JsonObject {
  const fields: JsonObject = {};
  for (const [name, value] of formPairs(bytes) ?? []) if (!Object.hasOwn(fields, name)) setMember(fields, name, value);
  return fields;
}
