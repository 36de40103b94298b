/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|sr|sra|srta|dra|sig|dott|mme|mlle|hr|fr|nr|no|approx|ca|bzw|inkl|vs|jr|z|tel)\.$/iu;
/** `a.m.` ends a sentence only before a capital letter. */
const HALF_OF_DAY = /\b[ap]\.\s?m\.$/iu;
/**
 * Where a sentence can end. Begins with the first of several signs: from each of them on, a text of nothing but full stops
 * would take seconds.
 */
const END = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|\n+/gu;
/** Text without punctuation, as speech recognition may write it, is cut into pieces. In characters. */
const MAX_SENTENCE_LENGTH = 400;

/** Splits a text into sentences, each with its final punctuation. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const push = (end: number) => {
    const sentence = text.slice(start, end).trim();
    if (sentence !== '') sentences.push(...pieces(sentence));
    start = end;
  };
  for (const { 0: found, index } of text.matchAll(END)) {
    const end = index + found.length;
    const soFar = text.slice(Math.max(start, end - 12), end);
    if (ABBREVIATION.test(soFar)) continue;
    if (HALF_OF_DAY.test(soFar) && !/^\s+\p{Lu}/u.test(text.slice(end, end + 4))) continue;
    push(end);
  }
  push(text.length);
  return sentences;
}

function pieces(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_SENTENCE_LENGTH) {
    const head = rest.slice(0, MAX_SENTENCE_LENGTH);
    const at = Math.max(
      head.lastIndexOf(', '),
      MAX_SENTENCE_LENGTH / 2 < head.lastIndexOf(' ') ? head.lastIndexOf(' ') : 0,
    );
    const end = at > MAX_SENTENCE_LENGTH / 2 ? at + 1 : MAX_SENTENCE_LENGTH;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, rest];
}
