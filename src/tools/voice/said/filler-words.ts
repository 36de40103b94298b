import { anyPhrase } from './phrases.ts';

/** Sounds of a caller who thinks, in all languages, normalized. Each of their letters can be a long one. */
const SOUNDS = anyPhrase('uh/uhm/erm, ah/ahm/aeh/aehm/eh/ehm/ohm, euh, hm/mm').replace(/[a-z]/g, '$&+');
const MAYBE = anyPhrase('maybe, vielleicht, peut etre, quiza/quizas, tal vez, talvez, forse/magari');
/** What says how exact a time is, in all languages: before it, and behind it. "Pile" is such a word behind an hour only. */
const EXACTLY = anyPhrase(
  'exactly/precisely/approximately/roughly, genau/ungefahr/circa/zirka/etwa, exactement/environ, a peu pres',
  'exactamente/exatamente/aproximadamente, mas o menos, mais ou menos, esattamente, punkt',
);
/** "Right after lunch" */
const RIGHT = anyPhrase('right/straight/directly, gleich/direkt/unmittelbar, juste/justo/subito/logo');
const SHARP = `${anyPhrase('sharp, on the dot, en/in/em punto/ponto, ungefahr/circa/environ/aproximadamente, a peu pres, mas o menos, mais ou menos')}|(?<=(?:\\bh|heures?|midi|\\d|\\balle \\S+) )(?:pile|precises?)`;
/** "Um" is a preposition in German, and "oh" a zero. */
const SOUNDS_BEFORE_COMMA = anyPhrase('oh, er, um');
const BEHIND_UM = `(?:${anyPhrase('the, next, this, on, at, maybe, today, tomorrow')}|[a-z]+day)`;
const IF_POSSIBLE = 'if/wenn/si/se /es possible/moglich/posible/possibile/possivel';
/** What is said before a time, or before what is chosen, in all languages. */
const AHEAD = anyPhrase(
  IF_POSSIBLE,
  'yes/yeah/okay/ok/well, ja/also/dann/erst, oui/bon/alors, bueno/pues/si, allora, sim/entao',
  '/i ill/will/lets take/have/choose/do/say/go /with/for, /i id/would like, can/could i/we/you do/have/make/come /it/in, how/what about, give me, back to, to/auf',
  '/i/ich/je/id/would want/mean/prefer/nehme/mochte/prends/choisis/voudrais/prefere, ich hatte gern/gerne',
  'nehmen/sagen/machen wir, geht auch, am liebsten, on prend, jaimerais, disons/digamos/diciamo',
  'puedo ir/venir, puede/podria ser, facciamo, si puo fare, da para ser, posso venire/vir/ir, /est ce que je peux/pourrais venir',
  'quiero/quisiera/querria/elijo/prefiero, me quedo con, me gustaria, prendo/vorrei/scelgo/preferisco',
  'quero/queria/escolho/prefiro, gostaria de, fico com, pode ser',
  'wie ware/war /es /mit, wie /sieht es /aus mit/am, wie siehts /aus mit/am, que tal, que le/te/lhe parece, que diriez vous de, pourquoi pas',
  'che ne dice/dici/pensa /di, o que acha /de, only/solo/solamente/seulement/uniquement/soltanto/apenas/somente',
  'thats right, genau/richtig, cest ca, eso es, esatto, isso /mesmo, and/und/et/y/e for/fur/pour/para/per me/mich/moi/mi/mim, and, und',
);
/** "Nur vormittags". Nur is a name, too. */
const ONLY_GERMAN = 'nur(?= (?:am |an |vormittag|nachmittag|abend|morgen|mittag|\\S+tag))';
const AHEAD_OF_MARK = anyPhrase('so/right, nein, no/non, nao');
/** "Y el jueves". "Y media" are minutes. */
const AND_DAY =
  '(?:et|y|e)(?= (?:le|el|il|n[ao]|lun|mardi|martes|martedi|mer|mier|jeu|jue|gio|ven|vier|sab|sam|dom|dim|segunda|terca|quarta|quinta|sexta))';
/** The same behind it. */
const BEHIND = anyPhrase(
  IF_POSSIBLE,
  'would be great/best/better, works /best/better/well /for /me, work best/better/well /for /me, is/are fine/good/great/perfect/best/better /for /me',
  'or so/thereabouts, or as close /to that as possible, oder so /ahnlich, aus, o asi, ou par la, o giu di li, ou por ai, only/solamente/seulement/soltanto/apenas/somente',
  'if that/it works /for /you/me, if thats/its ok/okay/fine/alright/possible/free/available/still /free/available',
  'wenn es/das /ihnen passt, si ca /vous va/convient, si le viene/va bien, se /le va bene, se der',
  'actually/sorry/instead/then, for me, fur mich, pour moi, para mi/mim, per me',
  'sounds/looks good/great/fine, suits me, wenns/wenn /es/das geht, passt /mir /besser/gut, geht, ist/ware gut/prima/super/okay/ok',
  '/me/mi va/viene bien/bene, esta bien, me conviene/convient, ca me va, /ca serait/sarebbe parfait/perfetto/bien, e/esta bom/otimo/perfetto',
);

const SOUND = new RegExp(
  `(?<![\\p{L}\\d])(?:${SOUNDS}|${MAYBE}|^er|^e(?=,)|${SOUNDS_BEFORE_COMMA}(?=,)|um(?= ${BEHIND_UM}\\b))(?![\\p{L}\\d])[,.]* ?`,
  'gu',
);
/** "Quiero decir" is a correction. */
const LEADING = new RegExp(
  `^[¿¡]*(?:(?:${AHEAD}(?! decir| dizer)\\b|${ONLY_GERMAN}|${AND_DAY}|${AHEAD_OF_MARK}(?=[,.!]))[,.!]* (?=\\S))+`,
);
/** "As soon as it goes" is a time in German. */
const TRAILING = new RegExp(`(?<=\\S)(?:,? ${BEHIND})+(?<! wie es geht)$`);
const EXACT = new RegExp(
  `(?<!\\S)(?:${EXACTLY}|${RIGHT}(?= (?:after|before|nach|vor|apres|avant|despues|antes|dopo|prima|depois) )|(?<=\\bin )about|at(?= (?:about|around) )) (?=\\S)|(?<=\\S) (?:${SHARP})(?=$|[ ,])`,
  'g',
);
/** A number with a point is a day in German. */
const MARKS = / ?(?<![,!?])[,!?]+$|(?<![\d.])\.+$/;

/**
 * Returns a text without the sounds and words that a caller says before a time, behind it and in it, and that say nothing of it. A text of
 * such words alone stays as it is.
 * @param text normalized
 */
export const withoutFillers = (text: string): string =>
  text
    .replace(SOUND, '')
    .replace(EXACT, '')
    .trim()
    .replace(MARKS, '')
    .replace(LEADING, '')
    .replace(TRAILING, '')
    .replace(/^[¿¡]+/, '') || text;
