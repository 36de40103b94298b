import type { Contact, Read } from '../../contract/index.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { editDistance } from '../../lib/text/edit-distance.ts';

/** Contacts with a similar name that an answer has. */
const MAX_SIMILAR = 3;
/** Words of a name that are compared, and characters of each, because other calls wait meanwhile. */
const MAX_WORDS = 6;
const MAX_LENGTH = 40;
/** One misspelt letter is accepted for as many letters of a word. */
const LETTERS_PER_ERROR = 4;

const wordsOf = (name: string): string[] =>
  normalizeName(name)
    .split(' ')
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_LENGTH));

/** Collects the contacts whose name has a similar word for each word of a misspelt one. */
export function collectSimilar(name: string) {
  const wanted = wordsOf(name);
  const similar: { read: Read<typeof Contact>; errors: number }[] = [];
  return {
    visit(read: Read<typeof Contact>) {
      const { id, name: other } = read.fields;
      // Two words can have found the same contact.
      if (!id || !other || similar.some(({ read: { fields } }) => fields.id === id)) return;
      const known = wordsOf(other);
      let errors = 0;
      for (const word of wanted) {
        const nearest = Math.min(...known.map((one) => editDistance(word, one)));
        if (nearest > Math.floor(word.length / LETTERS_PER_ERROR)) return;
        errors += nearest;
      }
      similar.push({ read, errors });
    },
    nearest: () =>
      similar
        .sort((a, b) => a.errors - b.errors)
        .slice(0, MAX_SIMILAR)
        .map(({ read }) => read),
  };
}

/** Words whose beginnings are searched, and their letters: the first letters of a name are seldom misspelt. */
const MAX_SEARCHED = 2;
const BEGINNING = 3;

/** Returns the beginnings with which a platform finds contacts of a similar name. */
export const beginningsOf = (name: string): string[] =>
  wordsOf(name)
    .filter((word) => word.length > BEGINNING)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_SEARCHED)
    .map((word) => word.slice(0, BEGINNING));
