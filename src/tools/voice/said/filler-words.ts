/** Sounds and words that say nothing of a time, in all languages, normalized. "Um" is a preposition in German, and "oh" a zero. */
const FILLERS = [
  'u+h+m*|erm|e+uh+|[ae]+h+m?|o+hm|hm+|mm+|oh(?=,)|^er|er(?=,)|^e(?=,)',
  'um(?=,| (?:the|next|this|on|at|maybe|to(?:day|morrow)|[a-z]+day)\\b)',
  'maybe|vielleicht|peut etre|quizas?|tal vez|forse|magari|talvez',
].join('|');
/** What is said before a time, or before what is chosen, in all languages. */
const AHEAD = [
  '(?:yes|yeah|okay|ok|well|ja|also|dann|oui|bon|alors|bueno|pues|si(?! (?:poss|es|puede))|allora|sim|entao)\\b',
  '(?:so|right|nein|non?|nao)(?=[,.!])',
  '(?:ill|i will|well|lets) (?:take|have|choose|go (?:with|for)|say)',
  '(?:id|i would) like|i want|give me|how about|(?:id |i would |je )?pref\\S+',
  'ich (?:nehme|mochte|hatte gerne?)|nehmen wir|sagen wir|am liebsten',
  'je (?:prends|choisis|voudrais)|jaimerais|on prend|disons',
  'qu(?:iero|ero)(?! d)|qu(?:isiera|eria)|me (?:quedo con|gustaria)|elijo|di(?:gamos|ciamo)',
  'prendo|vorrei|scelgo|gostaria de|escolho|fico com|pode ser',
].join('|');
/** The same behind it. "Wie es geht" is a time. */
const BEHIND = [
  'if possible|would be great|works(?: for me)?|actually|sorry|instead|then',
  'wenn(?:s| es)? geht|wenn moglich|passt(?: mir)?(?: besser)?|(?<!es )geht',
  's[ie] (?:es )?pos\\S+|me va bien|me viene bien|mi va bene',
].join('|');

const SOUND = new RegExp(`(?<![\\p{L}\\d])(?:${FILLERS})(?![\\p{L}\\d])[,.]* ?`, 'gu');
const LEADING = new RegExp(`^[¿¡]*(?:(?:${AHEAD})[,.!]* (?=\\S))+`);
const TRAILING = new RegExp(`(?<=\\S)(?:,? (?:${BEHIND}))+$`);
/** A number with a point is a day in German. */
const MARKS = /(?<![,!?])[,!?]+$|(?<![\d.])\.+$/;

/**
 * Returns a text without the sounds and words that a caller says before a time, behind it and in it, and that say nothing of it. A text of
 * such words alone stays as it is.
 * @param text normalized
 */
export const withoutFillers = (text: string): string =>
  text
    .replace(SOUND, '')
    .trim()
    .replace(MARKS, '')
    .replace(LEADING, '')
    .replace(TRAILING, '')
    .replace(/^[¿¡]+/, '') || text;
