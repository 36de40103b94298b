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
