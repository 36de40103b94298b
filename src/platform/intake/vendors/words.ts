/** Returns the meaning of a vendor's word; undefined for a word that is not in the table, and for a value that is no text. */
export function meaningOf<Meaning>(table: Readonly<Record<string, Meaning>>, word: unknown): Meaning | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
}
