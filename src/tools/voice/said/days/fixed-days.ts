import { addDays } from '../../../../lib/time/add-days.ts';
import { withEnglish } from '../with-english.ts';
import { weekdayFrom } from './day-ranges.ts';
import { easter } from './easter.ts';
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
    ['boxing day', 12, 26],
    ['new years eve', 12, 31],
    ['new years?(?: day)?', 1, 1],
    ['valentines day', 2, 14],
    ['juneteenth', 6, 19],
    ['independence day', 7, 4],
    ['halloween', 10, 31],
    ['veterans day', 11, 11],
    ['all saints(?: day)?', 11, 1],
  ],
  de: [
    ['heilig(?:er)? ?abend|weihnachtsabend', 12, 24],
    ['(?:ersten?|1) weihnachts(?:feier)?tag|christtag', 12, 25],
    ['(?:zweiten?|2) weihnachts(?:feier)?tag|stefanitag|stephanstag', 12, 26],
    ['silvester(?:abend|tag)', 12, 31],
    ['neujahr(?:stag)?', 1, 1],
    ['dreikonigstag|heilige drei konige', 1, 6],
    ['tag der arbeit|maifeiertag', 5, 1],
    ['tag der deutschen einheit', 10, 3],
    ['reformationstag', 10, 31],
    ['allerheiligen', 11, 1],
    ['maria himmelfahrt', 8, 15],
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
    ['(?:dia de )?todos los santos', 11, 1],
  ],
  fr: [
    ['veille de noel|reveillon de noel', 12, 24],
    ['jour de noel', 12, 25],
    ['lendemain de noel', 12, 26],
    ['saint sylvestre|reveillon du (?:nouvel an|jour de lan)|veille du (?:nouvel an|jour de lan)', 12, 31],
    ['jour de lan|nouvel an', 1, 1],
    ['saint valentin', 2, 14],
    ['fete du travail', 5, 1],
    ['toussaint', 11, 1],
    ['assomption', 8, 15],
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
    ['ognissanti|tutti i santi', 11, 1],
  ],
  pt: [
    ['vespera de natal', 12, 24],
    ['dia de natal', 12, 25],
    ['vespera de ano novo|reveillon', 12, 31],
    ['(?:dia de )?ano novo', 1, 1],
    ['dia do trabalho|dia do trabalhador', 5, 1],
  ],
};

/** Days of which the date depends on Easter, with the days after Easter Sunday, in all languages. */
const MOVABLE: readonly (readonly [words: string, days: number])[] = [
  ['rosenmontag', -48],
  ['(?:shrove|fat) tuesday|pancake day|mardi gras|faschingsdienstag|martes de carnaval|terca feira de carnaval', -47],
  [
    'ash wednesday|aschermittwoch|mercredi des cendres|miercoles de ceniza|mercoledi delle ceneri|quarta feira de cinzas',
    -46,
  ],
  ['palm sunday|palmsonntag|(?:dimanche des )?rameaux|domingo de ramos|domenica delle palme', -7],
  ['maundy thursday|grundonnerstag|(?:jeudi|jueves) (?:saint|santo)|giovedi santo|quinta feira santa', -3],
  ['good friday|karfreitag|vendredi saint|viernes santo|venerdi santo|sexta feira (?:santa|da paixao)', -2],
  ['(?:holy|easter) saturday|karsamstag|samedi saint|sabado santo|sabato santo|sabado de aleluia', -1],
  [
    'easter (?:sunday|day)|ostersonntag|dimanche de paques|domingo de (?:pascua|resurreccion|pascoa)|domenica di pasqua',
    0,
  ],
  [
    'easter monday|ostermontag|lundi de paques|lunes de pascua|lunedi (?:di pasqua|dellangelo)|pasquetta|segunda feira de pascoa',
    1,
  ],
  ['ascension(?: (?:day|thursday))?|(?:christi )?himmelfahrt(?:stag)?|jeudi de lascension|ascensione', 39],
  ['(?:whit|pentecost) sunday|pfingstsonntag|dimanche de pentecote|domingo de pentecostes|domenica di pentecoste', 49],
  ['(?:whit|pentecost) monday|pfingstmontag|lundi de pentecote|lunes de pentecostes|lunedi di pentecoste', 50],
  ['corpus (?:christi|domini)|fronleichnam(?:stag)?|fete dieu', 60],
];

const THANKSGIVING = 'thanksgiving(?: day)?|(?:dia de )?accion de gracias';
const [MONDAY, WEDNESDAY, THURSDAY, SUNDAY] = [1, 3, 4, 7];

/** A day that is a weekday of a month. With a country, only there. */
interface WeekdayOfMonth {
  words: string;
  weekday: number;
  /** The first day that it can be: month and day. */
  from: string;
  /** Days behind the weekday. */
  days?: number;
  country?: string;
}

/** In all languages. */
const OF_MONTHS: readonly WeekdayOfMonth[] = [
  { words: THANKSGIVING, weekday: MONDAY, from: '10-08', country: 'CA' },
  { words: THANKSGIVING, weekday: THURSDAY, from: '11-22' },
  { words: 'black friday', weekday: THURSDAY, from: '11-22', days: 1 },
  { words: '(?:martin luther king|mlk)(?: jr\\.?)?(?: day)?', weekday: MONDAY, from: '01-15' },
  { words: 'presidents\\W? day', weekday: MONDAY, from: '02-15' },
  { words: 'memorial day', weekday: MONDAY, from: '05-25' },
  { words: 'labou?r day', weekday: MONDAY, from: '09-01' },
  { words: 'columbus day|indigenous peoples day', weekday: MONDAY, from: '10-08' },
  { words: 'buss?-? ?und bettag', weekday: WEDNESDAY, from: '11-16' },
  { words: '(?:de[rn] )?(?:ersten?r?|1) advent(?:ssonntag)?', weekday: SUNDAY, from: '11-27' },
];

/** Articles and prepositions before a day, in any language. */
const BEFORE = '(?:on|an|am|zu|el|en|a la|la|le|a|il|n?[ao])';

const twoDigits = (number: number) => String(number).padStart(2, '0');
const formsIn = withEnglish(DAYS, (days) =>
  days.map(([words, month, day]) => ({
    pattern: new RegExp(`^(?:${BEFORE} )?(?:${words})$`),
    monthAndDay: `${twoDigits(month)}-${twoDigits(day)}`,
  })),
);

const ofMonths = OF_MONTHS.map((one) => ({ ...one, pattern: new RegExp(`^(?:${BEFORE} )?(?:${one.words})$`) }));
const movable = MOVABLE.map(([words, days]) => ({ pattern: new RegExp(`^(?:${BEFORE} )?(?:${words})$`), days }));

/**
 * Returns the next date of a day that has a name, today included: `Christmas Eve`, `Good Friday`, `Thanksgiving`.
 * @param text normalized
 * @param today ISO 8601
 * @param here the country of the business
 * @returns undefined for another text
 */
export function fixedDay(text: string, language: string, today: string, here?: string): string | undefined {
  const found = formsIn(language).find(({ pattern }) => pattern.test(text));
  if (found) return nextDate((year) => `${year}-${found.monthAndDay}`, today);
  const ofMonth = ofMonths.find(
    ({ pattern, country }) => pattern.test(text) && (country === undefined || country === here),
  );
  if (ofMonth) {
    const { weekday, from, days = 0 } = ofMonth;
    return nextDate((year) => addDays(weekdayFrom(`${year}-${from}`, weekday), days), today);
  }
  const days = movable.find(({ pattern }) => pattern.test(text))?.days;
  return days === undefined ? undefined : nextDate((year) => easter(year, days), today);
}
