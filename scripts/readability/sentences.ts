/** The longest sentence, in words. */
export const MAX_WORDS = 35;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Divides a text into sentences. A colon ends one, too, because readers stop at it; and with `semicolons` a semicolon, as it divides
 * the notes in a cell of a table.
 */
export function sentencesOf(text: string, { semicolons = false } = {}): string[] {
  const end = semicolons ? /(?<=[:;])\s+/ : /(?<=:)\s+/;
  return [...segmenter.segment(text)]
    .flatMap(({ segment }) => segment.split(end))
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** Counts what stands between spaces and contains a letter or a digit. */
export function countWords(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
