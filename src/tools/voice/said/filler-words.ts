/** Sounds and words that say nothing of a time, in all languages, normalized. "Um" is a preposition in German, and "oh" a zero. */
const FILLERS = [
  'u+h+m*|erm|e+uh+|[ae]+h+m?|o+hm|hmm*|mm+|oh(?=,)|^er|er(?=,)|^e(?=,)',
  'um(?=,| (?:the|next|this|on|at|maybe|to(?:day|morrow|night)|[a-z]+day)\\b)',
  'maybe|perhaps|vielleicht|eventuell|peut etre|quizas?|tal vez|forse|magari|talvez',
].join('|');
/** What is said before a time, or before what is chosen, in all languages. */
const AHEAD = [
  '(?:yes|yeah|okay|ok|well|ja|also|dann|oui|bon|alors|bueno|pues|si(?! (?:possible|es|se|puede))|allora|sim|entao)\\b',
  '(?:so|no|right|sure|great|nein|na|gut|non|bien|bene|nao|bom)(?=[,.!])',
  '(?:ill|i will|well|we will|lets|(?:can|could) (?:i|we)) (?:take|have|choose|go (?:with|for)|say|do|try|come)',
  'id (?:like|prefer)|i would (?:like|prefer)|i want|give me|(?:how|what) about|let me (?:see|think)|preferably',
  'ich (?:nehme|mochte|hatte gerne?|will)|nehmen wir|sagen wir(?: mal)?|am liebsten|wie war(?:e es|s)(?: mit)?',
  'je (?:prends|choisis|prefere|voudrais)|jaimerais|on prend|disons|de preference|si possible',
  'quiero(?! decir)|quisiera|prefiero|elijo|me (?:quedo con|gustaria)|digamos|que tal',
  'prendo|vorrei|prefer(?:isco|irei)|scelgo|diciamo|facciamo',
  'quero(?! dizer)|queria|gostaria de|prefiro|escolho|fico com|vamos dizer|pode ser|de preferencia',
].join('|');
/** The same behind it. "Wie es geht" and "after work" are times. */
const BEHIND = [
  'if possible|would be (?:great|good|nice|best|better|fine|perfect)|works(?: (?:best|better))?(?: for me)?|is (?:good|fine|ok|okay|great|best|better)(?: for me)?|i (?:think|guess)|actually|sorry|instead|then',
  'wenn(?:s| es)? (?:geht|moglich(?: ist)?|passt)|ware (?:gut|super|schon|toll|ideal|besser|mir lieber)|passt(?: mir)?(?: (?:gut|besser))?|ginge|(?<!es )geht',
  'si possible|ce serait (?:bien|parfait|mieux)|me (?:va|convient)(?: (?:bien|mieux))?',
  'si (?:es posible|puede ser)|me viene (?:bien|mejor)|estaria bien',
  'se possibile|mi va (?:bene|meglio)|(?:va|andrebbe) bene|se possivel|seria (?:bom|otimo|melhor)',
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
