/** Advice to models at the end of a sentence, which names tools or their arguments. */
const ADVICE = /: [^.:]*\b[a-z]+_[a-z_]+\b[^.:]*\./g;

/** The same as whole sentences. */
const ADVICE_SENTENCE = /(?:^|(?<=\. ))[^.]*\b[a-z]+_[a-z_]+\b[^.]*(?:\. |\.?$)/g;

/** What it is about stands before the colon. */
const ADVICE_FOR = /(?:^|(?<=\. ))For [^.]*\b[a-z]+_[a-z_]+\b[^.]*(?:\. |\.?$)/g;

/** Words of tools, and those of the pages. The last one of several details follows "and". */
const WORDS: readonly [RegExp, string][] = [
  [/, (email|phone)\b(?!, (email|phone)\b)/g, ' and $1'],
  [/\bemail\b/g, 'e-mail address'],
  [/\bphone\b/g, 'telephone number'],
  [/\bbooking(s?)\b/g, 'appointment$1'],
];

/** The facts in the note of a tool, in words for people; empty without a note. */
export function plainNote(note: string | undefined): string {
  const facts = (note ?? '').replace(ADVICE_FOR, '').replace(ADVICE, '.').replace(ADVICE_SENTENCE, '').trim();
  return WORDS.reduce((text, [word, plain]) => text.replace(word, plain), facts);
}

/** Sentences of a message. Empty ones are left out. */
export const joinSentences = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');
