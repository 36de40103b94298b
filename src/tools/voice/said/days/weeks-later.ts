import { numberOf } from '../../../../lib/dates-in-words/number-words.ts';
import { countedDays } from './counted-days.ts';

/** A day that is whole weeks after another one. */
export interface WeeksLater {
  /** The other one, which the caller of this has to check: a weekday, or today or tomorrow. */
  day: string;
  weeks: number;
  /** False where the weeks may count from today: "Freitag in einer Woche", said on a Saturday. */
  isFromDay: boolean;
}

/** "A week from Thursday", and "a week on Thursday". */
const WEEKS_FROM = /^(a|one|two|three|four|[1-4]) (?:weeks?|(fortnight)) (?:from |on )?(\S+)$/;
/** The second Friday from now is a week after the first one. */
const DAYS_FROM_NOW = /^(two|three|four|[2-4]) (\S+?)s from (?:now|today)$/;
/** "Friday week", "jeudi en huit" and "venerdì a otto". In the Romance languages, eight days are a week, and fifteen are two. */
const WEEK_BEHIND =
  /^(\S+(?: feira)?) (?:week|(fortnight)|en (?:8|huit|ocho|(15|quinze|quince))|a (?:otto|(quindici)))$/;
/** In Portuguese. Of weekdays only with the word for days: "sexta a oito" can be at eight. */
const DE_HOJE = /^de (hoje|amanha|\S+(?: feira)?(?= \S \S+ dias$)) a (?:oito|(quinze))(?: dias)?$/;
/** "Freitag in einer Woche" */
const COUNTED_BEHIND = /^(\S+(?: feira)?) ((?:in|dans|en|dentro|de aqui|tra|fra|em|daqui) .+)$/;
/** "In einer Woche am Freitag" */
const COUNTED_AHEAD =
  /^((?:in|dans|en|dentro|de aqui|tra|fra|em|daqui) .+?),? (?:(?:on|am|el|le|il|n[ao]|de) )?(\S+(?: feira)?)$/;
const WEEK_DAYS = 7;
/** "Giovedì a otto alle 10": the week, and the time behind it. */
const WEEK_AND_TIME = /^(.+ a (?:otto|quindici)) (all[ae]? .+)$/;

/** Divides a text with a week behind a day from the time behind it, which looks like a range of hours. @param text normalized */
export function weekAndTime(text: string): [week: string, time: string] | undefined {
  const [, week, time] = WEEK_AND_TIME.exec(text) ?? [];
  return week === undefined || time === undefined ? undefined : [week, time];
}

/** Reads whole weeks before or behind a day. @param text normalized. @returns undefined for another text */
export function weeksLater(text: string): WeeksLater | undefined {
  const [, weeks = '', two, from] = WEEKS_FROM.exec(text) ?? [];
  if (from !== undefined) return { day: from, weeks: numberOf(weeks) * (two ? 2 : 1), isFromDay: true };
  const [, count = '', ahead] = DAYS_FROM_NOW.exec(text) ?? [];
  if (ahead !== undefined) return { day: ahead, weeks: numberOf(count) - 1, isFromDay: true };
  const [, start, quinze] = DE_HOJE.exec(text) ?? [];
  if (start !== undefined) return { day: start, weeks: quinze ? 2 : 1, isFromDay: true };
  const said = text.replace(/^(?:on|am|el|le|il|n?[ao]|de) /, '');
  const [, day, fortnight, fifteen, quindici] = WEEK_BEHIND.exec(said) ?? [];
  if (day !== undefined) return { day, weeks: (fortnight ?? fifteen ?? quindici) ? 2 : 1, isFromDay: true };
  const [, counted = '', last] = COUNTED_AHEAD.exec(said) ?? [];
  const [, weekday = last, behind = counted] = COUNTED_BEHIND.exec(said) ?? [];
  const days = countedDays(behind) ?? 0;
  // Eight days are a week, and fifteen are two, with today.
  const whole = days === 8 || days === 15 ? days - 1 : days;
  return weekday === undefined || whole === 0 || whole % WEEK_DAYS !== 0
    ? undefined
    : { day: weekday, weeks: whole / WEEK_DAYS, isFromDay: false };
}
