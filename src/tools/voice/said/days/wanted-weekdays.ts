import { DAY_MS } from '../../../../lib/time/units.ts';
import type { Office } from '../../core/office.ts';
import type { PartOfDay } from '../clock/parts-of-day.ts';
import { readClockAlone, withoutClock } from '../clock/said-clock.ts';
import { normalizeSaid } from '../normalize-said.ts';
import { type AskedDays, askedDays } from './asked-days.ts';
import { englishDays } from './day-words.ts';
import { withoutPart } from './part-beside-day.ts';
import { partAlone, partsAlone, plainWeekday } from './said-days.ts';
import { usualWeekdays } from './usual-weekdays.ts';
import { WEEKDAY_WORDS, type WeekdayWords } from './weekday-words.ts';

/** Free times are looked for in so many days where no period is said: three of each weekday, of which two are said. */
const DAYS_AHEAD = 21;
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];
const [WORKDAYS, WEEKEND] = [ALL_DAYS.slice(0, 5), ALL_DAYS.slice(5)];
/** Between weekdays of which each counts, in all languages. */
const WORD_BETWEEN = / (?:and|or|nor|und|oder|noch|y|o|et|ou|ni|e|ed) /;
const BETWEEN = new RegExp(`,?${WORD_BETWEEN.source}|, `);
/** Before a weekday that is not wanted. */
const ON = /^(?:(?:on|am|an|den|el|los|les|il|le?|la|[nd]?[aeo]s?|di|em|en) )*(?=\S)/;
/** What `englishDays` writes, also behind a plural: `saturday mornings`. */
const WITH_PART = /^(.*?)(?: on)? ?(morning|afternoon|evening)(s)?$/;

/** Weekdays of a period, or from now on if it is empty. */
interface SaidWeekdays {
  days: string;
  weekdays: readonly number[];
  unwanted?: AskedDays['unwanted'];
}

/**
 * Reads weekdays of which any will do, or of which some will not: `on weekends`, `any weekday after 4`, `any day but Friday`, `next week but
 * not Monday`, `any day but Monday afternoon`. Only for free times, of which each is said with its date.
 * @returns undefined for another text, and if a time may be meant for the weekday only that is not wanted: `not Monday at 3`
 */
export async function wantedWeekdays(text: string, office: Office): Promise<AskedDays | undefined> {
  const { language } = office.speech;
  const { text: rest, clock, isBeforeDay } = withoutClock(normalizeSaid(text), language);
  const [, before = rest, part, plural] = WITH_PART.exec(englishDays(rest, language)) ?? [];
  const weekdays = anyOf(plural ? `every ${before}` : before, office);
  const isOfAll = !clock || isBeforeDay;
  // "Any day but Monday, in the evening" is in the evening of the other days, and not of Monday in either meaning.
  const behindComma = OF_ANY.exec(rest);
  const isPartOfAll = behindComma !== null && partAlone(behindComma[2] ?? '', language) !== undefined;
  const others = isPartOfAll ? (behindComma[1] ?? '') : rest;
  const said: SaidWeekdays | undefined = weekdays
    ? { days: '', weekdays }
    : ((isOfAll ? (part && !isPartOfAll ? withoutPartOfWeekday : withoutWeekdays)(others, office) : undefined) ??
      weekdaysOfPeriod(before, office));
  if (!said || said.weekdays.length === 0) return undefined;
  const days = said.days === '' ? fromNowOn(office) : await askedDays(said.days, office);
  if ('spoken' in days || days.count === 1 || days.end <= office.now || (days.clock && clock)) return undefined;
  const { unwanted } = said;
  const partOfAll = unwanted ? undefined : (part as PartOfDay | undefined);
  const wanted = { part: days.part ?? partOfAll, clock: days.clock ?? clock };
  return { ...days, ...wanted, weekdays: said.weekdays, unwanted };
}

/** Reads a period of a day without a day, such as `between ten and noon` or `mornings`: the next days, in that period. */
export function periodOfNextDays(text: string, office: Office): AskedDays | undefined {
  const { language } = office.speech;
  const said = normalizeSaid(text);
  const clock = readClockAlone(said, language);
  const part = partsAlone(said, language);
  const isPeriod = clock ? clock.relation !== 'at' : part !== undefined;
  return isPeriod ? { ...fromNowOn(office), clock, part } : undefined;
}

/** Returns the days of the next three weeks. */
const fromNowOn = ({ now }: Office): AskedDays => ({
  start: now,
  end: now + DAYS_AHEAD * DAY_MS,
  count: DAYS_AHEAD + 1,
  part: undefined,
  clock: undefined,
});

/** Before a month, behind a weekday, in all languages. */
const OF_PERIOD = / (?=(?:in|im|en|of|d[eiu]|do|a|next|nachste|this|diese)\b)/;

/** Reads weekdays of a month or a week: `every Monday in December`. */
function weekdaysOfPeriod(text: string, office: Office): SaidWeekdays | undefined {
  const [days = '', ...period] = text.split(OF_PERIOD);
  const weekdays = period.length > 0 ? anyOf(days, office) : undefined;
  return weekdays && { days: period.join(' ').replace(/^(?:of|d[eiu]|do) (?!la )/, 'in '), weekdays };
}

/** Returns the weekdays of which any will do. One in the singular is a day: "Saturday". */
function anyOf(text: string, office: Office): readonly number[] | undefined {
  const said = text
    .split(BETWEEN)
    .map(
      (piece) =>
        eachOf(piece, office) ??
        eachOf(piece.replace(/^(?:on )?(?:any|a|one|(?:an )?eine[mn]?|une?|uno?|uma?) /, 'every '), office),
    );
  return said.includes(undefined) ? undefined : said.flatMap((days) => days ?? []);
}

function eachOf(piece: string, office: Office): readonly number[] | undefined {
  for (const { workdays, anyDay, everyDay } of wordsOf(office)) {
    if (new RegExp(`^(?:${workdays})$`).test(piece)) return WORKDAYS;
    if (new RegExp(`^(?:${anyDay}|${everyDay})$`).test(piece)) return ALL_DAYS;
  }
  return usualWeekdays(piece.replace(/^on the /, ''), office);
}

/** True for each day or workday, also those of a period: `every day next week`, `jeden Werktag`. Any one of them is another thing. */
export const isEachDay = (text: string, office: Office): boolean =>
  wordsOf(office).some(({ everyDay, workdays }) =>
    new RegExp(`^(?:${everyDay}|(?=every|each|jeden)(?:${workdays}))(?:$| .*\\b(?:week|month)\\b)`).test(text),
  );

/** Takes a text apart into a word for any day, the period, and what is not wanted of it. */
function exceptionIn(text: string, words: WeekdayWords): { any: string; ahead: string; unwanted: string | undefined } {
  const { except, exceptBehindAny = except, exceptBehindDay } = words;
  const [, any = '', ahead = '', unwanted] =
    new RegExp(`^(${words.anyDay}|${words.everyDay})(?: (.+?))?,? (?:${except}|${exceptBehindAny}) (.+)$`).exec(text) ??
    new RegExp(`^()(?:(.+?),? )??(?:${except}) (.+)$`).exec(text) ??
    (exceptBehindDay ? new RegExp(`^()()(.+?),? ${exceptBehindDay}$`).exec(text) : null) ??
    [];
  return { any, ahead, unwanted };
}

/** Before a part of the day that is said of the days that are left: "any day but Monday, in the afternoon". */
const OF_ANY = /^(.+?)(?:, ?| (?=in the ))([^,]+)$/;

/** Returns all days, and the part of a weekday that the caller does not want: `any day but Monday afternoon`. */
function withoutPartOfWeekday(text: string, office: Office): SaidWeekdays | undefined {
  for (const words of wordsOf(office)) {
    const { ahead: days, unwanted = '' } = exceptionIn(text, words);
    const { day, part } = withoutPart(unwanted, office.speech.language) ?? {};
    const weekday = plainWeekday(day?.replace(ON, '') ?? '', office.speech);
    if (part && weekday !== undefined) return { days, weekdays: ALL_DAYS, unwanted: { weekdays: [weekday], part } };
  }
  return undefined;
}

/** Returns all days but those that the caller does not want. */
function withoutWeekdays(text: string, office: Office): SaidWeekdays | undefined {
  for (const words of wordsOf(office)) {
    const { any, ahead, unwanted } = exceptionIn(text, words);
    // "Not Monday, Tuesday" is rather a correction.
    if (any === '' && ahead === '' && unwanted?.includes(', ') && !WORD_BETWEEN.test(unwanted)) return undefined;
    const days = unwanted?.split(BETWEEN).map((piece) => eachUnwanted(piece, office));
    if (days && !days.includes(undefined)) {
      const left = ALL_DAYS.filter((day) => !days.some((some) => some?.includes(day)));
      return { days: ahead, weekdays: left };
    }
    const [whole, period = ''] = new RegExp(`^(?:${words.anyDay}|${words.everyDay})(?: (.+))?$`).exec(text) ?? [];
    if (whole !== undefined && !unwanted) return { days: period, weekdays: ALL_DAYS };
  }
  return undefined;
}

function eachUnwanted(piece: string, office: Office): readonly number[] | undefined {
  const said = piece.replace(ON, '');
  const weekday = plainWeekday(said, office.speech);
  if (weekday !== undefined) return [weekday];
  return englishDays(said, office.speech.language) === 'weekend' ? WEEKEND : eachOf(piece, office);
}

/** The words of the language that is spoken, and those in English, which models write. */
const wordsOf = ({ speech: { language } }: Office): WeekdayWords[] => [
  ...(language === 'en' ? [] : [WEEKDAY_WORDS[language]].filter((words) => words !== undefined)),
  WEEKDAY_WORDS.en,
];
