/**
 * Returns whether a header such as `Accept` or `Accept-Encoding` (RFC 9110, 12.5) lists a value by its name with a weight above
 * 0. A range such as `*` does not count: it does not say that the client prefers this value to another one.
 */
export function acceptsByName(header: string | null | undefined, value: string): boolean {
  return (header ?? '').split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === value && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}
