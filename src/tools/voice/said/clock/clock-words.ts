/** Prepositions of all languages, normalized, by what they mean before a time. */
export const RELATIONS = {
  at: 'at|around|about|towards?|(?:so )?(?:um|gegen)|a|as|a las?|al(?= \\S+ para las? )|faltando|(?:a eso de|como a|sobre|hacia|alrededor de) las?|por volta d(?:as|o)|la pelas|vers|autour de|aux alentours de|alle(?: ore)?|all|ore|verso(?: le?)?|intorno a(?:lle)?',
  from: 'after|from|ab|nach|a partir (?:de las?|de|das|dalle)|desde las?|despues de las?|depois das|apres|des|dopo le?|dalle?',
  until:
    'up to|before|until|by|vor|bis|antes (?:de las?|das)|hasta las?|avant|jusqua|prima delle?|entro le?|fino alle?|ate as',
} as const;
/** What `normalizeSaid` writes for "no later than" in all languages: it includes the time, or the day. */
export const UP_TO = 'up to';
/** Behind a time or a day that is included, in all languages: phrases of a table. */
export const AT_THE_LATEST =
  'at the latest, spatestens, au plus tard, como muy tarde, a mas tardar, al piu tardi, no maximo, o mais tardar';
/** Between two bounds, in all languages: `after 2 but before 4`. */
export const BETWEEN_BOUNDS = 'but|and|aber|und|mais|et|pero|y|ma|ed?|mas';
/** What words before an hour add to it, in minutes: `half past three`. */
export const BEFORE_HOUR: Readonly<Record<string, number>> = {
  ...{ 'half past': 30, half: 30, 'quarter past': 15, 'quarter after': 15 },
  ...{ 'quarter to': -15, 'quarter till': -15, 'quarter of': -15 },
  ...{ 'five of': -5, 'ten of': -10, 'twenty of': -20, 'twenty five of': -25 },
  // In a part of the German regions, "Viertel vier" is a quarter past three. Where it is not said, it means nothing else.
  ...{
    halb: -30,
    'viertel nach': 15,
    'viertel ab': 15,
    'viertel vor': -15,
    dreiviertel: -15,
    'drei viertel': -15,
    viertel: -45,
  },
  ...{ 'cuarto para las': -15, 'cuarto para la': -15, 'quarto para as': -15, 'quarto para a': -15 },
  ...{ 'quarto alle': -15, 'quarto all': -15 },
};
/** Behind minutes that are said before an hour: `ten to three`. */
export const SIDES = { to: 'to|till?|before|vor|para (?:l?as?|o)', past: 'past|after|nach' } as const;
/** What words behind an hour add to it. A number before them is an hour, also without a preposition. */
export const BEHIND_HOUR: Readonly<Record<string, number>> = {
  ...{ 'et demie': 30, 'et demi': 30, 'et quart': 15, 'moins le quart': -15 },
  ...{ 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 },
  ...{ 'e mezza': 30, 'e mezzo': 30, 'e un quarto': 15, 'e tre quarti': 45, 'meno un quarto': -15, 'e meia': 30 },
  ...{ 'menos um quarto': -15, 'menos quarto': -15, 'e um quarto': 15, 'e quarto': 15 },
};
/** All of them, besides numbers. "Two oh five" has a number below ten. */
export const AFTER_HOUR: Readonly<Record<string, number>> = {
  ...BEHIND_HOUR,
  ...{ 'oh five': 5, 'o five': 5, 'zero five': 5, 'null funf': 5 },
};
/** Between an hour and its minutes: `las tres y diez`, `trois heures moins dix`. In French and German, they may follow without another word. */
export const JOINTS = { plus: 'y|e', minus: 'menos|meno|moins' } as const;
export const NOON_WORDS = 'noon|midday|mittags?|mediodia|(?<!apres )midi|mezzogiorno|meio dia';
export const MIDNIGHT_WORDS = 'midnight|mitternacht|medianoche|minuit|mezzanotte|meia noite';
/** The half of the day behind a time. */
export const HALVES = {
  am: 'in the morning|in der fruh|(?:am )?fruh|am vormittag|vormittags|am morgen|morgens|de la manana|du matin|di mattina|del mattino|d[ae] manha',
  pm: 'in the afternoon|am nachmittag|nachmittags|de la tarde|de lapres midi|del pomeriggio|da tarde',
  /** In the evening or at night: twelve is midnight then. */
  night: 'in the evening|at night|am abend|abends|de la noche|du soir|di sera|da noite',
} as const;
/** Those of the Romance languages that follow an hour only, and no day. */
export const HALVES_OF_HOURS =
  'de la (?:manana|tarde|noche)|de lapres midi|del (?:mattino|pomeriggio)|da (?:tarde|noite)';
