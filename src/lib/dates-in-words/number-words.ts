/** Words for numbers of one language, normalized. `/` is between words for the same number, `-` within a number of several words. */
interface NumberWords {
  /** From zero to thirty-one. */
  small: string;
  /** From thirty-five to fifty-five, in steps of five. */
  large: string;
}

/** In the languages that are spoken. A word of several of them means the same number. */
const NUMBERS: Readonly<Record<string, NumberWords>> = {
  en: {
    small:
      'zero one/a/an two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one',
    large: 'thirty-five forty forty-five fifty fifty-five',
  },
  de: {
    small:
      'null eins/ein/eine/einem/einer zwei/zwo drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig vierundzwanzig funfundzwanzig sechsundzwanzig siebenundzwanzig achtundzwanzig neunundzwanzig dreissig einunddreissig',
    large: 'funfunddreissig vierzig funfundvierzig funfzig funfundfunfzig',
  },
  fr: {
    small:
      'zero une/un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingt-et-une/vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf trente trente-et-un',
    large: 'trente-cinq quarante quarante-cinq cinquante cinquante-cinq',
  },
  es: {
    small:
      'cero una/un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuna/veintiun/veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta treinta-y-uno',
    large: 'treinta-y-cinco cuarenta cuarenta-y-cinco cincuenta cincuenta-y-cinco',
  },
  it: {
    small:
      'zero una/un due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitre ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno',
    large: 'trentacinque quaranta quarantacinque cinquanta cinquantacinque',
  },
  pt: {
    small:
      'zero uma/um duas/dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove vinte vinte-e-uma/vinte-e-um vinte-e-duas/vinte-e-dois vinte-e-tres vinte-e-quatro vinte-e-cinco vinte-e-seis vinte-e-sete vinte-e-oito vinte-e-nove trinta trinta-e-um',
    large: 'trinta-e-cinco quarenta quarenta-e-cinco cinquenta cinquenta-e-cinco',
  },
};

/** Returns the words for the numbers from zero to thirty-one in a language. */
export const smallNumbers = (language: string): string[] => NUMBERS[language]?.small.split(' ') ?? [];

type Entry = readonly [word: string, number: number];

const entriesOf = (words: string, first: number, step: number): Entry[] =>
  words.split(' ').flatMap((same, index) => same.split('/').map((word): Entry => [word, first + index * step]));

const SMALL = Object.values(NUMBERS).flatMap(({ small }) => entriesOf(small, 0, 1));
const LARGE = Object.values(NUMBERS).flatMap(({ large }) => entriesOf(large, 35, 5));
/** The last hour of a day. */
const LAST_HOUR = 24;

/** Words that are also articles or prepositions, and no hour. In German, one is an hour before the word for it only: "ein Uhr". */
const NO_HOURS = new Set('a an ein eine einem einer un um'.split(' '));
const ONE_IN_GERMAN: Entry = ['ein(?= uhr)', 1];

/** In one word or in several: a hyphen joins two numbers (`joinedNumbers`). */
const inAnyForm = (word: string) => word.replaceAll('-', ' ?');
/** A number that is made of two others, such as "dix-neuf". */
const isOfTwo = (word: string) => word.split('-').length === 2;
/** The longest first: an expression takes the first alternative that fits, and "vinte" fits in "vinte e duas". */
const alternatives = (entries: readonly Entry[], form = inAnyForm) =>
  [...new Set(entries.map(([word]) => form(word)))].sort((a, b) => b.length - a.length).join('|');

/** Alternatives of regular expressions for numbers, in English and one other language. */
export interface NumberAlternatives {
  /** The hours of a clock. */
  hours: string;
  /** Those that stand for one number only: "dix neuf" without a hyphen may be the tenth day and nine. */
  sureHours: string;
  /** Hours above twelve. */
  lateHours: string;
  zero: string;
  /** Minutes in steps of five, from one number to another one. */
  minutes(from: number, to: number): string;
}

/** Returns the numbers that are read in a language: models write English ones in every language. */
export function numberAlternatives(language: string): NumberAlternatives {
  const words = [NUMBERS.en, language === 'en' ? undefined : NUMBERS[language]].filter((one) => one !== undefined);
  const small = words.flatMap((one) => entriesOf(one.small, 0, 1));
  const minutes = [...small, ...words.flatMap((one) => entriesOf(one.large, 35, 5))].filter(([, one]) => one % 5 === 0);
  const hours = [...small.filter(([word, hour]) => hour <= LAST_HOUR && !NO_HOURS.has(word)), ONE_IN_GERMAN];
  return {
    hours: alternatives(hours),
    sureHours: alternatives(hours, (word) => (isOfTwo(word) ? word.replace('-', '') : inAnyForm(word))),
    lateHours: alternatives(hours.filter(([, hour]) => hour > 12)),
    zero: alternatives(hours.filter(([, hour]) => hour === 0)),
    minutes: (from, to) =>
      alternatives(
        minutes.filter(([, one]) => from <= one && one <= to),
        (word) => word.replaceAll('-', ' '),
      ),
  };
}

const BY_WORD = new Map([...SMALL, ...LARGE].map(([word, number]) => [word.replaceAll('-', ''), number]));

/** Returns the number that a word or digits mean; 0 for another text. @param word normalized */
export const numberOf = (word: string): number =>
  /^\d{1,3}$/.test(word) ? Number(word) : (BY_WORD.get(word.replaceAll(' ', '')) ?? 0);

const HYPHENATED = new RegExp(
  `(?<!\\p{L})(?:${SMALL.flatMap(([word, number]) => (number <= LAST_HOUR && isOfTwo(word) ? word.replace('-', '[-‐‑]') : [])).join('|')})(?!\\p{L})`,
  'giu',
);

/** Writes numbers with a hyphen in one word, because no hyphen is left in a normalized text. */
export const joinedNumbers = (text: string): string =>
  text.replace(HYPHENATED, (number) => number.replace(/[-‐‑]/, ''));
