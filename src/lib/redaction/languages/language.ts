/**
 * The words of one language that `--redact` knows, as data. Words are lower case without accents. Fields named `…Pattern`
 * are alternatives of a regular expression over text with its accents, in any case.
 */
export interface Language {
  /** Zero to nine. */
  units: string;
  /** Ten to nineteen. */
  teens: string;
  /** Twenty, thirty … ninety. */
  tens: string;
  /** Other words for digits: `oh`, Portuguese `meia`. */
  digits: Readonly<Record<string, string>>;
  /** Words for one hundred to nine hundred, with their first digit. */
  hundreds: Readonly<Record<string, string>>;
  /** A word that makes hundreds of the digit before it: `eight hundred`. */
  hundred?: string;
  /** True if `quatre vingt` and `soixante douze` are single numbers. */
  countsByTwenty?: true;
  /** Digits that are usually another word: they count only next to another number word of the language. */
  ambiguous: string;
  /** Words between tens and units: `treinta y dos`. */
  conjunctions: string;
  /** How often the next digit is repeated: `double five`. */
  repeats: Readonly<Record<string, number>>;
  /** Words that people say inside of a number. */
  fillers: string;
  /** Names of letters with more than one letter. */
  letters: string;
  /** The sign @ inside of an e-mail address. */
  at: string;
  /** Prepositions that stand for @ before a known provider: `marta en gmail punto com`. */
  weakAt?: string;
  dot: string;
  /** Other signs inside of an e-mail address. */
  signs: string;
  /** Words directly before an e-mail address that are not part of it. */
  emailIntroductions: string;
  /** Words before `at` that are not the name of an address: `look at example dot com`. */
  notNames: string;
  cardPattern: string;
  /** Security codes and PINs. */
  codePattern: string;
  expiryPattern: string;
  /** Bank accounts, policies and memberships. */
  accountPattern: string;
  socialPattern: string;
  /** National and tax identifiers, passports and licences. */
  identityPattern: string;
  phonePattern: string;
  /** The word "number". */
  numberPattern: string;
  /** Records whose numbers are needed for the work, and postal codes. */
  recordPattern: string;
  /** Words between one of the above and its number. */
  linkPattern: string;
  /** What a number counts, directly after it. */
  unitPattern: string;
}
