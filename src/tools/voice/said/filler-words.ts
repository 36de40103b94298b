import { anyPhrase } from './phrases.ts';

/** Sounds of a caller who thinks, in all languages, normalized. Each of their letters can be a long one. */
const SOUNDS = anyPhrase('uh/uhm/erm, ah/ahm/aeh/aehm/eh/ehm/ohm, euh, hm/mm').replace(/[a-z]/g, '$&+');
const MAYBE = anyPhrase('maybe, vielleicht, peut etre, quiza/quizas, tal vez, talvez, forse/magari');
/** "Um" is a preposition in German, and "oh" a zero. */
const SOUNDS_BEFORE_COMMA = anyPhrase('oh, er, um');
const BEHIND_UM = anyPhrase('the, next, this, on, at, maybe, today, tomorrow').replace(')', '|[a-z]+day)');
/** What is said before a time, or before what is chosen, in all languages. */
const AHEAD = anyPhrase(
  'yes/yeah/okay/ok/well, /i ill/will/lets take/have/choose/do/say, /i ill/will/lets go with/for',
  '/i id/would like/prefer, i want/prefer/mean, give me, how about, prefer/preferably, if possible',
  'ja/also/dann, ich nehme/mochte, ich hatte gern/gerne, nehmen/sagen wir, am liebsten, wenn moglich',
  'oui/bon/alors, je prends/choisis/voudrais/prefere, jaimerais, on prend, disons, si possible',
  'bueno/pues/si, quiero/quisiera/querria/elijo/prefiero, me quedo con, me gustaria, si es posible',
  'allora, prendo/vorrei/scelgo/preferisco, se possibile',
  'sim/entao, quero/queria/escolho/prefiro, gostaria de, fico com, pode ser, digamos/diciamo',
);
const AHEAD_OF_MARK = anyPhrase('so/right, nein, no/non, nao');
/** The same behind it. */
const BEHIND = anyPhrase(
  'if possible, would be great, works /for /me, actually/sorry/instead/then',
  'wenns geht, wenn es geht, wenn moglich, passt /mir /besser, geht',
  'si /es possible/posible, se possibile/possivel, me va/viene bien, mi va bene',
);

const SOUND = new RegExp(
  `(?<![\\p{L}\\d])(?:${SOUNDS}|${MAYBE}|^er|^e(?=,)|${SOUNDS_BEFORE_COMMA}(?=,)|um(?= ${BEHIND_UM}\\b))(?![\\p{L}\\d])[,.]* ?`,
  'gu',
);
/** "Quiero decir" is a correction. */
const LEADING = new RegExp(`^[¿¡]*(?:(?:${AHEAD}(?! decir| dizer)\\b|${AHEAD_OF_MARK}(?=[,.!]))[,.!]* (?=\\S))+`);
/** "As soon as it goes" is a time in German. */
const TRAILING = new RegExp(`(?<=\\S)(?:,? ${BEHIND})+(?<! wie es geht)$`);
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
