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
 * Returns true if objects and arrays are nested deeper than `max`. JSON.parse accepts any depth, while code that visits
 * members recursively, JSON.stringify included, exhausts the stack at some thousand levels.
 */
export function isDeeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((item): item is object => typeof item === 'object' && item !== null);
    if (containers.length > 0 && depth >= max) return true;
    level = containers.flatMap((item) => Object.values(item) as unknown[]);
  }
  return false;
}
