import { normalizeName } from '../../lib/search/text-search.ts';
import { joinedNumbers } from './number-words.ts';
import { withoutPoliteness } from './small-words.ts';

/** Normalizes what a caller says of days and times, as their parsers expect it: politeness is left out, and "fuenf" is "fünf". */
export const normalizeSaid = (text: string): string =>
  normalizeName(joinedNumbers(withoutPoliteness(text))).replace(/(?<=f)ue(?=nf)|(?<=zw)oe(?=lf)/g, (vowel) =>
    vowel === 'ue' ? 'u' : 'o',
  );
