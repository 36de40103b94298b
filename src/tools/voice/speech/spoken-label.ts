import { withoutDelimiters } from '../../../lib/text/sentence.ts';
import { isAscii } from '../../../lib/text/text.ts';

/** Names of services and people are longer only by mistake. In characters. */
const MAX_LENGTH = 80;

/** Emoji, and signs such as ™ and ★. Those that are read aloud as words stay. */
const PICTURES = /(?![°№℃℉])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{So})/gu;
/** Invisible characters of emoji. The joiner is also one of words in Indic scripts. */
const JOINERS = /\u20e3|\ufe0e|\ufe0f|(?<=\s)\u200d|\u200d(?=\s)/g;
const LINK = /\[([^\][]*)\]\([^()\s]*\)/g;
const TAG = /<\/?[a-z][^<>]{0,200}>/gi;
const ENTITY = /&(?:#\d{1,6}|#x[\da-f]{1,6}|[a-z]{2,8});/gi;
/** Marks of Markdown. A number follows `#` in "#1", and `_` within a word is a part of it. */
const MARKS = /[*~`|\\]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|(?:^|\s)#+(?=\s)/gu;
const ELLIPSIS = /…|\.{2,}/g;
/** What a removed word leaves before the end, or a cut before the next word. */
const LOOSE_END = /[\s,;:/&+–—-]+$/u;

/**
 * Returns a name of the business, or a reason in its words, as a part of a spoken sentence. This is the only place that decides what
 * can be said: no emoji, markup or ellipsis, no quotation marks and brackets, one line, whole words of at most 80 characters. Empty
 * if nothing of it can be said.
 */
export function spokenLabel(text: string): string {
  const words = text
    .replace(LINK, '$1')
    .replace(TAG, ' ')
    .replace(ENTITY, (entity) => (entity.toLowerCase() === '&amp;' ? '&' : ' '))
    .replace(ELLIPSIS, ' ')
    .replace(MARKS, ' ');
  const said = withoutDelimiters(isAscii(words) ? words : words.replace(PICTURES, ' ').replace(JOINERS, ''));
  return shortened(said.replace(/\s+(?=[,;:.!?])/g, '')).replace(LOOSE_END, '');
}

/** Cuts a text after a word. A word that is longer itself is cut, never inside a surrogate pair. */
function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const start = text.slice(0, MAX_LENGTH + 1);
  const end = start.lastIndexOf(' ');
  return end > 0 ? start.slice(0, end) : start.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
