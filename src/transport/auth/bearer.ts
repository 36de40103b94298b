/** The longest token that is looked at, in characters: those of OAuth carry claims. */
const LONGEST = 8 * 1024;

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1); undefined for any other. */
export function bearer(header: string | undefined): string | undefined {
  if (header === undefined || header.length > LONGEST) return undefined;
  return /^bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
}
