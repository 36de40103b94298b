import { withEnglish } from '../with-english.ts';
import { nextDate } from './next-date.ts';

/** Words, normalized, as alternatives of a regular expression; the month and the day. */
type FixedDay = readonly [words: string, month: number, day: number];

/**
 * Days with a name that are on the same date in each year. Left out: names that people have as well, such as Noël, Natale and Silvester
 * without a word for the day, and "Christmas" alone, which may be the days around it.
 */
const DAYS: Readonly<Record<string, readonly FixedDay[]>> & { en: readonly FixedDay[] } = {
  en: [
    ['christmas eve', 12, 24],
    ['christmas day', 12, 25],
    ['boxing day|(?:the )?day after christmas(?: day)?', 12, 26],
    ['new years eve', 12, 31],
    ['new years?(?: day)?', 1, 1],
    ['valentines day', 2, 14],
    ['halloween', 10, 31],
  ],
  de: [
    ['heilig(?:er)? ?abend|weihnachtsabend', 12, 24],
    ['(?:ersten?|1) weihnachts(?:feier)?tag|christtag', 12, 25],
    ['(?:zweiten?|2) weihnachts(?:feier)?tag|stefanitag|stephanstag', 12, 26],
    ['silvester(?:abend|tag)', 12, 31],
    ['neujahr(?:stag)?', 1, 1],
    ['dreikonigstag|heilige drei konige', 1, 6],
    ['tag der arbeit', 5, 1],
    ['nikolaus(?:tag)?', 12, 6],
    ['valentinstag', 2, 14],
  ],
  es: [
    ['nochebuena', 12, 24],
    ['dia de navidad', 12, 25],
    ['nochevieja', 12, 31],
    ['(?:dia de )?ano nuevo', 1, 1],
    ['dia de (?:los )?reyes(?: magos)?', 1, 6],
    ['dia de(?:l| los) (?:amor|enamorados)|(?:dia de )?san valentin', 2, 14],
    ['dia del trabajo|dia de los trabajadores', 5, 1],
  ],
  fr: [
    ['veille de noel|reveillon de noel', 12, 24],
    ['jour de noel', 12, 25],
    ['lendemain de noel', 12, 26],
    ['saint sylvestre|reveillon du (?:nouvel an|jour de lan)|veille du (?:nouvel an|jour de lan)', 12, 31],
    ['jour de lan|nouvel an', 1, 1],
    ['saint valentin', 2, 14],
    ['fete du travail', 5, 1],
  ],
  it: [
    ['vigilia(?: di natale)?', 12, 24],
    ['giorno di natale', 12, 25],
    ['(?:giorno di )?santo stefano', 12, 26],
    ['(?:notte di )?san silvestro|vigilia di capodanno', 12, 31],
    ['capodanno', 1, 1],
    ['(?:giorno del)?lepifania|giorno della befana', 1, 6],
    ['(?:giorno di )?san valentino', 2, 14],
    ['ferragosto', 8, 15],
  ],
  pt: [
    ['vespera de natal', 12, 24],
    ['dia de natal', 12, 25],
    ['vespera de ano novo|reveillon', 12, 31],
    ['(?:dia de )?ano novo', 1, 1],
    ['dia do trabalho|dia do trabalhador', 5, 1],
  ],
};

/** Articles and prepositions before a day, in any language. */
const BEFORE = '(?:on|an|am|zu|el|en|a la|la|le|a|il|n?[ao])';

const twoDigits = (number: number) => String(number).padStart(2, '0');
const formsIn = withEnglish(DAYS, (days) =>
  days.map(([words, month, day]) => ({
    pattern: new RegExp(`^(?:${BEFORE} )?(?:${words})$`),
    monthAndDay: `${twoDigits(month)}-${twoDigits(day)}`,
  })),
);

/**
 * Returns the next date of a day that has a name, today included: `Christmas Eve`.
 * @param text normalized
 * @param today ISO 8601
 * @returns undefined for another text
 */
export function fixedDay(text: string, language: string, today: string): string | undefined {
  const found = formsIn(language).find(({ pattern }) => pattern.test(text));
  return found && nextDate((year) => `${year}-${found.monthAndDay}`, today);
}
