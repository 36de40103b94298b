import { anyPhrase } from './phrases.ts';

/** Sounds of a caller who thinks, in all languages, normalized. Each of their letters can be a long one. */
const SOUNDS = anyPhrase('uh/uhm/erm, ah/ahm/aeh/aehm/eh/ehm/ohm, euh, hm/mm').replace(/[a-z]/g, '$&+');
const MAYBE = anyPhrase('maybe, vielleicht, peut etre, quiza/quizas, tal vez, talvez, forse/magari');
/** "Um" is a preposition in German, and "oh" a zero. */
const SOUNDS_BEFORE_COMMA = anyPhrase('oh, er, um');
const BEHIND_UM = `(?:${anyPhrase('the, next, this, on, at, maybe, today, tomorrow')}|[a-z]+day)`;
const IF_POSSIBLE = 'if/wenn/si/se /es possible/moglich/posible/possibile/possivel';
/** What is said before a time, or before what is chosen, in all languages. */
const AHEAD = anyPhrase(
  IF_POSSIBLE,
  'yes/yeah/okay/ok/well, ja/also/dann, oui/bon/alors, bueno/pues/si, allora, sim/entao',
  '/i ill/will/lets take/have/choose/do/say/go /with/for, /i id/would like, can/could i/we do/have/make, how about, give me, to/auf',
  '/i/ich/je/id/would want/mean/prefer/nehme/mochte/prends/choisis/voudrais/prefere, ich hatte gern/gerne',
  'nehmen/sagen wir, am liebsten, on prend, jaimerais, disons/digamos/diciamo',
  'quiero/quisiera/querria/elijo/prefiero, me quedo con, me gustaria, prendo/vorrei/scelgo/preferisco',
  'quero/queria/escolho/prefiro, gostaria de, fico com, pode ser',
);
const AHEAD_OF_MARK = anyPhrase('so/right, nein, no/non, nao');
/** The same behind it. */
const BEHIND = anyPhrase(
  IF_POSSIBLE,
  'would be great/best/better, works /best/better/well /for /me, work best/better/well /for /me, is/are fine/good/great/perfect/best/better /for /me',
  'actually/sorry/instead/then',
  'wenns/wenn /es geht, passt /mir /besser, geht, ist gut, me/mi va/viene bien/bene',
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
