/** Words of all languages, normalized. */
const SAME_TIME =
  '(?:at )?(?:the )?same time|(?:zur |um die |die )?(?:selben?|gleichen?) (?:uhr)?zeit|(?:a )?(?:la )?meme heure|(?:a )?(?:la )?misma hora|(?:alla )?stessa ora|(?:n?o )?mesmo horario|(?:a )?mesma hora';
const SAME_TIME_FIRST = new RegExp(`^(?:${SAME_TIME}),? (?:on )?(?=\\S)`);
const SAME_TIME_LAST = new RegExp(`(?:^|,? )(?:${SAME_TIME})$`);
const SAME_DAY =
  /\b(?:(?:on )?(?:the|that) same day|(?:on )?that day|(?:am |an dem )?(?:selben|gleichen) tag|an dem tag|(?:l[ea] )?meme jour(?:nee)?|ce jour la|(?:el )?mismo dia|ese dia|(?:lo )?stesso giorno|quel giorno|(?:n?o )?mesmo dia|nesse dia)\b/;

/** Returns the day of "same time on Friday"; empty without one. @param said normalized. @returns undefined for another text */
export function dayAtSameTime(said: string): string | undefined {
  const day = said.replace(SAME_TIME_FIRST, '').replace(SAME_TIME_LAST, '');
  return day === said ? undefined : day;
}

/** Returns a text with the date instead of "the same day". @param said normalized. @returns undefined for another text */
export const onSameDay = (said: string, date: string): string | undefined =>
  SAME_DAY.test(said) ? said.replace(SAME_DAY, date) : undefined;
