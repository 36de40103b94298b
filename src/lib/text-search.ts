const ASCII = /^[\0-\x7f]*$/;

/** Letters without marks and case, so that `muller` finds `Müller`. */
export function normalizeText(text: string): string {
  // Most text has no other letters, and what follows costs ten times as much.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
}

/** The words and "quoted phrases" of a query, folded, without the punctuation around them. */
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

/** A matcher of texts that hold every term of a query. Numbers of four digits and more are found however they are written. */
export function createMatcher(query: string): (texts: readonly string[]) => boolean {
  const wanted = tokenizeQuery(query);
  const phrases = wanted.some((term) => term.includes(' '));
  const digits = query.replace(/[^\d]/g, '');
  const isNumber = digits.length >= 4 && /^[\d\s()+./-]+$/.test(query.trim());
  // Its digits, whatever stands between them.
  const number = isNumber ? new RegExp([...digits].join('\\D*')) : undefined;
  return (texts) => {
    if (number && texts.some((text) => number.test(text))) return true;
    const folded = normalizeText(texts.join('\n'));
    const all = phrases ? folded.replace(/[^\S\n]+/g, ' ') : folded;
    return wanted.length > 0 && wanted.every((term) => all.includes(term));
  };
}

/** Every string in a value, however deep. */
export function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  collect(value, found);
  return found;
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, found);
}
