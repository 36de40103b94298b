import { ENGLISH_MONTHS } from './month-words.ts';
import { smallNumbers } from './number-words.ts';

/** Those in which days have cardinal numbers. */
const LANGUAGES = ['es', 'fr', 'it', 'pt'];
/** Hours are feminine, and days are not: "sexta vinte e duas" is no 22nd. */
const FEMININE = /(?:un[ae]|uma|duas)$/;
/** The first day, where it has no ordinal number, or another word besides. "Um dia" is any day. */
const FIRST: Readonly<Record<string, string>> = { es: 'uno', pt: 'um(?! dia)' };
const MONTHS = ENGLISH_MONTHS.join('|');
/** English numbers stand for a day beside a month only: "the two" are no day. "March thirty first" has an ordinal number. */
const besideMonth = (number: string) =>
  `(?<=\\b(?:${MONTHS}) (?:the )?)${number}\\b(?! \\w+(?:st|nd|rd|th)\\b)|\\b${number}(?= (?:of )?(?:${MONTHS})\\b)`;
/** Without an article, a number alone may be an hour, or count something. */
const ALONE = '(?:(?:in|for|on|of|em|en|de|di|da|du|para|por|pour|per) )*';

interface DayNumbers {
  byWord: ReadonlyMap<string, string>;
  inText: RegExp;
  alone: RegExp;
}

/** The first day has an ordinal number. */
const inFigures = (language: string): (readonly [word: string, number: number])[] =>
  smallNumbers(language)
    .slice(2)
    .flatMap((same, index) =>
      same
        .split('/')
        .filter((word) => !FEMININE.test(word))
        .map((word) => [word, index + 2] as const),
    );

function numbersIn(language: string, inText = (number: string) => `\\b${number}\\b`): DayNumbers {
  const words = inFigures(language);
  // The longest first: "vinte" is in "vinte e dois".
  const forms = words.map(([word]) => word.replaceAll('-', ' ?')).sort((a, b) => b.length - a.length);
  const any = `(?:${[...forms, ...(FIRST[language] ? [FIRST[language]] : [])].join('|')})`;
  return {
    byWord: new Map(words.map(([word, number]) => [word.replaceAll('-', ''), String(number)])),
    inText: new RegExp(inText(any), 'g'),
    alone: new RegExp(`^${ALONE}${any}$`),
  };
}

const ENGLISH = numbersIn('en', besideMonth);
const BY_LANGUAGE = new Map(LANGUAGES.map((language) => [language, numbersIn(language)]));

/** True for a cardinal number alone in the language that is spoken, which can be a day. @param text normalized */
export const isDayNumber = (text: string, language: string): boolean =>
  BY_LANGUAGE.get(language)?.alone.test(text) ?? false;

/**
 * Writes days of a month that are said as cardinal numbers in figures: `le cinq mars`, `el treinta y uno`. English ones are read in every
 * language. A text that is only a number stays as it is.
 * @param text normalized, without a time of the day
 */
export function withDaysInFigures(text: string, language: string): string {
  return [BY_LANGUAGE.get(language), ENGLISH].reduce((said, numbers) => {
    if (!numbers || numbers.alone.test(said)) return said;
    return said.replace(numbers.inText, (word) => numbers.byWord.get(word.replaceAll(' ', '')) ?? '1');
  }, text);
}
