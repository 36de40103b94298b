/** Returns names as one phrase: `Ann, Ben and Cy`. Of more than `max`, the others are counted: `Ann, Ben and 3 more`. */
export function joinNames(names: readonly string[], max = 5): string {
  const rest = names.length - max;
  const parts = rest > 0 ? [...names.slice(0, max), `${rest} more`] : names;
  return new Intl.ListFormat('en-GB').format(parts);
}
