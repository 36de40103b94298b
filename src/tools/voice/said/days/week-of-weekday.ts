import { weeksLater } from './weeks-later.ts';

/** A weekday that is said with its week, taken apart. */
export interface WithoutWeek {
  day: string;
  /** `next week` or `week after next`, which are read in every language, or words such as `in two weeks`. */
  week: string;
}

export const NEXT_WEEK = 'next week';
/** The next week in each spoken language, normalized, as alternatives of a regular expression. English is read in every language. */
const WORDS = [
  NEXT_WEEK,
  '(?:nachste|kommende)[nr]? woche',
  'semaine (?:prochaine|qui vient)',
  '(?:proxima semana|semana (?:que (?:viene|vem)|proxima))',
  '(?:prossima settimana|settimana (?:prossima|che viene))',
].join('|');
/** Prepositions and articles before it. */
const BEFORE = '(?:(?:of|in|the|de[rl]?|della|nella|d[ai]|n?a|en|em|la) ){0,2}';
const BEHIND_DAY = new RegExp(`(?<=\\S),? ${BEFORE}(?:${WORDS})$`);
const BEFORE_DAY = new RegExp(`^${BEFORE}(?:${WORDS}),? (?:(?:on|am|den|el|le|il|n?[ao]) )?(?=\\S)`);

const AFTER_NEXT = 'week after next';
const AFTER_NEXT_BEHIND = new RegExp(`(?<=\\S),? (?:(?:of|in|the|der) )*(?:${AFTER_NEXT}|ubernachste[nr]? woche)$`);

/** Takes the week off the end of a weekday, or off its beginning: `Thursday in two weeks`. @param text normalized */
export function withoutWeek(text: string): WithoutWeek | undefined {
  const day = text.replace(BEHIND_DAY, '').replace(BEFORE_DAY, '');
  if (day !== text) return { day, week: NEXT_WEEK };
  const dayAfterNext = text.replace(AFTER_NEXT_BEHIND, '');
  if (dayAfterNext !== text) return { day: dayAfterNext, week: AFTER_NEXT };
  const later = weeksLater(text);
  if (!later || later.isFromDay) return undefined;
  const end = text.indexOf(`${later.day} `) + later.day.length;
  return { day: text.slice(0, end), week: text.slice(end + 1) };
}
