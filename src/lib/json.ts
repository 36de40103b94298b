/** A JSON object: not null, not an array. */
export type JsonObject = Record<string, unknown>;

/** Sets a member of any name. Assigning to `__proto__` would replace the prototype instead. */
export function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * How deeply JSON from outside may be nested. Recursive code, ours and that of libraries, handles this depth; what
 * clients and platforms send has a tenth of it.
 */
export const MAX_JSON_DEPTH = 100;

/** True if lists and objects in a value are nested more than `levels` deep. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** Bounds of a JSON text. */
interface JsonBounds {
  depth: number;
  /** Number of values. At most one more is counted for each list or object. */
  values?: number;
  /** Members of one object. */
  members?: number;
}

/**
 * Returns which bound a JSON text exceeds, without parsing it: a few megabytes of brackets take a second to parse, and
 * recursive code fails on what results. Says nothing about whether the text is valid.
 */
export function exceededBound(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  const { depth: maxDepth, values: maxValues = Infinity, members: maxMembers = Infinity } = bounds;
  /** Members of each open object; `-Infinity` for a list. */
  const open: number[] = [];
  let [depth, values] = [0, 1];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === RIGHT_BRACKET || code === RIGHT_BRACE) depth--;
    else if (code === COMMA) {
      const members = (open[depth] ?? 0) + 1;
      if (members > maxMembers) return 'members';
      open[depth] = members;
      values++;
    } else if (code === LEFT_BRACKET || code === LEFT_BRACE) {
      if (++depth > maxDepth) return 'depth';
      open[depth] = code === LEFT_BRACE ? 1 : -Infinity;
      values++;
    }
    if (values > maxValues) return 'values';
  }
  return undefined;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns the index of the quotation mark that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
