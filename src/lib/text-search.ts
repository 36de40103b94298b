const ASCII = /^[\0-\x7f]*$/;

/** Removes diacritics and case, so that `muller` finds `Müller`. */
export function normalizeText(text: string): string {
  // Most text is ASCII, and normalization takes ten times as long.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
}

/** Returns the normalized words and "quoted phrases" of a query, without surrounding punctuation. */
export function tokenizeQuery(query: string): string[] {
  const parts = query.match(/"[^"]+"|[^\s"]+/g) ?? [];
  return parts
    .map((part) =>
      normalizeText(part)
        .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
        .replace(/\s+/g, ' '),
    )
    .filter((part) => part !== '');
}

/** Characters of a record that are searched, and of each of its texts that may be a number. */
const MAX_SEARCHED = 100_000;

/**
 * Returns a predicate that is true if the texts contain every term of a query. A number of four digits or more matches
 * with any separators between its digits.
 */
export function createMatcher(query: string): (texts: readonly string[]) => boolean {
  const terms = tokenizeQuery(query);
  const hasPhrases = terms.some((term) => term.includes(' '));
  const digits = query.replace(/[^\d]/g, '');
  const isNumber = digits.length >= 4 && /^[\d\s()+./-]+$/.test(query.trim());
  const number = isNumber ? new RegExp([...digits].join('\\D*')) : undefined;
  return (texts) => {
    if (number && texts.some((text) => number.test(text.slice(0, MAX_SEARCHED)))) return true;
    const normalized = normalizeText(texts.join('\n').slice(0, MAX_SEARCHED));
    const searched = hasPhrases ? normalized.replace(/[^\S\n]+/g, ' ') : normalized;
    return terms.length > 0 && terms.every((term) => searched.includes(term));
  };
}

/** Returns every string in a value, at any depth. */
export function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  collect(value, found);
  return found;
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, found);
}
