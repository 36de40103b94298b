/**
 * Canonical JSON (RFC 8785, JCS): members sorted by UTF-16 code units, without white space. Undefined members are omitted,
 * as `JSON.stringify` does.
 */
export function canonicalJson(value: unknown): string {
  return [...canonicalParts(value)].join('');
}

/** The parts of canonical JSON, in order, for a value that is too large to convert at once. */
export function* canonicalParts(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* canonicalParts(item);
    }
    yield value.length === 0 ? '[]' : ']';
    return;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    yield* canonicalParts(member);
  }
  yield members.length === 0 ? '{}' : '}';
}
